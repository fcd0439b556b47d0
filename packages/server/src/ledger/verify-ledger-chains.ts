/** Proves that the ledger entries of all workspaces are as they were written (docs/adr/0041). */
import { listPages } from '@hostmaster/storage';
import { ChainCheck, chainStart, findUnlinked, linkedFrom } from '../base/hash-chain.ts';
import { firstIdAt } from '../base/ids.ts';
import {
  findChainStart,
  findChains,
  listLedgerLinks,
  listLedgerWithLinks,
} from '../storage/queries/events/hash-chains.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredLedgerEntry } from '../storage/tables/credits/ledger-entries.ts';
import { ledgerDigest } from './ledger-digest.ts';

/** The first problem of the chain of a workspace, if any. */
export async function verifyLedgerChain(
  reader: HostmasterReader,
  workspaceId: string,
): Promise<string | null> {
  const chains = await reader.first(findChains, { workspaceId });
  const check = new ChainCheck({ firstSeq: 1, anchor: chainStart });
  for await (const links of listPages(reader, listLedgerLinks, { workspaceId })) {
    for (const link of links) {
      const problem = check.take(link, isPresent(link) ? ledgerDigest(link) : null);
      if (problem !== null) return problem;
    }
  }
  return check.end(chains?.ledgerSeq ?? 0);
}

/** The first entry that must have a link and has none, if any. */
export async function explainUnlinked(reader: HostmasterReader): Promise<string | null> {
  const start = await reader.first(findChainStart, {});
  const from = linkedFrom(start?.chainedAt ?? null);
  if (from === null) return null;
  const id = await findUnlinked(
    (after) => reader.all(listLedgerWithLinks, { after, limit: 500 }),
    firstIdAt('trf', from),
  );
  return id === null ? null : `${id}: it is not in the hash chain of its workspace.`;
}

type Nullable<T> = { readonly [F in keyof T]: T[F] | null };

function isPresent(link: Nullable<StoredLedgerEntry>): link is StoredLedgerEntry {
  return link.id !== null;
}
