/**
 * Who a bulk operation acts for, as they are now: a key that was revoked or a member who was removed in
 * the meantime changes nothing more, and a role or a limit that became smaller holds for what is left.
 */
import { Refusal } from '../base/errors.ts';
import { bulkRules } from '../operations/bulk/bulk-kinds.ts';
import { findMember } from '../storage/queries/people/members.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { BulkOperation } from '../storage/tables/bulk/bulk-operations.ts';
import { type Actor, userActor } from '../workspaces/actor.ts';
import { findIdentity } from '../workspaces/keys.ts';
import { requireAct } from '../workspaces/permission.ts';
import { workspaceSuspended } from '../workspaces/suspension.ts';

/** The refusal that each of the remaining domains gets, where there is one. */
export async function findRunner(
  reader: HostmasterReader,
  bulk: BulkOperation,
  machineNow: number,
): Promise<Actor | Refusal> {
  try {
    const actor =
      bulk.runnerKind === 'api_key'
        ? await keyOf(reader, bulk, machineNow)
        : await memberOf(reader, bulk);
    requireAct(actor, bulkRules[bulk.kind].act);
    return actor;
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'storage_unavailable') return error;
    throw error;
  }
}

async function keyOf(
  reader: HostmasterReader,
  { runnerId: id }: BulkOperation,
  now: number,
): Promise<Actor> {
  const identity = await findIdentity(reader, { id, now });
  if (identity === null) {
    throw new Refusal('unauthorized', 'The key of this bulk operation no longer works.');
  }
  if (identity.isSuspended) throw workspaceSuspended();
  return identity.actor;
}

async function memberOf(
  reader: HostmasterReader,
  { runnerId: userId, workspaceId }: BulkOperation,
): Promise<Actor> {
  const member = await reader.first(findMember, { userId, workspaceId });
  if (member === undefined) {
    throw new Refusal('forbidden', 'The member of this bulk operation has left the workspace.');
  }
  const { suspendedAt, role, domainNames } = member;
  if (suspendedAt !== null) throw workspaceSuspended();
  return userActor(userId, workspaceId, { role, domainNames });
}
