/** Everything the page of one domain shows: dates, prices, contact, and why something failed. */

import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { readList } from '@hostmaster/storage';
import { domainNotFound } from '../base/errors.ts';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { centsToCredits } from '../base/money.ts';
import { isTurningOff } from '../domains/dnssec-phase.ts';
import { nextAutoRenewalAt, releasesAt } from '../domains/lifecycle.ts';
import { addressOf } from '../operations/contacts/ask-registrant.ts';
import { resendRegistrantLink } from '../operations/contacts/confirm-registrant.ts';
import { getContact } from '../operations/contacts/get-contact.ts';
import { getDomain } from '../operations/domains/get-domain.ts';
import { isPrivacyOffered } from '../operations/domains/privacy.ts';
import { isChangeable, loadDomain } from '../operations/loading.ts';
import type { Call } from '../operations/operation.ts';
import { zoneVersion } from '../operations/records/versions.ts';
import { quoteRenewal } from '../operations/renewal/quote-renewal.ts';
import { viewOf } from '../operations/transfers/answer-transfer-out.ts';
import { isPending } from '../operations/views.ts';
import { findRegistrantAddress } from '../storage/queries/contacts/registrant-addresses.ts';
import { findDnssec } from '../storage/queries/domains/domain-dnssec.ts';
import { findHold } from '../storage/queries/domains/domain-holds.ts';
import { findDomainById } from '../storage/queries/domains/domains.ts';
import { findFailure } from '../storage/queries/events/activity.ts';
import { findPendingRestore } from '../storage/queries/renewal/restores.ts';
import { listTermsWithCost } from '../storage/queries/renewal/terms.ts';
import { findPendingTransferOut } from '../storage/queries/transfers/transfers-out.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import type { Handlers } from './dashboard-handler.ts';
import { restorableUntil } from './listed-status.ts';

type Details = DashboardOutput<'getDomainDetails'>['domain'];

export const domainHandlers = {
  async getDomainDetails({ services, call }, input) {
    return services.database.snapshot(async (reader) => {
      const { id } = await loadDomain(reader, call, input.domain);
      const row = await reader.first(findDomainById, { id });
      if (row === undefined || row.state === 'released' || row.state === 'incoming') {
        throw domainNotFound();
      }
      const { domain } = await getDomain.read(reader, call, input);
      const hold = await reader.first(findHold, { domainId: id });
      const dnssec = await reader.first(findDnssec, { domainId: id });
      const owner = await getContact.read(reader, call, input);
      // Contacts and prices are for those who may see the whole workspace.
      const { readsAll } = call.actor;
      const { rules } = call.services;
      return {
        domain: {
          ...domain,
          pendingFulfillment: isPending(row),
          state: row.state,
          failure: domain.status === 'failed' ? await failureOf(reader, call, row) : null,
          isPremium: row.registration.premium !== null,
          isTransferLocked: row.transferOut.transferLocked,
          isPrivacyOffered: isPrivacyOffered(call, row.name),
          holdReason: hold?.isHeld === true ? hold.reason : null,
          restorableUntil: isoTimeOrNull(restorableUntil(row, call)),
          isRestoring: (await reader.first(findPendingRestore, { domainId: id })) !== undefined,
          transferOut: await transferOutOf(reader, row),
          contact: readsAll ? { organization: '', address2: '', ...owner.contact } : null,
          registrantAddress: readsAll ? await registrantAddressOf(reader, row) : null,
          isContactPending: owner.pending,
          zoneVersion: zoneVersion(row),
          defaultNameservers: [...rules.defaultNameservers],
          isDnssecEnding: dnssec !== undefined && isTurningOff(dnssec.phase),
          terms: readsAll ? await termsOf(reader, row) : [],
          expiringSoonAt: isoTime(row.registration.expiresAt - rules.expiringSoonMs),
          autoRenewAt: autoRenewAt(row, call),
          graceEndsAt: isoTime(releasesAt(row, rules)),
          renewalQuotes: readsAll ? await renewalQuotes(reader, call, row) : [],
        },
      };
    });
  },

  async sendRegistrantLink(request, input) {
    const { throttle } = request.services;
    throttle.askForMail(request.address, 'registrant');
    const mayMail = () => throttle.mayMail(input.domain, 'registrant');
    return request.persist(resendRegistrantLink(request.call, input, mayMail));
  },
} satisfies Partial<Handlers>;

async function renewalQuotes(
  reader: HostmasterReader,
  call: Call,
  row: Domain,
): Promise<Details['renewalQuotes']> {
  const quotes = await quoteRenewal(reader, call, row);
  return quotes.map(({ years, costCents, expiresAt }) => ({
    years,
    credits: centsToCredits(costCents),
    expiresAt: isoTime(expiresAt),
  }));
}

async function registrantAddressOf(
  reader: HostmasterReader,
  { workspaceId, owner: { contact } }: Domain,
): Promise<Details['registrantAddress']> {
  const address = addressOf(contact);
  const asked = await reader.first(findRegistrantAddress, { workspaceId, address });
  if (asked === undefined) return null;
  const { askedAt, confirmedAt, overdueAt, dueAt } = asked;
  const open = overdueAt === null ? 'waiting' : 'overdue';
  const status = confirmedAt === null ? open : 'confirmed';
  const until = status === 'waiting' ? dueAt : null;
  return { status, askedAt: isoTime(askedAt), dueAt: isoTimeOrNull(until) };
}

async function failureOf(
  reader: HostmasterReader,
  call: Call,
  { name }: Domain,
): Promise<string | null> {
  const { workspaceId } = call.actor;
  const entry = await reader.first(findFailure, { workspaceId, subject: name });
  const reason = entry?.details.reason;
  return typeof reason === 'string' ? reason : null;
}

async function transferOutOf(
  reader: HostmasterReader,
  { id, name, transferOut: { transferOutUntil } }: Domain,
): Promise<Details['transferOut']> {
  if (transferOutUntil === null) return null;
  const request = await reader.first(findPendingTransferOut, { domainId: id });
  return request === undefined ? null : viewOf(name, request);
}

async function termsOf(reader: HostmasterReader, { id }: Domain): Promise<Details['terms']> {
  const terms = await readList(reader, listTermsWithCost, { domainId: id });
  return terms.map((term) => ({
    kind: term.kind,
    years: term.years,
    state: term.state,
    isAutomatic: term.automatic,
    acceptedAt: isoTime(term.acceptedAt),
    credits: centsToCredits(term.amountCents),
  }));
}

/** Null when it is off, or when no further attempt is due before expiry. */
function autoRenewAt(domain: Domain, { now }: Call): string | null {
  const at = isChangeable(domain) ? nextAutoRenewalAt(domain) : null;
  return at === null ? null : isoTime(Math.max(at, now));
}
