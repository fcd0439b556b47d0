/**
 * POST /v1/domains/transfers. One transaction holds the credits, reserves the name and enqueues the
 * job that requests the transfer. Until it has succeeded, the domain is not listed; its records can be
 * prepared.
 */
import { Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { centsToCredits } from '../../base/money.ts';
import { type Price, transferCostCents } from '../../domains/pricing.ts';
import { transferCommand } from '../../fulfilment/job-kinds.ts';
import { hold } from '../../ledger/ledger.ts';
import {
  archiveFailedDomain,
  findHeldDomains,
  insertDomain,
} from '../../storage/queries/domains.ts';
import { insertTerm } from '../../storage/queries/terms.ts';
import { insertTransferIn } from '../../storage/queries/transfers-in.ts';
import { command } from '../../storage/query.ts';
import type { HostmasterReader, HostmasterTx } from '../../storage/schema.ts';
import type { Domain, PremiumPrice } from '../../storage/tables/domains.ts';
import { recordFact } from '../../workspaces/activity.ts';
import { requireRoom } from '../../workspaces/workspace-quota.ts';
import { checkRegistration } from '../availability.ts';
import { applyOperation, type Call, type ReadCall } from '../operation.ts';
import { parseMaxCredits, requireConsent } from '../price-consent.ts';
import { requirePrivacyOffered } from '../privacy.ts';
import { newDomain, normaliseContact } from '../register-domain.ts';
import { requireAcceptedScript, requireDomainName, requirePrice } from '../registrable-name.ts';
import { keepRecords } from './keep-records.ts';
import { loadTransfer, transferView } from './own-transfer.ts';

export interface TransferOffer {
  readonly price: Price;
  readonly premium: PremiumPrice | null;
}

/** Of the term; the registry's date counts once the transfer has succeeded. */
const years = 1;

export const createTransfer = applyOperation('createTransfer', {
  parse(input, call) {
    if (call.actor.domainNames !== null) {
      throw new Refusal('forbidden', 'This key is limited to certain domains and cannot transfer.');
    }
    const name = requireDomainName(input.domain);
    requireAcceptedScript(call, name);
    if (input.privacyEnabled === true) requirePrivacyOffered(call, name);
    return {
      name,
      years,
      authCode: input.authCode.trim(),
      autoRenew: input.autoRenew ?? false,
      privacyEnabled: input.privacyEnabled ?? false,
      contact: normaliseContact(input.contact),
      maxCents: parseMaxCredits(input.maxCredits),
    };
  },

  prepare: (reader, call, { name }) => offerTransfer(reader, call, name),

  async apply(tx, call, parsed, offer: TransferOffer) {
    const { name } = parsed;
    const { workspaceId } = call.actor;
    const { limits } = call.services.rules;
    await requireRoom(tx, 'openTransfers', { workspaceId, now: call.now, limits });
    const domain = { ...newDomain(call, parsed, offer.premium), visible: false };
    const [, inserted] = await tx.batch([
      command(archiveFailedDomain, { workspaceId, name }),
      command(insertDomain, domain),
    ]);
    if (inserted === 0) {
      await requireElsewhere(tx, call, name);
      throw notElsewhere();
    }
    const amountCents = transferCostCents(offer);
    requireConsent(amountCents, parsed.maxCents);
    const id = await begin(tx, call, { domain, amountCents, authCode: parsed.authCode });
    await keepRecords(tx, call, domain);
    recordFact(tx, {
      id: call.operationId,
      at: call.now,
      actor: call.actor,
      fact: {
        kind: 'domain.transfer_started',
        domain: name,
        transferId: id,
        credits: centsToCredits(amountCents),
      },
    });
    return { transfer: transferView(await loadTransfer(tx, call, id)) };
  },
});

/** What a transfer of the name costs; refuses a name that cannot be transferred. */
export async function offerTransfer(
  reader: HostmasterReader,
  call: ReadCall,
  name: string,
): Promise<TransferOffer> {
  const price = await requirePrice(reader, call.actor.workspaceId, name);
  requireTransfers(call, name);
  await requireElsewhere(reader, call, name);
  const availability = await checkRegistration(reader, call, name);
  if (availability?.available === true) {
    throw refusal('This name is not registered. Register it instead.');
  }
  return { price, premium: availability?.premium ?? null };
}

/** Holds the credits and enqueues the job; returns the id of the transfer. */
async function begin(
  tx: HostmasterTx,
  { now: at, services }: Call,
  order: { readonly domain: Domain; readonly amountCents: number; readonly authCode: string },
): Promise<string> {
  const { amountCents } = order;
  const { id: domainId, workspaceId, name } = order.domain;
  const [termId, id] = [newId('trm'), newId('tin')];
  const reason = `Transfer of ${name} from another registrar`;
  await hold(tx, { workspaceId, amountCents, reason, at }, (holdId) => [
    command(insertTerm, {
      id: termId,
      domainId,
      kind: 'registration',
      years,
      state: 'pending',
      acceptedAt: at,
      holdId,
      automatic: false,
    }),
    command(insertTransferIn, {
      id,
      workspaceId,
      domainId,
      termId,
      status: 'pending',
      reason: null,
      action: null,
      authCode: services.secrets.seal(order.authCode),
      isCancelling: false,
      until: null,
      createdAt: at,
      updatedAt: at,
    }),
    transferCommand(tx, { domainId }),
  ]);
  return id;
}

function requireTransfers({ services }: ReadCall, name: string): void {
  if (services.registrar.capabilitiesFor(name).transfers) return;
  const suffix = name.slice(name.indexOf('.') + 1);
  throw refusal(`Names under .${suffix} cannot be transferred to this service.`);
}

/** A name of another workspace is refused like one that the registry has for us already. */
async function requireElsewhere(
  reader: HostmasterReader,
  call: ReadCall,
  name: string,
): Promise<void> {
  const held = await reader.first(findHeldDomains, { names: [name] });
  if (held === undefined) return;
  if (held.workspaceId !== call.actor.workspaceId) throw notElsewhere();
  const isIncoming = held.state === 'provisioning' && !held.visible;
  throw refusal(
    isIncoming
      ? 'A transfer of this domain is open already.'
      : 'This domain is in this workspace already.',
  );
}

function notElsewhere(): Refusal {
  return refusal('This name cannot be transferred to this service at the moment.');
}

function refusal(message: string): Refusal {
  return new Refusal('not_transferable', message);
}
