/** What a domain needs before the registry gets DS records for it. */
import { Refusal } from '../../base/errors.ts';
import { formatDay } from '../../notices/notice-dates.ts';
import type { DomainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';
import type { Domain, DomainWith } from '../../storage/tables/domains/domains.ts';
import type { OperationServices } from '../operation.ts';
import { requireNoTransferOut, requireRegistered } from '../transfers/transfer-lock.ts';

/** `now` is calendar time. */
export interface ReadyCall {
  readonly services: Pick<OperationServices, 'registrar'>;
  readonly now: number;
}

export function requireReady(call: ReadyCall, domain: Domain): void {
  requireRegistered(domain);
  requireNoTransferOut(domain);
  if (!call.services.registrar.capabilitiesFor(domain.name).dnssec) {
    throw unavailable(
      'The registry of this domain takes no DS records, so that resolvers could not validate it. DNSSEC cannot be turned on.',
    );
  }
  requireStaying(call, domain);
}

/** Another operator can sign the zone only while this service does not. */
export function requireUnsignedHere(
  { zone: { signing } }: DomainWith<'signing'>,
  row: Pick<DomainDnssec, 'foreignDs'> | undefined,
): void {
  if (signing !== 'off' || (row !== undefined && row.foreignDs === null)) {
    throw unavailable(
      'This domain is signed here. Turn DNSSEC off first, and wait until it is off.',
    );
  }
}

/** A DS record that stays behind would break the name. */
function requireStaying({ now }: Pick<ReadyCall, 'now'>, domain: Domain): void {
  if (domain.registration.expiresAt <= now) {
    throw unavailable('This domain has expired. Renew it first.');
  }
  const { authCodeExpiresAt } = domain.transferOut;
  if (authCodeExpiresAt !== null && authCodeExpiresAt > now) {
    throw unavailable(
      `This domain can be transferred to another registrar with its auth code until ${formatDay(authCodeExpiresAt)}. Turn DNSSEC on after that.`,
    );
  }
}

export function unavailable(message: string): Refusal {
  return new Refusal('dnssec_unavailable', message);
}
