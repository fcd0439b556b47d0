/** Host objects (RFC 5732). */
import { integer, json, text } from '../../../../storage/column.ts';
import { type EntityOf, table } from '../../../../storage/table.ts';

export const hosts = table('hosts', {
  name: text(),
  repositoryId: text(),
  sponsor: text(),
  addresses: json<readonly string[]>(),
  createdAt: integer(),
});

export type HostObject = EntityOf<typeof hosts>;
