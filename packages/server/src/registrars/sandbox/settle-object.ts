/**
 * Writes down a decision whose time has come. No timer does it: whoever touches the object next
 * does, so the outcome is the same whichever process asks, and stays so if a clock steps back.
 */
import { completeObject, deleteObject, settleTransaction } from './queries.ts';
import { readStatuses, standingOf, withStatus } from './registry-object.ts';
import { doneReply, resultCode } from './registry-reply.ts';
import type { ObjectRow, RegistryTx } from './schema.ts';

/** Expects the row locked. Returns it as it is afterwards; null when the registry declined. */
export async function settleObject(
  tx: RegistryTx,
  row: ObjectRow,
  machineNow: number,
): Promise<ObjectRow | null> {
  const id = row.pending_transaction;
  const standing = standingOf(row, machineNow);
  if (id === null || standing === 'pending') return row;
  const { name, sponsor } = row;
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
