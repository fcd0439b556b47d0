/** Loads a transfer of the caller's workspace, and shows it in the form of the contract. */
import { Refusal } from '../../base/errors.ts';
import { isoTime } from '../../base/iso-time.ts';
import { centsToCredits } from '../../base/money.ts';
import { lockDomainById } from '../../storage/queries/domains/domains.ts';
import { findTransferIn } from '../../storage/queries/transfers/transfers-in.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import type { Term } from '../../storage/tables/renewal/terms.ts';
import type { TransferIn } from '../../storage/tables/transfers/transfers-in.ts';
import { reaches } from '../../workspaces/actor.ts';
import type { Call, ReadCall } from '../operation.ts';

export interface ShownTransfer extends TransferIn {
  readonly name: string;
  readonly termState: Term['state'] | string;
  readonly amountCents: number;
}

export async function loadTransfer(
  reader: HostmasterReader,
  call: Pick<ReadCall, 'actor'>,
  id: string,
): Promise<ShownTransfer> {
  const found = await reader.first(findTransferIn, { workspaceId: call.actor.workspaceId, id });
  if (found === undefined || !reaches(call.actor, found.name)) throw transferNotFound();
  return found;
}

/** With its domain locked. */
export async function loadTransferLocked(
  reader: HostmasterReader,
  call: Pick<Call, 'actor'>,
  id: string,
): Promise<{ readonly transfer: ShownTransfer; readonly domain: Domain }> {
  const { domainId } = await loadTransfer(reader, call, id);
  const [domain, transfer] = await Promise.all([
    reader.first(lockDomainById, { id: domainId }),
    // Again, because it may have changed before the lock was there.
    loadTransfer(reader, call, id),
  ]);
  if (domain === undefined) throw transferNotFound();
  return { transfer, domain };
}

export function isOpenTransfer({ status }: Pick<TransferIn, 'status'>): boolean {
  return status !== 'succeeded' && status !== 'failed' && status !== 'cancelled';
}

export function requireOpen(transfer: TransferIn): void {
  if (isOpenTransfer(transfer)) return;
  const { status } = transfer;
  const what = status === 'cancelled' ? 'was cancelled' : `has ${status}`;
  throw new Refusal('transfer_ended', `This transfer ${what} and can no longer be changed.`);
}

function transferNotFound(): Refusal {
  return new Refusal('transfer_not_found', 'This workspace has no transfer with this id.');
}

const beingCancelled = 'The transfer is being cancelled at the registry.';

export function transferView(transfer: ShownTransfer) {
  const { id, name: domain, status, action, isCancelling } = transfer;
  return {
    id,
    domain,
    status,
    reason: isCancelling ? beingCancelled : transfer.reason,
    action,
    creditsCharged: transfer.termState === 'voided' ? 0 : centsToCredits(transfer.amountCents),
    createdAt: isoTime(transfer.createdAt),
    updatedAt: isoTime(transfer.updatedAt),
  };
}
