/**
 * The registry has transferred a domain to us. It keeps its nameservers and dates; its zone is served
 * with the records that were prepared. A job sends the owner's contact, the lock, the privacy setting
 * and a new auth code: those of the previous owner end here.
 */
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import { type Change, combine } from '../changes/change.ts';
import { convergenceJob } from '../changes/job-kinds.ts';
import { nextDueAt } from '../domains/lifecycle.ts';
import { mailTo } from '../notices/new-mail.ts';
import { transferSucceeded } from '../notices/transfer-in-notices.ts';
import { askRegistrant, loadRegistrantAddress } from '../operations/contacts/ask-registrant.ts';
import { postTerm } from '../operations/credits/close-term.ts';
import { endedFields } from '../operations/transfers/end-transfer.ts';
import { loadOpening, openZone } from '../publication/open-zone.ts';
import { newAuthCode } from '../registrars/auth-code.ts';
import type { RegistryDomain } from '../registrars/registrar.ts';
import { findPaidTerm } from '../storage/queries/renewal/terms.ts';
import { insert, update } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import { type DomainFields, domains } from '../storage/tables/domains/domains.ts';
import { terms } from '../storage/tables/renewal/terms.ts';
import { domainMoves } from '../storage/tables/transfers/domain-moves.ts';
import { transfersIn } from '../storage/tables/transfers/transfers-in.ts';
import { jobFact, loadRecipient } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { conclude, type LockedTransfer, type TransferWork } from './transfer-work.ts';

export async function confirmTransfer(
  context: FulfilmentContext,
  work: TransferWork,
  found: RegistryDomain,
): Promise<true> {
  const { expiresAt } = found;
  if (expiresAt === null) throw new Error('The registry shows no expiry date of the name.');
  const { termId } = work.transfer;
  return conclude(context, work, {
    load: (reader) =>
      Promise.all([
        reader.first(findPaidTerm, { id: termId }),
        loadRecipient(reader, work.domain),
        loadOpening(reader, work.domain),
        loadRegistrantAddress(reader, work.domain),
      ]),
    decide(locked, [term, recipient, targets, known]) {
      if (term === undefined) throw new Error(`${termId} is gone.`);
      const { domain, transfer, at } = locked;
      const { id, workspaceId, name } = domain;
      const transferId = transfer.id;
      const succeeded = { workspaceId, name, transferId, expiresAt };
      const notice = transferSucceeded(context.links, succeeded);
      const fact = {
        kind: 'domain.transfer_succeeded',
        domain: name,
        transferId,
        expiresAt: isoTime(expiresAt),
      } as const;
      return combine(
        postTerm(term, at),
        // The expiry of the registry counts, with the year that it may have added.
        { rows: [update(terms, { id: termId }, { endsAt: expiresAt })] },
        arrival(context, locked, { found, expiresAt }),
        openZone({ id, name }, targets),
        askRegistrant({ domain, known, workspaceEmail: recipient, at, links: context.links }),
        {
          mails: [mailTo({ workspaceId, recipient, at, notice })],
          facts: [jobFact(context, domain, { at, fact })],
        },
      );
    },
  });
}

/** At the registry the domain has still the contact and the auth code of its previous owner. */
function arrival(
  context: FulfilmentContext,
  { domain, transfer, at }: LockedTransfer,
  { found, expiresAt }: { readonly found: RegistryDomain; readonly expiresAt: number },
): Change {
  const { id: domainId } = domain;
  const { contact } = domain.owner;
  const live = {
    state: 'live',
    visible: true,
    nameservers: found.nameservers.length > 0 ? found.nameservers : domain.zone.nameservers,
    authCode: context.secrets.seal(newAuthCode()),
    createdAt: found.createdAt ?? at,
    expiresAt,
    registryExpiresAt: expiresAt,
    noticedUntil: at,
    desiredRevision: domain.registry.desiredRevision + 1,
  } satisfies Partial<DomainFields>;
  const dueAt = nextDueAt(domains.changed(domain, live), context.rules);
  const ended = endedFields({ status: 'succeeded', reason: null, at });
  return {
    rows: [
      update(domains, { id: domainId }, { ...live, dueAt }),
      insert(domainMoves, { domainId, ownerChangedAt: null, transferredAt: at }),
      update(transfersIn, { id: transfer.id }, ended),
      statement('setOwnerChange', { domainId, id: newId('act'), contact, requestedAt: at }),
      statement('setSendsAuthCode', { domainId, sends: true }),
    ],
    jobs: [convergenceJob({ domainId })],
  };
}
