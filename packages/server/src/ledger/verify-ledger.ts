/** Recomputes the whole ledger from its entries and explains every cent that does not fit. */
import { listPages } from '@hostmaster/storage';
import { foldTerms, type Term } from '../domains/terms.ts';
import {
  countLedgerEntries,
  listAccounts,
  listDomainTerms,
  listHolds,
  listPaidTopUps,
} from '../storage/queries/credits/ledger.ts';
import { sumReceipts } from '../storage/queries/credits/receipts.ts';
import { listSpendings, sumSpending } from '../storage/queries/credits/spendings.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { monthAfter } from './funds.ts';
import { heldAccount, revenueAccount, workspaceAccount } from './ledger-accounts.ts';
import { explainUnlinked, verifyLedgerChain } from './verify-ledger-chains.ts';

export interface LedgerReport {
  readonly ok: boolean;
  readonly accounts: number;
  readonly transfers: number;
  readonly problems: readonly string[];
}

const pageSize = 500;

export async function verifyLedger(database: HostmasterDatabase): Promise<LedgerReport> {
  return database.snapshot(verifySnapshot);
}

async function verifySnapshot(reader: HostmasterReader): Promise<LedgerReport> {
  const problems: string[] = [];
  const accounts = await verifyAccounts(reader, problems);
  await verifyHolds(reader, problems);
  await verifyTerms(reader, problems);
  await verifyTopUps(reader, problems);
  await verifyReceipts(reader, problems);
  await verifySpendings(reader, problems);
  const unlinked = await explainUnlinked(reader);
  if (unlinked !== null) problems.push(unlinked);
  const entries = (await reader.first(countLedgerEntries, {}))?.count ?? 0;
  return { ok: problems.length === 0, accounts, transfers: Number(entries), problems };
}

/** Every stored balance is the sum of its entries, none is negative, all sums cancel out; and the hash chains. */
async function verifyAccounts(reader: HostmasterReader, problems: string[]): Promise<number> {
  let count = 0;
  let totalCents = 0;
  for await (const account of pages((after) =>
    reader.all(listAccounts, { after, limit: pageSize }),
  )) {
    count += 1;
    const sumCents = Number(account.creditedCents) - Number(account.debitedCents);
    totalCents += sumCents;
    if (account.workspaceId !== null) {
      const problem = await verifyLedgerChain(reader, account.workspaceId);
      if (problem !== null) problems.push(`${account.id}: ${problem}`);
    }
    if (account.balanceCents === null) continue;
    if (account.balanceCents !== sumCents) {
      problems.push(
        `${account.id}: the balance is ${account.balanceCents} cents, its transfers add up to ${sumCents}.`,
      );
    }
    if (account.balanceCents < 0) {
      problems.push(`${account.id}: the balance is negative (${account.balanceCents} cents).`);
    }
  }
  if (totalCents !== 0)
    problems.push(`All accounts together hold ${totalCents} cents instead of 0.`);
  return count;
}

/** A hold belongs to one term; pending, posted and voided agree on both sides. */
async function verifyHolds(reader: HostmasterReader, problems: string[]): Promise<void> {
  const stateOf = { post: 'posted', void: 'voided' } as const;
  for await (const hold of pages((after) => reader.all(listHolds, { after, limit: pageSize }))) {
    if (hold.termId === null) {
      problems.push(`${hold.id}: ${hold.amountCents} cents are held for no term.`);
      continue;
    }
    const kind = hold.settlementKind;
    const settledAs = kind === 'post' || kind === 'void' ? stateOf[kind] : 'pending';
    if (hold.termState !== settledAs) {
      problems.push(
        `${hold.id}: its term ${hold.termId} is ${hold.termState}, the ledger has ${settledAs}.`,
      );
    }
    if (kind === null) continue;
    const to = kind === 'post' ? revenueAccount : hold.fromAccount;
    if (
      hold.settlementAmountCents !== hold.amountCents ||
      hold.settlementFrom !== heldAccount ||
      hold.settlementTo !== to
    ) {
      problems.push(
        `${hold.id}: ${hold.amountCents} cents were held, ${hold.settlementAmountCents} went from ${hold.settlementFrom} to ${hold.settlementTo}.`,
      );
    }
  }
}

/** The stored expiry of a domain is the fold over its terms. */
async function verifyTerms(reader: HostmasterReader, problems: string[]): Promise<void> {
  let current: DomainTerms | undefined;
  for await (const row of rowsOf(listPages(reader, listDomainTerms, {}))) {
    if (current?.id !== row.id) {
      if (current !== undefined) problems.push(...explainTerms(current));
      current = {
        id: row.id,
        name: row.name,
        state: row.state,
        expiresAt: row.registration.expiresAt,
        terms: [],
      };
    }
    if (row.years === null || row.termState === null || row.acceptedAt === null) continue;
    const { years, termState: state, acceptedAt, endsAt } = row;
    current.terms.push({ years, state, acceptedAt, endsAt });
  }
  if (current !== undefined) problems.push(...explainTerms(current));
}

/** Every paid top-up was credited once: a unique index allows one top-up per transfer. */
async function verifyTopUps(reader: HostmasterReader, problems: string[]): Promise<void> {
  for await (const topUp of pages((after) =>
    reader.all(listPaidTopUps, { after, limit: pageSize }),
  )) {
    if (
      topUp.transferKind === 'top_up' &&
      topUp.transferTo === workspaceAccount(topUp.workspaceId) &&
      topUp.transferAmountCents === topUp.amountCents
    ) {
      continue;
    }
    problems.push(
      `${topUp.id}: ${topUp.amountCents} cents were paid for ${topUp.workspaceId}, ${topUp.transferAmountCents} were credited to ${topUp.transferTo}.`,
    );
  }
}

/** Receipts are numbered without gaps. */
async function verifyReceipts(reader: HostmasterReader, problems: string[]): Promise<void> {
  const sums = await reader.first(sumReceipts, {});
  const [last, count, highest] = [sums?.lastNumber, sums?.count, sums?.highest].map((value) =>
    Number(value ?? 0),
  );
  if (count === last && highest === last) return;
  problems.push(
    `receipts: ${count} were issued, the highest number is ${highest}, the next follows ${last}.`,
  );
}

/** The spending of a key or member in a month is the sum of its holds that were not returned. */
async function verifySpendings(reader: HostmasterReader, problems: string[]): Promise<void> {
  for await (const spending of rowsOf(listPages(reader, listSpendings, {}))) {
    const { workspaceId, spenderId, monthAt, spentCents } = spending;
    const held = await reader.first(sumSpending, {
      account: workspaceAccount(workspaceId),
      spenderId,
      from: monthAt,
      to: monthAfter(monthAt),
    });
    if (Number(held?.cents ?? 0) === spentCents) continue;
    problems.push(
      `${spenderId}: ${spentCents} cents were spent in ${iso(monthAt).slice(0, 7)}, its transfers add up to ${held?.cents}.`,
    );
  }
}

interface DomainTerms {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly expiresAt: number;
  readonly terms: Term[];
}

function explainTerms(domain: DomainTerms): string[] {
  const subject = `${domain.name} (${domain.id})`;
  if (domain.terms.length === 0) return [`${subject}: it has no term.`];
  const fold = foldTerms(domain.terms);
  if (fold === null) {
    return domain.state === 'failed'
      ? []
      : [`${subject}: every term is voided, yet it is ${domain.state}.`];
  }
  if (fold.expiresAt === domain.expiresAt) return [];
  return [
    `${subject}: the expiry is ${iso(domain.expiresAt)}, its terms give ${iso(fold.expiresAt)}.`,
  ];
}

async function* rowsOf<Row>(pages: AsyncGenerator<readonly Row[]>): AsyncGenerator<Row> {
  for await (const rows of pages) yield* rows;
}

async function* pages<Row extends { id: string }>(
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after = '';
  for (;;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
