/**
 * A workspace's entries, newest first, each with the balance after it. The balance after the
 * newest entry of a page is the current balance minus all newer entries; the others are computed
 * backwards from it, including entries that are not listed. A page is read in one snapshot. Pages
 * agree with each other because entries never change.
 */
import { type StatementKind, statementKinds } from '@hostmaster/contract/dashboard';
import {
  findBalanceAfter,
  listCredited,
  listDebited,
  sumHeld,
  sumNewer,
} from '../storage/queries/credits/statement-lines.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { describeCredited, describeDebited } from './describe-entry.ts';
import { workspaceAccount } from './ledger-accounts.ts';

export interface StatementEntry {
  readonly id: string;
  readonly at: number;
  readonly kind: StatementKind;
  readonly description: string;
  readonly domain: string | null;
  /** Negative when it left the balance. */
  readonly deltaCents: number;
  readonly balanceCents: number;
  readonly state: 'settled' | 'pending' | 'returned';
}

export interface StatementPage {
  readonly workspaceId: string;
  readonly kind?: StatementKind;
  readonly from?: number;
  readonly to?: number;
  /** Only entries older than this one. */
  readonly before?: string;
  readonly limit: number;
}

type Movement = Omit<StatementEntry, 'balanceCents'>;

/** Sorts after every id. */
const lastId = 'trf_zzz';

export async function readStatement(
  database: HostmasterDatabase,
  page: StatementPage,
): Promise<{ entries: StatementEntry[]; next: string | null }> {
  return database.snapshot((reader) => readPage(reader, page));
}

export async function heldInTotalCents(
  reader: HostmasterReader,
  workspaceId: string,
): Promise<number> {
  const row = await reader.first(sumHeld, { account: workspaceAccount(workspaceId) });
  return row?.heldCents ?? 0;
}

async function readPage(
  reader: HostmasterReader,
  page: StatementPage,
): Promise<{ entries: StatementEntry[]; next: string | null }> {
  const account = workspaceAccount(page.workspaceId);
  const params = {
    account,
    before: page.before ?? lastId,
    kinds: page.kind === undefined ? statementKinds : [page.kind],
    from: page.from ?? 0,
    to: page.to ?? Number.MAX_SAFE_INTEGER,
    limit: page.limit + 1,
  };
  const credited = await reader.all(listCredited, params);
  const debited = await reader.all(listDebited, params);
  const movements: Movement[] = [
    ...credited.map((row) => ({
      id: row.id,
      at: row.at,
      kind: row.kind as StatementKind,
      description: describeCredited(row),
      domain: row.domainName,
      deltaCents: row.amountCents,
      state: 'settled' as const,
    })),
    ...debited.map((row) => ({
      id: row.id,
      at: row.at,
      kind: row.kind as StatementKind,
      description: describeDebited(row),
      domain: row.domainName,
      deltaCents: -row.amountCents,
      state: stateOf(row.termState),
    })),
  ].sort((a, b) => (a.id < b.id ? 1 : -1));
  const listed = movements.slice(0, page.limit);
  return {
    entries: await withBalances(reader, account, listed),
    next: movements.length > page.limit ? (listed.at(-1)?.id ?? null) : null,
  };
}

function stateOf(termState: string | null): StatementEntry['state'] {
  if (termState === 'pending') return 'pending';
  return termState === 'voided' ? 'returned' : 'settled';
}

async function withBalances(
  reader: HostmasterReader,
  account: string,
  movements: readonly Movement[],
): Promise<StatementEntry[]> {
  const newest = movements.at(0);
  const oldest = movements.at(-1);
  if (newest === undefined || oldest === undefined) return [];
  const anchor = await reader.first(findBalanceAfter, { account, id: newest.id });
  const sums = await reader.all(sumNewer, {
    account,
    ids: movements.map(({ id }) => id),
    oldest: oldest.id,
    newest: newest.id,
  });
  const newerCents = new Map(sums.map((row) => [row.id, row.newerCents]));
  return movements.map((movement) => ({
    ...movement,
    balanceCents: (anchor?.balanceCents ?? 0) - (newerCents.get(movement.id) ?? 0),
  }));
}
