/** What the operations on secondaries of a domain share: where one may be, and how it is shown. */
import { parseIpAddress, presentIpAddress } from '@hostmaster/dns';
import { isPublicAddress } from '../../base/addresses/public-address.ts';
import { parseSocketAddress, presentSocketAddress } from '../../base/addresses/socket-address.ts';
import { invalidRequest } from '../../base/errors.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import type { DomainSecondary } from '../../storage/tables/domain-secondaries/domain-secondaries.ts';

const portDefault = 53;

/** As for webhooks: the service sends to this address, so it must be public outside the sandbox. */
export function parseSecondaryAddress(
  text: string,
  { allowsPrivate }: { readonly allowsPrivate: boolean },
): Pick<DomainSecondary, 'address' | 'port'> {
  const parsed = parseSocketAddress(text);
  const octets = parseIpAddress(parsed?.address ?? '');
  const port = parsed?.port ?? portDefault;
  const refuse = (message: string) => invalidRequest({ path: 'address', message });
  if (octets === null || port === 0) {
    throw refuse('must be an IP address such as 198.51.100.53 or [2001:db8::53]:5353');
  }
  if (!allowsPrivate && !isPublicAddress(octets)) throw refuse('must be a public address');
  return { address: presentIpAddress(octets), port };
}

export function secondaryView(stored: DomainSecondary) {
  return {
    id: stored.id,
    address: presentSocketAddress(stored.address, stored.port),
    keyName: stored.keyName,
    createdAt: isoTime(stored.createdAt),
    askedAt: isoTimeOrNull(stored.askedAt),
    fetchedAt: isoTimeOrNull(stored.fetchedAt),
    fetchedSerial: stored.fetchedSerial,
    notifiedAt: isoTimeOrNull(stored.notifiedAt),
    notifyAnswer: stored.notifyAnswer,
  };
}
