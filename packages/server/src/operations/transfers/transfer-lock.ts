/** The transfer lock as the API shows it, and what forbids to lift it. */

import type { EntityOf } from '@hostmaster/storage';
import { Refusal } from '../../base/errors.ts';
import { isoTimeOrNull } from '../../base/iso-time.ts';
import { type TransferBar, transferBar } from '../../domains/transfer-bar.ts';
import { formatDay } from '../../notices/notice-dates.ts';
import { findMoves } from '../../storage/queries/transfers/domain-moves.ts';
import { findWorkspaceEmail } from '../../storage/queries/workspaces/workspaces.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Domain, DomainWith } from '../../storage/tables/domains/domains.ts';
import type { domainMoves } from '../../storage/tables/transfers/domain-moves.ts';
import { loadLocked } from '../loading.ts';
import type { ReadCall } from '../operation.ts';
import { isPending } from '../views.ts';

type Moves = EntityOf<typeof domainMoves>;

export interface LockState {
  readonly isLocked: boolean;
  readonly bar: TransferBar | null;
}

/** When a domain came from another registrar, and when its owner changed. */
export function loadMoves(
  reader: HostmasterReader,
  { id: domainId }: Pick<Domain, 'id'>,
): Promise<Moves | undefined> {
  return reader.first(findMoves, { domainId });
}

/** The domain, locked, with what a change of its transfer lock needs. */
export async function loadLock(reader: HostmasterReader, call: ReadCall, pathName: string) {
  const [domain, workspace] = await Promise.all([
    loadLocked(reader, call, pathName),
    reader.first(findWorkspaceEmail, { id: call.actor.workspaceId }),
  ]);
  const moves = await loadMoves(reader, domain);
  return { domain, moves, workspaceEmail: workspace?.email ?? null };
}

/** Where the registry has no lock, only the time after a registration, a transfer or a new owner counts. */
export function lockStateOf(
  call: ReadCall,
  domain: DomainWith<'name' | 'createdAt' | 'transferLocked'>,
  moves: Moves | undefined,
): LockState {
  const { registrar, rules } = call.services;
  const dates = {
    createdAt: domain.registration.createdAt,
    transferredAt: moves?.transferredAt ?? null,
    ownerChangedAt: moves?.ownerChangedAt ?? null,
  };
  const bar = transferBar(dates, { now: call.now, lockMs: rules.transferLockMs });
  const { transferLock } = registrar.capabilitiesFor(domain.name);
  return { isLocked: transferLock ? domain.transferOut.transferLocked : bar !== null, bar };
}

export function lockView({ isLocked, bar }: LockState) {
  return {
    locked: isLocked,
    lockedUntil: isoTimeOrNull(bar?.until ?? null),
    reason: bar?.reason ?? null,
  };
}

const sentences = {
  registration: 'It was registered recently.',
  transfer: 'It was transferred to us recently.',
  owner_change: 'Its owner changed recently.',
};

export function requireUnbarred({ bar }: LockState): void {
  if (bar === null) return;
  throw new Refusal(
    'transfer_locked',
    `This domain stays locked until ${formatDay(bar.until)}. ${sentences[bar.reason]}`,
  );
}

export function requireUnlocked(state: LockState): void {
  if (!state.isLocked) return;
  requireUnbarred(state);
  throw new Refusal('transfer_locked', 'Turn off the transfer lock of this domain first.');
}

/** The auth code of a registration that is under way proves that it is ours. */
export function requireRegistered(domain: Pick<Domain, 'state'>): void {
  if (!isPending(domain)) return;
  throw new Refusal('domain_pending', 'The registry has not confirmed the registration yet.');
}

/** The registry changes nothing about a name while a transfer is pending. */
export function requireNoTransferOut({
  transferOut: { transferOutUntil },
}: DomainWith<'transferOutUntil'>): void {
  if (transferOutUntil === null) return;
  throw new Refusal(
    'transfer_out_pending',
    'Another registrar has requested this domain. Approve or deny the transfer in the dashboard or with the link in our email, or wait until it is decided.',
  );
}
