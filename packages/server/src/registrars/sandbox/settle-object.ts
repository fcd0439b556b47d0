/**
 * Stores the state changes of an object that are due: a decision, a year added at expiry, the end of
 * redemption. No timer runs: the next command that touches the object stores them, so every process
 * sees the same outcome, even after a clock steps back.
 */
import { addYears } from '../../domains/add-years.ts';
import { announce } from './announce.ts';
import {
  completeObject,
  deleteObject,
  findTransaction,
  settleTransaction,
  updateObject,
} from './queries.ts';
import type { RegistryMoment } from './registry-command.ts';
import {
  type GracePeriod,
  readGracePeriods,
  readStatuses,
  standingOf,
  withStatus,
} from './registry-object.ts';
import { doneReply, resultCode } from './registry-reply.ts';
import type { ObjectRow, RegistryTx } from './schema.ts';

/** Expects the row locked. Returns it as it is afterwards; null when the name is free again. */
export async function settleObject(
  tx: RegistryTx,
  row: ObjectRow,
  now: RegistryMoment,
): Promise<ObjectRow | null> {
  if (row.purges_at !== null && row.purges_at <= now.calendar) {
    await tx.run(deleteObject, { name: row.name });
    return null;
  }
  const decided = await settleCreation(tx, row, now);
  return decided === null ? null : settleExpiry(tx, decided, now);
}

async function settleCreation(
  tx: RegistryTx,
  row: ObjectRow,
  now: RegistryMoment,
): Promise<ObjectRow | null> {
  const id = row.pending_transaction;
  const standing = standingOf(row, now.machine);
  if (id === null || standing === 'pending') return row;
  const { name, sponsor } = row;
  const transaction = await tx.first(findTransaction, { sponsor, id });
  await announce(tx, now, {
    sponsor,
    text: standing === 'declined' ? 'The registration was declined.' : 'The name is registered.',
    event: {
      kind: 'decision',
      name,
      succeeded: standing !== 'declined',
      clientTransactionId: transaction?.client_transaction ?? null,
      transactionId: id,
    },
  });
  if (standing === 'declined') {
    const message = row.decline_reason ?? '';
    await tx.run(deleteObject, { name });
    await tx.run(settleTransaction, { sponsor, id, code: resultCode.policyViolation, message });
    return null;
  }
  const statuses = JSON.stringify(
    withStatus(readStatuses(row), { status: 'pendingCreate', isSet: false }),
  );
  const { code, message } = doneReply(row.expires_at);
  await tx.run(completeObject, { name, statuses });
  await tx.run(settleTransaction, { sponsor, id, code, message });
  return { ...row, statuses, pending_transaction: null, settles_at: null };
}

/** Each expiry that has passed adds a year and its auto-renew grace period. */
async function settleExpiry(
  tx: RegistryTx,
  row: ObjectRow,
  now: RegistryMoment,
): Promise<ObjectRow> {
  const { autoRenewGraceMs } = now.policy;
  if (autoRenewGraceMs === null || row.settles_at !== null || row.purges_at !== null) return row;
  let renewed = row;
  while (renewed.expires_at <= now.calendar) {
    const until = renewed.expires_at + autoRenewGraceMs;
    const period: GracePeriod = { kind: 'autoRenewPeriod', until };
    renewed = {
      ...renewed,
      expires_at: addYears(renewed.expires_at, 1),
      grace_periods: JSON.stringify([...readGracePeriods(renewed), period]),
    };
    await announce(tx, now, {
      sponsor: row.sponsor,
      text: 'The name was renewed automatically.',
      event: { kind: 'auto-renewed', name: row.name },
    });
  }
  if (renewed !== row) await tx.run(updateObject, renewed);
  return renewed;
}
