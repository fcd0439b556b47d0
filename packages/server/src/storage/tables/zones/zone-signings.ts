/** How far the work on a zone has come that takes several steps: its first signing, one with other keys, or the end of it. */
import { table, text } from '@hostmaster/storage';

export const zoneSignings = table('zone_signings', {
  domainId: text(),
  /** The last name that is done; empty at the start. */
  place: text(),
});
