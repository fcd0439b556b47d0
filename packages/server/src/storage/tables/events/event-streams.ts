/** How far the events of a workspace reach. */
import { integer, nullable, table, text } from '@hostmaster/storage';

export const eventStreams = table('event_streams', {
  workspaceId: text(),
  lastSeq: integer(),
  /** The oldest event that is kept has this number. */
  firstSeq: integer(),
  /** When it was written, by the machine clock; null when none is kept. */
  oldestAt: nullable(integer()),
  /** Those of the events that are kept; see `eventBytes`. */
  bytes: integer(),
});
