/**
 * Deletes events that are older than their retention, from the start of each stream. Only the streams
 * whose oldest event is too old are visited, so a run costs by what it deletes.
 */
import type { MachineClock } from '../base/clock.ts';
import { timeOfId } from '../base/ids.ts';
import {
  deleteEventsBefore,
  listAgedStreams,
  listOldestIds,
  lockStream,
  setOldest,
} from '../storage/queries/events.ts';
import type { HostmasterDatabase, HostmasterTx } from '../storage/schema.ts';

/** Small enough that other writers of the workspace wait a few milliseconds at most. */
const batchSize = 500;
/** A run, also the last one before the service stops, ends after this many; the next one goes on. */
const batchesPerRun = 20;

export async function deleteOldEvents(
  parts: { readonly database: HostmasterDatabase; readonly clock: MachineClock },
  keptMs: number,
): Promise<number> {
  const { database, clock } = parts;
  const before = Math.max(0, clock.now() - keptMs);
  let deleted = 0;
  for (let batch = 0; batch < batchesPerRun; batch += 1) {
    const [stream] = await database.all(listAgedStreams, { before, limit: 1 });
    if (stream === undefined) break;
    const { workspaceId } = stream;
    deleted += await database.transaction((tx) => deleteStart(tx, { workspaceId, before }));
  }
  return deleted;
}

async function deleteStart(
  tx: HostmasterTx,
  { workspaceId, before }: { readonly workspaceId: string; readonly before: number },
): Promise<number> {
  const stream = await tx.first(lockStream, { workspaceId });
  if (stream === undefined) return 0;
  const oldest = await tx.all(listOldestIds, { workspaceId, limit: batchSize + 1 });
  const isOld = ({ idBase }: { readonly idBase: string }) => timeOfId(idBase) < before;
  const kept = oldest.findIndex((event, index) => index === batchSize || !isOld(event));
  const first = kept === -1 ? undefined : oldest[kept];
  const firstSeq = first?.seq ?? stream.lastSeq + 1;
  const deleted = await tx.run(deleteEventsBefore, { workspaceId, firstSeq });
  const oldestAt = first === undefined ? null : timeOfId(first.idBase);
  await tx.run(setOldest, { workspaceId, firstSeq, oldestAt });
  return deleted;
}
