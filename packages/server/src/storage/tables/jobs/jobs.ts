/** Queued and running jobs. */
import { type EntityOf, integer, json, nullable, table, text } from '@hostmaster/storage';

export const jobs = table('jobs', {
  id: text(),
  kind: text(),
  /** Jobs of one lane run one at a time, in the order of their positions. */
  lane: text(),
  position: integer(),
  payload: json<Readonly<Record<string, unknown>>>(),
  runAt: integer(),
  attempts: integer(),
  leaseToken: nullable(text()),
  leaseUntil: integer(),
  lastError: nullable(text()),
  /** Why the job waits for a person; null while it does not. */
  attention: nullable(text()),
});

export type Job = EntityOf<typeof jobs>;
