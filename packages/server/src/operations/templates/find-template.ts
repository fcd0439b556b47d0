/** The templates that can be applied: those of the operator, and ours with other ids. */
import type { Template } from '@hostmaster/contract';
import { Refusal } from '../../base/errors.ts';
import { builtInTemplates } from '../../templates/built-in-templates.ts';
import type { ReadCall } from '../operation.ts';

/** By id. */
export function templatesOf({ services }: Pick<ReadCall, 'services'>): readonly Template[] {
  const ids = new Set(services.templates.map(({ id }) => id));
  const others = builtInTemplates.filter(({ id }) => !ids.has(id));
  return [...services.templates, ...others].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

export function requireTemplate(call: Pick<ReadCall, 'services'>, id: string): Template {
  const template = templatesOf(call).find((each) => each.id === id);
  if (template !== undefined) return template;
  throw new Refusal('template_not_found', 'No such template.');
}
