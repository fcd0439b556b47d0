/**
 * What a decision makes true: plain data, which a test can compare. The sections are independent of
 * each other; writes-of.ts turns them into rows.
 */
import type { ServiceEvent } from '../base/events.ts';
import type { NewTerm } from '../domains/new-term.ts';
import type { FactEntry } from '../facts/fact.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { NewMail } from '../notices/new-mail.ts';
import type { RowWrite } from '../storage/row-write.ts';
import type { JobWrite } from './job-write.ts';
import type { ZoneEdit } from './zone-edit.ts';

export interface Change {
  /** In their order, before the other sections. */
  readonly rows?: readonly RowWrite[];
  /** Terms that were bought; each has a hold in the ledger. */
  readonly terms?: readonly NewTerm[];
  /** Rows that refer to these terms. */
  readonly termRows?: readonly RowWrite[];
  readonly ledger?: readonly LedgerEntry[];
  readonly jobs?: readonly JobWrite[];
  readonly zones?: readonly ZoneEdit[];
  readonly mails?: readonly NewMail[];
  readonly facts?: readonly FactEntry[];
  /** Beside those that follow from jobs, zones and facts. */
  readonly announce?: readonly ServiceEvent[];
}

export const noChange: Readonly<Change> = {};

/** The changes as one, each section in their order. */
export function combine(...changes: readonly Change[]): Change {
  return {
    rows: changes.flatMap(({ rows }) => rows ?? []),
    terms: changes.flatMap(({ terms }) => terms ?? []),
    termRows: changes.flatMap(({ termRows }) => termRows ?? []),
    ledger: changes.flatMap(({ ledger }) => ledger ?? []),
    jobs: changes.flatMap(({ jobs }) => jobs ?? []),
    zones: changes.flatMap(({ zones }) => zones ?? []),
    mails: changes.flatMap(({ mails }) => mails ?? []),
    facts: changes.flatMap(({ facts }) => facts ?? []),
    announce: changes.flatMap(({ announce }) => announce ?? []),
  };
}
