/** Whether a value from outside, such as a file of an operator, has the form of a template. */
import { Clean, Clone, Errors } from 'typebox/value';
import { type Template, template } from './endpoints/templates.ts';

/** The template, or what is wrong with it. */
export function readTemplateForm(value: unknown): Template | string {
  const [error] = Errors(template, value);
  if (error !== undefined) return `${error.instancePath || '/'} ${error.message}`;
  const cleaned = Clean(template, Clone(value));
  if (JSON.stringify(cleaned) !== JSON.stringify(value)) return 'it has an unknown field';
  return value as Template;
}
