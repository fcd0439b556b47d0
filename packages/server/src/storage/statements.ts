/**
 * The named statements that changes use: writes that compute in the store, with its clock or with
 * values that nobody has loaded. All other writes are rows (row-write.ts).
 */

import { insertTarget } from './queries/flattening.ts';
import { reserveKey } from './queries/idempotency-keys.ts';
import {
  deleteJob,
  insertJob,
  insertJobInIdleLane,
  insertMailJob,
  putBack,
  wakeLane,
} from './queries/jobs.ts';
import { creditAccount, debitAccount } from './queries/ledger.ts';
import { insertTerm } from './queries/terms.ts';
import { raiseZoneRevision } from './queries/zone-revisions.ts';
import { closeZone, openZone } from './queries/zones.ts';
import { statementsOf } from './row-write.ts';

export const statements = {
  closeZone,
  creditAccount,
  debitAccount,
  deleteJob,
  insertJob,
  insertJobInIdleLane,
  insertMailJob,
  insertTarget,
  insertTerm,
  openZone,
  putBack,
  raiseZoneRevision,
  storeAnswer: reserveKey,
  wakeLane,
} as const;

export const { statement, statementOfOne } = statementsOf(statements);
