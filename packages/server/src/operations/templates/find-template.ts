/** The templates that can be applied: those of the workspace, then of the operator, then ours. */
import type { Output, Template } from '@hostmaster/contract';
import { Refusal } from '../../base/errors.ts';
import {
  findWorkspaceTemplate,
  listWorkspaceTemplates,
} from '../../storage/queries/templates/workspace-templates.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { builtInTemplates } from '../../templates/built-in-templates.ts';
import type { ReadCall } from '../operation.ts';

type ListedTemplate = Output<'listTemplates'>['templates'][number];

/** By id, each once. */
export async function templatesOf(
  reader: HostmasterReader,
  call: ReadCall,
): Promise<readonly ListedTemplate[]> {
  const { workspaceId } = call.actor;
  const own = await reader.all(listWorkspaceTemplates, { workspaceId });
  const byId = new Map(sharedTemplates(call).map((template) => [template.id, template]));
  for (const { template } of own) byId.set(template.id, { ...template, source: 'workspace' });
  return [...byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

export async function requireTemplate(
  reader: HostmasterReader,
  call: ReadCall,
  templateId: string,
): Promise<Template> {
  const { workspaceId } = call.actor;
  const own = await reader.first(findWorkspaceTemplate, { workspaceId, templateId });
  const template = own?.template ?? sharedTemplates(call).find(({ id }) => id === templateId);
  if (template === undefined) throw templateNotFound();
  return template;
}

export function templateNotFound(): Refusal {
  return new Refusal('template_not_found', 'No such template.');
}

/** Those that every workspace has. */
function sharedTemplates({ services }: ReadCall): readonly ListedTemplate[] {
  const ids = new Set(services.templates.map(({ id }) => id));
  return [
    ...services.templates.map((template) => ({ ...template, source: 'operator' as const })),
    ...builtInTemplates
      .filter(({ id }) => !ids.has(id))
      .map((template) => ({ ...template, source: 'built_in' as const })),
  ];
}
