/** Proves that the activity of a workspace is as it was written (docs/adr/0041). */
import { listPages } from '@hostmaster/storage';
import {
  ChainCheck,
  type ChainPoint,
  chainStart,
  findUnlinked,
  linkedFrom,
} from '../base/hash-chain.ts';
import { firstIdAt } from '../base/ids.ts';
import { activityDigest, contentDigest, type StoredActivity } from '../facts/activity-digest.ts';
import {
  findChainStart,
  findChains,
  listActivityLinks,
  listActivityWithLinks,
} from '../storage/queries/events/hash-chains.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';

export interface ActivityProof {
  /** How many entries were compared. */
  readonly entries: number;
  /** The number and the hash of the last entry, to be kept elsewhere; null when there is none. */
  readonly head: ChainPoint | null;
  /** The first entry that is not as it was written; null when all are. */
  readonly problem: string | null;
}

/** `expected`: a head that was kept elsewhere, which the chain must still contain. */
export function verifyActivity(
  database: HostmasterDatabase,
  workspaceId: string,
  expected: ChainPoint | null = null,
): Promise<ActivityProof> {
  return database.snapshot(async (reader) => {
    const links = await verifyLinks(reader, workspaceId, expected);
    if (links.problem !== null) return links;
    return { ...links, problem: await explainUnlinked(reader, workspaceId) };
  });
}

async function verifyLinks(
  reader: HostmasterReader,
  workspaceId: string,
  expected: ChainPoint | null,
): Promise<ActivityProof> {
  const chains = await reader.first(findChains, { workspaceId });
  const check = new ChainCheck({
    firstSeq: chains?.activityFirstSeq ?? 1,
    anchor: chains?.activityAnchor ?? chainStart,
  });
  let entries = 0;
  let isFound = expected === null || isSame(expected, check.head);
  const broken = (problem: string | null) => ({ entries, head: null, problem });
  for await (const links of listPages(reader, listActivityLinks, { workspaceId })) {
    for (const link of links) {
      const problem = check.take(link, digestOf(link));
      if (problem !== null) return broken(problem);
      isFound ||= isSame(expected, link);
      entries += 1;
    }
  }
  const problem = check.end(chains?.activitySeq ?? 0);
  if (problem !== null) return broken(problem);
  if (!isFound) return broken(`Entry ${expected?.seq} has not the hash that was expected.`);
  return { entries, head: check.head.seq === 0 ? null : check.head, problem: null };
}

function isSame(expected: ChainPoint | null, { seq, hash }: ChainPoint): boolean {
  return seq === expected?.seq && hash === expected.hash;
}

interface LinkedActivity extends Nullable<StoredActivity> {
  readonly salt: string | null;
  readonly erased: string | null;
}

type Nullable<T> = { readonly [F in keyof T]: T[F] | null };

/** Null when the entry is gone. */
function digestOf(link: LinkedActivity): string | null {
  if (!isPresent(link)) return null;
  const { salt, erased, subject, details, origin } = link;
  const isEmpty = subject === '' && details === '{}' && origin === null;
  return activityDigest(
    link,
    erased !== null && isEmpty ? erased : contentDigest(salt ?? '', link),
  );
}

function isPresent(link: LinkedActivity): link is LinkedActivity & StoredActivity {
  return link.id !== null;
}

async function explainUnlinked(
  reader: HostmasterReader,
  workspaceId: string,
): Promise<string | null> {
  const start = await reader.first(findChainStart, {});
  const from = linkedFrom(start?.chainedAt ?? null);
  if (from === null) return null;
  const id = await findUnlinked(
    (after) => reader.all(listActivityWithLinks, { workspaceId, after, limit: 500 }),
    firstIdAt('act', from),
  );
  return id === null ? null : `Entry ${id} is not in the chain.`;
}
