/**
 * Deletes old revisions: those older than their age limit, except the last ones of each zone. In small
 * changes, at a cost of what is deleted.
 */
import { persist } from '../changes/persist.ts';
import { listOldestRevisions, listPrunable } from '../storage/queries/zones/zone-revisions.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { statement } from '../storage/statements.ts';
import { deleteUpTo } from './history-size.ts';

export interface RevisionRetention {
  readonly revisionsMs: number;
  readonly revisionsKept: number;
}

/** Small enough that other writers wait a few milliseconds at most. */
const batchSize = 500;
/** A run ends after this many; the next one goes on. */
const batchesPerRun = 20;

export async function deleteOldRevisions(
  parts: { readonly database: HostmasterDatabase; readonly now: number },
  { revisionsMs, revisionsKept }: RevisionRetention,
): Promise<number> {
  const { database, now } = parts;
  const prunable = await database.all(listPrunable, {
    before: now - revisionsMs,
    keptCount: revisionsKept,
    limit: batchesPerRun,
  });
  let deleted = 0;
  let batches = 0;
  for (const { domainId, revision: upTo } of prunable) {
    for (let count = batchSize; count === batchSize && batches < batchesPerRun; batches += 1) {
      count = await pruneOldest(database, { domainId, upTo });
      deleted += count;
    }
  }
  return deleted;
}

/** Returns how many were deleted, at most a batch. */
function pruneOldest(
  database: HostmasterDatabase,
  { domainId, upTo }: { readonly domainId: string; readonly upTo: number },
): Promise<number> {
  return persist(database, {
    keys: [],
    owner: '',
    commit: 'alone',
    load: (reader) => reader.all(listOldestRevisions, { domainId, upTo, limit: batchSize }),
    decide(oldest) {
      const last = oldest.at(-1);
      if (last === undefined) return { answer: 0, change: {} };
      const bytes = oldest.reduce((sum, each) => sum + each.bytes, 0);
      const rows = [
        ...deleteUpTo(domainId, last.revision),
        statement('lowerRevisionBytes', { domainId, bytes }),
      ];
      return { answer: oldest.length, change: { rows } };
    },
  });
}
