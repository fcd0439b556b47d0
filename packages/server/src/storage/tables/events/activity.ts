/** The append-only record of who did what. */
import { type EntityOf, integer, json, table, text, word } from '@hostmaster/storage';

export type ActorKind = 'api_key' | 'user' | 'update_key' | 'operator' | 'system';

export const activity = table('activity', {
  /** The operation's own id: finding it later proves that the operation was committed. */
  id: text(),
  workspaceId: text(),
  at: integer(),
  actorKind: word<ActorKind>(),
  actorId: text(),
  action: text(),
  subject: text(),
  details: json<Readonly<Record<string, unknown>>>(),
});

export type Activity = EntityOf<typeof activity>;
