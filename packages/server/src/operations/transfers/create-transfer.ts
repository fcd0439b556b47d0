/**
 * POST /v1/domains/transfers. One change holds the credits, reserves the name and adds the job that
 * requests the transfer. Until it has succeeded, the domain is not listed; its records can be prepared.
 */
import { Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { centsToCredits } from '../../base/money.ts';
import { type Change, combine } from '../../changes/change.ts';
import { transferJob } from '../../changes/job-kinds.ts';
import { newTerm } from '../../domains/new-term.ts';
import { transferCostCents } from '../../domains/pricing.ts';
import { happened } from '../../facts/fact.ts';
import { loadFunds } from '../../ledger/funds.ts';
import { hold } from '../../ledger/ledger-entry.ts';
import { findHeldDomain, lockDomain } from '../../storage/queries/domains/domains.ts';
import { insert } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { type Domain, domains } from '../../storage/tables/domains/domains.ts';
import { type TransferIn, transfersIn } from '../../storage/tables/transfers/transfers-in.ts';
import { loadUse, requireRoomFor } from '../../workspaces/workspace-quota.ts';
import { requirePrivacyOffered } from '../domains/privacy.ts';
import { domainKey } from '../loading.ts';
import { type Call, changeOperation, type ReadCall } from '../operation.ts';
import { parseMaxCredits, requireConsent } from '../prices/price-consent.ts';
import { checkRegistration } from '../registration/availability.ts';
import type { AskRegistry, NameOffer } from '../registration/offer-registration.ts';
import { hiddenRows, newDomain, normaliseContact } from '../registration/register-domain.ts';
import {
  requireAcceptedScript,
  requireAnyName,
  requireDomainName,
  requirePrice,
} from '../registration/registrable-name.ts';
import { keepRecords, loadKeptRecords } from './keep-records.ts';
import { transferView } from './own-transfer.ts';

/** Years of the term; the registry's date counts once the transfer has succeeded. */
const years = 1;
const incoming = { state: 'incoming', visible: false } as const;

export const createTransfer = changeOperation('createTransfer', {
  parse(input, call) {
    requireAnyName(call, 'transfer');
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

  async prepare(reader, call, parsed) {
    const offer = await offerTransfer(reader, call, parsed.name);
    return { offer, domain: { ...newDomain(call, parsed, offer.premium), ...incoming } };
  },

  keys: ({ name }) => [domainKey(name)],
  // With some of the kept records.
  commit: 'alone',

  async load(reader, call, { name }, { domain }) {
    const { workspaceId } = call.actor;
    const [own, openTransfers, held, funds, kept] = await Promise.all([
      reader.first(lockDomain, { workspaceId, name }),
      loadUse(reader, 'openTransfers', { workspaceId, now: call.now }),
      reader.first(findHeldDomain, { name }),
      loadFunds(reader, call),
      loadKeptRecords(reader, domain, { limits: call.services.rules.limits }),
    ]);
    return { own, openTransfers, held, funds, kept };
  },

  decide(call, parsed, { openTransfers, own, held, funds, kept }, { offer, domain }) {
    const { name } = parsed;
    const { workspaceId } = call.actor;
    requireRoomFor('openTransfers', openTransfers, call.services.rules.limits);
    requireElsewhere(call, held);
    const amountCents = transferCostCents(offer);
    requireConsent(amountCents, parsed.maxCents);
    const reason = `Transfer of ${name} from another registrar`;
    const paid = hold({ workspaceId, amountCents, reason, at: call.now }, funds);
    const kind = 'registration';
    const term = newTerm(domain, { kind, years, holdId: paid.id, at: call.now });
    const transfer = newTransfer(call, { domain, termId: term.id, authCode: parsed.authCode });
    const { id: transferId } = transfer;
    // A failed registration makes room for the transfer.
    const isFailed = own?.state === 'failed';
    const archived = isFailed ? hiddenRows(own.id) : [];
    const started: Change = {
      ledger: [paid],
      terms: [term],
      termRows: [insert(transfersIn, transfer)],
      jobs: [transferJob({ domainId: domain.id })],
      facts: [
        happened(call, {
          kind: 'domain.transfer_started',
          domain: name,
          transferId,
          credits: centsToCredits(amountCents),
        }),
      ],
    };
    const shown = { ...transfer, name, termState: term.state, amountCents };
    return {
      answer: { transfer: transferView(shown) },
      change: combine(
        { rows: [...archived, insert(domains, domain)] },
        keepRecords(call, kept),
        started,
      ),
    };
  },
});

/** What a transfer of the name costs; refuses a name that cannot be transferred. */
export async function offerTransfer(
  reader: HostmasterReader,
  call: ReadCall,
  name: string,
  ask: AskRegistry = () => checkRegistration(reader, call, name),
): Promise<NameOffer> {
  const price = await requirePrice(reader, call, name);
  requireTransfers(call, name);
  requireElsewhere(call, await reader.first(findHeldDomain, { name }));
  const availability = await ask();
  if (availability?.available === true) {
    throw refusal('This name is not registered. Register it instead.');
  }
  return { price, premium: availability?.premium ?? null };
}

function newTransfer(
  { now, services }: Call,
  order: { readonly domain: Domain; readonly termId: string; readonly authCode: string },
): TransferIn {
  const { id: domainId, workspaceId } = order.domain;
  return {
    id: newId('tin'),
    workspaceId,
    domainId,
    termId: order.termId,
    status: 'pending',
    reason: null,
    action: null,
    authCode: services.secrets.seal(order.authCode),
    isCancelling: false,
    until: null,
    createdAt: now,
    updatedAt: now,
  };
}

function requireTransfers({ services }: ReadCall, name: string): void {
  if (services.registrar.capabilitiesFor(name).transfers) return;
  const suffix = name.slice(name.indexOf('.') + 1);
  throw refusal(`Names under .${suffix} cannot be transferred to this service.`);
}

/** A name of another workspace is refused like one that the registry has for us already. */
function requireElsewhere(
  call: ReadCall,
  held: Pick<Domain, 'workspaceId' | 'state'> | undefined,
): void {
  if (held === undefined) return;
  if (held.workspaceId !== call.actor.workspaceId) throw notElsewhere();
  throw refusal(
    held.state === 'incoming'
      ? 'This domain already has an open transfer.'
      : 'This domain is already in this workspace.',
  );
}

function notElsewhere(): Refusal {
  return refusal('This name cannot be transferred to this service at the moment.');
}

function refusal(message: string): Refusal {
  return new Refusal('not_transferable', message);
}
