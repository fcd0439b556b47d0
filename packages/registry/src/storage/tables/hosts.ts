/** Host objects (RFC 5732). */
import { type EntityOf, integer, json, table, text } from '@hostmaster/storage';

export const hosts = table('hosts', {
  name: text(),
  repositoryId: text(),
  sponsor: text(),
  addresses: json<readonly string[]>(),
  createdAt: integer(),
});

export type HostObject = EntityOf<typeof hosts>;
