/** The templates that a workspace can apply. */
import type { Template } from '@hostmaster/contract';
import { Refusal } from '../../base/errors.ts';
import { builtInTemplates } from '../../templates/built-in-templates.ts';

export function requireTemplate(id: string): Template {
  const template = builtInTemplates.find((each) => each.id === id);
  if (template !== undefined) return template;
  throw new Refusal('template_not_found', 'No such template.');
}
