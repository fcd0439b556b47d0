/** GET /v1/templates, by id. */
import { limits } from '@hostmaster/contract';
import { readOperation } from '../operation.ts';
import { nextCursor, pageStart } from '../page-cursor.ts';
import { templatesOf } from './find-template.ts';

export const listTemplates = readOperation('listTemplates', async (reader, call, input) => {
  const limit = input.limit ?? limits.templatesPageMax;
  const after = pageStart(input) ?? '';
  const page = (await templatesOf(reader, call)).filter(({ id }) => id > after).slice(0, limit);
  return { templates: page, cursor: nextCursor(page, limit, ({ id }) => id) };
});
