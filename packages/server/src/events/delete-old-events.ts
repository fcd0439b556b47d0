/**
 * Deletes events that are older than their retention, or more than a workspace may have, from the start
 * of each stream. Only the streams that have such events are visited, so a run costs by what it deletes.
 */
import type { MachineClock } from '../base/clock.ts';
import { timeOfId } from '../base/ids.ts';
import { eventBytes } from '../base/limits.ts';
import { noChange } from '../changes/change.ts';
import { ofWorkspace, persist } from '../changes/persist.ts';
import {
  findFullStream,
  listAgedStreams,
  listOldestIds,
  lockStream,
} from '../storage/queries/events/events.ts';
import { update } from '../storage/row-write.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { statement } from '../storage/statements.ts';
import { eventStreams } from '../storage/tables/events/event-streams.ts';

/** Small enough that other writers of the workspace wait a few milliseconds at most. */
const batchSize = 500;
/** A run, also the last one before the service stops, ends after this many; the next one goes on. */
const batchesPerRun = 100;

export async function deleteOldEvents(
  parts: { readonly database: HostmasterDatabase; readonly clock: MachineClock },
  kept: { readonly eventsMs: number; readonly eventBytesPerWorkspace: number },
): Promise<number> {
  const { database, clock } = parts;
  const before = Math.max(0, clock.now() - kept.eventsMs);
  const bytesMax = kept.eventBytesPerWorkspace;
  let deleted = 0;
  for (let batch = 0; batch < batchesPerRun; batch += 1) {
    const [aged] = await database.all(listAgedStreams, { before, limit: 1 });
    const stream = aged ?? (await database.first(findFullStream, { bytes: bytesMax }));
    if (stream === undefined) break;
    const { workspaceId } = stream;
    deleted += await deleteStart(database, { workspaceId, before, bytesMax });
  }
  return deleted;
}

function deleteStart(
  database: HostmasterDatabase,
  {
    workspaceId,
    before,
    bytesMax,
  }: { readonly workspaceId: string; readonly before: number; readonly bytesMax: number },
): Promise<number> {
  return persist(database, {
    ...ofWorkspace(workspaceId, 'alone'),
    async load(reader) {
      const [stream, oldest] = await Promise.all([
        reader.first(lockStream, { workspaceId }),
        reader.all(listOldestIds, { workspaceId, limit: batchSize + 1 }),
      ]);
      return { stream, oldest };
    },
    decide({ stream, oldest }) {
      if (stream === undefined) return { answer: 0, change: noChange };
      let { bytes } = stream;
      const kept = oldest.findIndex(({ idBase, dataBytes }, index) => {
        if (index === batchSize || (timeOfId(idBase) >= before && bytes <= bytesMax)) return true;
        bytes = Math.max(0, bytes - eventBytes(dataBytes));
        return false;
      });
      const first = kept === -1 ? undefined : oldest[kept];
      const firstSeq = first?.seq ?? stream.lastSeq + 1;
      const oldestAt = first === undefined ? null : timeOfId(first.idBase);
      return {
        answer: kept === -1 ? oldest.length : kept,
        change: {
          rows: [
            statement('deleteEventsBefore', { workspaceId, firstSeq }),
            update(eventStreams, { workspaceId }, { firstSeq, oldestAt, bytes }),
          ],
        },
      };
    },
  });
}
