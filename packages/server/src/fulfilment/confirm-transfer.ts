/**
 * The registry has transferred a domain to us. It keeps its nameservers and dates; its zone is served
 * with the records that were prepared. A job sends the owner's contact, the lock, the privacy setting
 * and a new auth code: those of the previous owner end here.
 */
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import { nextDueAt } from '../domains/lifecycle.ts';
import { postMail } from '../mail/outbox.ts';
import { transferSucceeded } from '../mail/transfer-in-notices.ts';
import { postTerm } from '../operations/close-term.ts';
import { newAuthCode } from '../registrars/auth-code.ts';
import type { RegistryDomain } from '../registrars/registrar.ts';
import { setTransferredAt } from '../storage/queries/domain-moves.ts';
import { setOwnerChange } from '../storage/queries/owner-changes.ts';
import { setSendsAuthCode } from '../storage/queries/registry-notes.ts';
import { findTerm } from '../storage/queries/terms.ts';
import { setTermEnd, setTransferredIn, updateTransferIn } from '../storage/queries/transfers-in.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { openZone } from '../zones/publication/publish-change.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { enqueueConvergence } from './job-kinds.ts';
import { conclude, type TransferWork } from './transfer-work.ts';

export async function confirmTransfer(
  context: FulfilmentContext,
  work: TransferWork,
  found: RegistryDomain,
): Promise<true> {
  const { expiresAt } = found;
  if (expiresAt === null) throw new Error('The registry shows no expiry date of the name.');
  return conclude(context, work, async (tx, { transfer, domain }, at) => {
    const live: Domain = {
      ...domain,
      state: 'live',
      visible: true,
      nameservers: found.nameservers.length > 0 ? found.nameservers : domain.nameservers,
      authCode: context.secrets.seal(newAuthCode()),
      createdAt: found.createdAt ?? at,
      expiresAt,
      registryExpiresAt: expiresAt,
      noticedUntil: at,
      desiredRevision: domain.desiredRevision + 1,
    };
    await settleMoney(tx, { termId: transfer.termId, expiresAt, at });
    await tx.run(setTransferredIn, { ...live, dueAt: nextDueAt(live, context.rules) });
    await tx.run(setTransferredAt, { domainId: domain.id, at });
    await tx.run(updateTransferIn, {
      ...transfer,
      status: 'succeeded',
      reason: null,
      action: null,
      authCode: null,
      isCancelling: false,
      until: null,
      updatedAt: at,
    });
    await openZone(tx, live);
    await replaceOwner(tx, live, at);
    const { workspaceId, name } = domain;
    const facts = { workspaceId, name, transferId: transfer.id, expiresAt };
    await postMail(tx, { workspaceId, at, notice: transferSucceeded(context.links, facts) });
    return {
      kind: 'domain.transfer_succeeded',
      domain: name,
      transferId: transfer.id,
      expiresAt: isoTime(expiresAt),
    };
  });
}

/** The expiry of the registry counts, with the year that it may have added. */
async function settleMoney(
  tx: HostmasterTx,
  { termId, expiresAt, at }: { termId: string; expiresAt: number; at: number },
): Promise<void> {
  const term = await tx.first(findTerm, { id: termId });
  if (term === undefined) throw new Error(`${termId} is gone.`);
  await postTerm(tx, term, at);
  await tx.run(setTermEnd, { id: termId, endsAt: expiresAt });
}

/** At the registry the domain has still the contact and the auth code of its previous owner. */
async function replaceOwner(tx: HostmasterTx, domain: Domain, at: number): Promise<void> {
  const { id: domainId, contact } = domain;
  await tx.run(setOwnerChange, { domainId, id: newId('act'), contact, requestedAt: at });
  await tx.run(setSendsAuthCode, { domainId, sends: true });
  await enqueueConvergence(tx, { domainId });
}
