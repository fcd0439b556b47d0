/**
 * The named statements that changes use: writes that compute in the store, with its clock or with
 * values that were not loaded. All other writes are rows (row-write.ts).
 */

import { setLastUses } from './queries/api-keys.ts';
import { deleteOldDevices } from './queries/devices.ts';
import { setOwnerChangedAt } from './queries/domain-moves.ts';
import { deleteEventsBefore, insertEvents, raiseCounter } from './queries/events.ts';
import { insertTarget, makeOwnTargetsDue, updateTarget } from './queries/flattening.ts';
import { deleteOldAnswers, reserveKey } from './queries/idempotency-keys.ts';
import {
  deleteJob,
  extendLease,
  insertJob,
  insertJobInIdleLane,
  insertMailJob,
  leaseJobs,
  putBack,
  runJobNow,
  wakeLane,
} from './queries/jobs.ts';
import { moveBalance } from './queries/ledger.ts';
import { deleteOldTokens } from './queries/link-tokens.ts';
import { setOwnerChange } from './queries/owner-changes.ts';
import { upsertPrice } from './queries/prices.ts';
import {
  setComparedAt,
  setEndedAt,
  setRefusal,
  setSendsAuthCode,
} from './queries/registry-notes.ts';
import { noteExchange } from './queries/secondary-exchanges.ts';
import { deleteOldSessions, touchSession } from './queries/sessions.ts';
import { insertTerm } from './queries/terms.ts';
import { rotateSecret } from './queries/webhooks.ts';
import { confirmSerial } from './queries/zone-confirmations.ts';
import {
  deleteOldJournal,
  dropJournals,
  insertCatalogRaise,
  insertRaise,
  shortenJournal,
} from './queries/zone-journal.ts';
import { pruneRevisions, raiseZoneRevision } from './queries/zone-revisions.ts';
import {
  closeZone,
  createCatalog,
  markDelisted,
  markListed,
  openZone,
  raiseAllSerials,
  raiseCatalogSerial,
  raiseSerial,
} from './queries/zones.ts';
import { statementsOf } from './row-write.ts';

export const statements = {
  closeZone,
  confirmSerial,
  createCatalog,
  deleteEventsBefore,
  deleteJob,
  deleteOldAnswers,
  deleteOldDevices,
  deleteOldJournal,
  deleteOldSessions,
  deleteOldTokens,
  dropJournals,
  extendLease,
  insertCatalogRaise,
  insertEvents,
  insertJob,
  insertJobInIdleLane,
  insertMailJob,
  insertRaise,
  insertTarget,
  insertTerm,
  leaseJobs,
  makeOwnTargetsDue,
  markDelisted,
  markListed,
  moveBalance,
  noteExchange,
  openZone,
  pruneRevisions,
  putBack,
  raiseAllSerials,
  raiseCatalogSerial,
  raiseCounter,
  raiseSerial,
  raiseZoneRevision,
  rotateSecret,
  runJobNow,
  setComparedAt,
  setEndedAt,
  setLastUses,
  setOwnerChange,
  setOwnerChangedAt,
  setRefusal,
  setSendsAuthCode,
  shortenJournal,
  storeAnswer: reserveKey,
  touchSession,
  updateTarget,
  upsertPrice,
  wakeLane,
} as const;

export const { statement, statementOfOne } = statementsOf(statements);
