/**
 * The named statements that changes use: writes that compute in the store, with its clock or with
 * values that nobody has loaded. All other writes are rows (row-write.ts).
 */

import { insertEvents, raiseCounter } from './queries/events.ts';
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
import { moveBalance } from './queries/ledger.ts';
import { insertTerm } from './queries/terms.ts';
import { insertRaise } from './queries/zone-journal.ts';
import { raiseZoneRevision } from './queries/zone-revisions.ts';
import { closeZone, openZone, raiseSerial } from './queries/zones.ts';
import { statementsOf } from './row-write.ts';

export const statements = {
  closeZone,
  deleteJob,
  insertEvents,
  insertJob,
  insertJobInIdleLane,
  insertMailJob,
  insertRaise,
  insertTarget,
  insertTerm,
  moveBalance,
  openZone,
  putBack,
  raiseCounter,
  raiseSerial,
  raiseZoneRevision,
  storeAnswer: reserveKey,
  wakeLane,
} as const;

export const { statement, statementOfOne } = statementsOf(statements);
