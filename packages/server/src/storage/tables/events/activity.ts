/** The append-only record of who did what. */
import { type EntityOf, integer, json, nullable, table, text, word } from '@hostmaster/storage';
import type { SessionProof } from '../people/sessions.ts';

export type ActorKind = 'api_key' | 'user' | 'update_key' | 'operator' | 'system';

/** From where an entry was caused. */
export interface Origin {
  readonly address: string;
  /** What a person has signed in with, or given later in the session; absent for keys. */
  readonly proof?: SessionProof;
}

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
  /** Null for the service itself, for operators, and for entries of earlier versions. */
  origin: nullable(json<Origin>()),
});

export type Activity = EntityOf<typeof activity>;
