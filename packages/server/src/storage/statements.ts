/**
 * The named statements that changes use: writes that compute in the store, with its clock or with
 * values that were not loaded. All other writes are rows (row-write.ts).
 */

import { setOwnerChange } from './queries/contacts/owner-changes.ts';
import {
  sealBulk,
  sealOwnerChange,
  sealRegistrant,
  sealSavedContact,
} from './queries/contacts/sealed-contacts.ts';
import { moveBalance } from './queries/credits/ledger.ts';
import { moveSpending } from './queries/credits/spendings.ts';
import { deleteEventsBefore, insertEvents, raiseStreams } from './queries/events/events.ts';
import {
  deleteActivityLinksThrough,
  deleteActivityThrough,
  insertLinks,
  moveActivityAnchor,
} from './queries/events/hash-chains.ts';
import { deleteOldAnswers, reserveKey } from './queries/idempotency-keys.ts';
import {
  deleteJob,
  extendLease,
  insertJob,
  insertJobInIdleLane,
  insertLeasedJob,
  insertMailJob,
  leaseJobs,
  putBack,
  runJobNow,
  wakeLane,
} from './queries/jobs/jobs.ts';
import { setLastUses } from './queries/keys/api-keys.ts';
import { deleteOldBudgets } from './queries/mail/mails.ts';
import { deleteOldLogins } from './queries/people/command-line-logins.ts';
import { deleteOldDevices } from './queries/people/devices.ts';
import { deleteOldInvitations } from './queries/people/invitations.ts';
import { deleteOldTokens } from './queries/people/link-tokens.ts';
import { deleteOldChallenges } from './queries/people/passkeys.ts';
import { deleteOldSessions, touchSession } from './queries/people/sessions.ts';
import { upsertPrice } from './queries/prices/prices.ts';
import {
  setChangedAt,
  setComparedAt,
  setEndedAt,
  setRefusal,
  setSendsAuthCode,
} from './queries/registry/registry-notes.ts';
import { insertTerm } from './queries/renewal/terms.ts';
import { noteExchange } from './queries/secondaries/secondary-exchanges.ts';
import { confirmSerial } from './queries/secondaries/zone-confirmations.ts';
import { requireMigration } from './queries/settings/contact-sealing.ts';
import { setOwnerChangedAt } from './queries/transfers/domain-moves.ts';
import { rotateSecret } from './queries/webhooks/webhooks.ts';
import { insertTarget, makeOwnTargetsDue, updateTarget } from './queries/zones/flattening.ts';
import { deleteSomeNames, deleteSomeSignatures, makeSerialsDue } from './queries/zones/signing.ts';
import {
  deleteOldJournal,
  dropJournals,
  insertCatalogRaise,
  insertRaise,
  lightenJournal,
  shortenJournal,
} from './queries/zones/zone-journal.ts';
import {
  lowerRevisionBytes,
  pruneRevisionParts,
  pruneRevisions,
  raiseZoneRevision,
} from './queries/zones/zone-revisions.ts';
import {
  closeZone,
  createCatalog,
  markDelisted,
  markListed,
  openZone,
  raiseAllSerials,
  raiseCatalogSerial,
  raiseSerial,
  raiseSerialFloors,
} from './queries/zones/zones.ts';
import { statementsOf } from './row-write.ts';

export const statements = {
  closeZone,
  confirmSerial,
  createCatalog,
  deleteActivityThrough,
  deleteEventsBefore,
  deleteJob,
  deleteActivityLinksThrough,
  deleteOldAnswers,
  deleteOldBudgets,
  deleteOldChallenges,
  deleteOldDevices,
  deleteOldJournal,
  deleteOldSessions,
  deleteOldLogins,
  deleteOldTokens,
  deleteOldInvitations,
  deleteSomeNames,
  deleteSomeSignatures,
  dropJournals,
  extendLease,
  insertCatalogRaise,
  insertEvents,
  insertJob,
  insertJobInIdleLane,
  insertLeasedJob,
  insertLinks,
  insertMailJob,
  insertRaise,
  insertTarget,
  insertTerm,
  leaseJobs,
  lightenJournal,
  lowerRevisionBytes,
  makeOwnTargetsDue,
  makeSerialsDue,
  markDelisted,
  markListed,
  moveActivityAnchor,
  moveBalance,
  moveSpending,
  noteExchange,
  openZone,
  pruneRevisionParts,
  pruneRevisions,
  putBack,
  raiseAllSerials,
  raiseCatalogSerial,
  raiseStreams,
  raiseSerial,
  raiseSerialFloors,
  raiseZoneRevision,
  requireMigration,
  rotateSecret,
  runJobNow,
  sealBulk,
  sealOwnerChange,
  sealRegistrant,
  sealSavedContact,
  setChangedAt,
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
