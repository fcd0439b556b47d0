/** Templates that workspaces have added. */
import { fixedLimits } from '../../../base/limits.ts';
import { query } from '../../schema.ts';
import { workspaceTemplates } from '../../tables/templates/workspace-templates.ts';

export const listWorkspaceTemplates = query<{ workspaceId: string }>({
  atMost: fixedLimits.templatesPerWorkspace,
  because: 'the fixed limit of templates of a workspace',
})(({ db, p }) =>
  db
    .selectFrom('workspace_templates')
    .select(workspaceTemplates.select())
    .where('workspace_id', '=', p.workspaceId),
).decodedBy(workspaceTemplates);

export const findWorkspaceTemplate = query<{ workspaceId: string; templateId: string }>('one')(
  ({ db, p }) =>
    db
      .selectFrom('workspace_templates')
      .select(workspaceTemplates.select())
      .where('workspace_id', '=', p.workspaceId)
      .where('template_id', '=', p.templateId),
).decodedBy(workspaceTemplates);
