/** What happened in a workspace, numbered without gaps in the order of the commits. */
import { type EntityOf, integer, json, nullable, table, text } from '@hostmaster/storage';

export const events = table('events', {
  workspaceId: text(),
  seq: integer(),
  /** The public id is this text followed by the number. */
  idBase: text(),
  type: text(),
  /** Calendar time. */
  at: integer(),
  domain: nullable(text()),
  data: json<Readonly<Record<string, unknown>>>(),
});

export type StoredEvent = EntityOf<typeof events>;
