/** How far the events and the hash chains of a workspace reach (docs/adr/0041). */
import { type EntityOf, integer, nullable, table, text } from '@hostmaster/storage';

export const eventStreams = table('event_streams', {
  workspaceId: text(),
  lastSeq: integer(),
  /** The oldest event that is kept has this number. */
  firstSeq: integer(),
  /** When it was written, by the machine clock; null when none is kept. */
  oldestAt: nullable(integer()),
  /** Those of the events that are kept; see `eventBytes`. */
  bytes: integer(),
  /** Machine time of the first link of its hash chains; null when there is none. */
  chainedAt: nullable(integer()),
  /** The number of the last link of the activity. */
  activitySeq: integer(),
  /** The oldest link of the activity that is kept has this number. */
  activityFirstSeq: integer(),
  /** The hash of the link before it. */
  activityAnchor: text(),
  /** The number of the last link of the ledger, whose links are all kept. */
  ledgerSeq: integer(),
});

export type EventStream = EntityOf<typeof eventStreams>;
