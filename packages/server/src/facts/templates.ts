/** The templates that a workspace has added. */
import { type About, type FactForms, rowAbout, withRow } from './fact-form.ts';

export type TemplateFact = About<'templateId', 'template.save' | 'template.delete'>;

export const templateForms: FactForms<TemplateFact> = withRow(rowAbout('templateId'), {
  'template.save': { text: (id) => `saved the template ${id}`, event: 'internal' },
  'template.delete': { text: (id) => `deleted the template ${id}`, event: 'internal' },
});
