/** PUT and DELETE /v1/templates/{templateId}: templates of the workspace, for all its domains. */
import { invalidRequest, quotaExceeded } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { fixedLimits } from '../../base/limits.ts';
import { happened } from '../../facts/fact.ts';
import {
  findWorkspaceTemplate,
  listWorkspaceTemplates,
} from '../../storage/queries/templates/workspace-templates.ts';
import { lockWorkspace } from '../../storage/queries/workspaces/workspace-quotas.ts';
import { insert, remove, update } from '../../storage/row-write.ts';
import { workspaceTemplates } from '../../storage/tables/templates/workspace-templates.ts';
import { fieldProblem, recordProblem } from '../../templates/read-template.ts';
import { requireWholeWorkspace } from '../../workspaces/permission.ts';
import { changeOperation } from '../operation.ts';
import { templateNotFound } from './find-template.ts';

const idForm = /^[a-z0-9][a-z0-9-]{0,62}$/;

export const saveTemplate = changeOperation('saveTemplate', {
  parse({ templateId: id, title, summary, fields, records }, { actor }) {
    requireWholeWorkspace(actor, 'change templates');
    const template = { id, title, summary, fields, records };
    if (!idForm.test(id)) {
      const message = 'must be lower-case letters, digits and dashes, such as our-hosting';
      throw invalidRequest({ path: 'templateId', message });
    }
    if (JSON.stringify(template).length > fixedLimits.templateCharacters) {
      const message = `are too long: a template has at most ${fixedLimits.templateCharacters} characters`;
      throw invalidRequest({ path: 'records', message });
    }
    const field = fieldProblem(template);
    if (field !== null) throw invalidRequest({ path: 'fields', message: `are wrong: ${field}` });
    const record = recordProblem(template);
    if (record !== null) throw invalidRequest({ path: 'records', message: `are wrong: ${record}` });
    return template;
  },

  commit: 'shared',

  async load(reader, { actor: { workspaceId } }) {
    await reader.first(lockWorkspace, { id: workspaceId });
    return reader.all(listWorkspaceTemplates, { workspaceId });
  },

  decide(call, template, own) {
    const { workspaceId } = call.actor;
    const { templatesPerWorkspace } = call.services.rules.limits;
    const before = own.find(({ templateId }) => templateId === template.id);
    if (before === undefined && own.length >= templatesPerWorkspace) {
      const advice = 'Delete those that are no longer used.';
      throw quotaExceeded(`${templatesPerWorkspace} templates in one workspace`, advice);
    }
    const row = { id: newId('tpl'), workspaceId, templateId: template.id, template };
    return {
      answer: { template: { ...template, source: 'workspace' } },
      change: {
        rows: [
          before === undefined
            ? insert(workspaceTemplates, row)
            : update(workspaceTemplates, { id: before.id }, { template }),
        ],
        facts: [happened(call, { kind: 'template.save', templateId: template.id })],
      },
    };
  },
});

export const deleteTemplate = changeOperation('deleteTemplate', {
  parse({ templateId }, { actor }) {
    requireWholeWorkspace(actor, 'change templates');
    return { templateId };
  },

  commit: 'shared',

  load: (reader, { actor: { workspaceId } }, { templateId }) =>
    reader.first(findWorkspaceTemplate, { workspaceId, templateId }),

  decide(call, { templateId }, found) {
    if (found === undefined) throw templateNotFound();
    return {
      answer: { success: true },
      change: {
        rows: [remove(workspaceTemplates, { id: found.id })],
        facts: [happened(call, { kind: 'template.delete', templateId })],
      },
    };
  },
});
