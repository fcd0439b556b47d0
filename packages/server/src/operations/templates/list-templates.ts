/** GET /v1/templates, by id. */
import { limits } from '@hostmaster/contract';
import { builtInTemplates } from '../../templates/built-in-templates.ts';
import { readOperation } from '../operation.ts';
import { nextCursor, pageStart } from '../page-cursor.ts';

export const listTemplates = readOperation('listTemplates', async (_reader, _call, input) => {
  const limit = input.limit ?? limits.templatesPageMax;
  const after = pageStart(input) ?? '';
  const page = builtInTemplates
    .filter(({ id }) => id > after)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, limit);
  return { templates: page, cursor: nextCursor(page, limit, ({ id }) => id) };
});
