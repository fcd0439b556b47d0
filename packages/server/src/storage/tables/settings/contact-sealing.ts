/** One row: whether registrant contacts are encrypted at rest. Times are machine times. */
import { integer, nullable, table, text } from '@hostmaster/storage';

export const contactSealing = table('contact_sealing', {
  id: integer(),
  /** Since when no process of an earlier version was seen; null after one was. */
  aloneSince: nullable(integer()),
  /** From when contacts are written encrypted; null until then. */
  beganAt: nullable(integer()),
  /** Encrypted: the secret file of every process must open it. Null until the first process has begun. */
  probe: nullable(text()),
});
