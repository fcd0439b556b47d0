/** A secondary as operators see it. */
import { presentSocketAddress } from '../../base/addresses/socket-address.ts';
import type { StoredSecondary } from '../../storage/tables/secondaries/secondaries.ts';

/** A new one is `unknown` until it was asked. */
export function secondaryState({
  reachedAt,
  unreachableSince,
}: Pick<StoredSecondary, 'reachedAt' | 'unreachableSince'>): 'answers' | 'silent' | 'unknown' {
  if (unreachableSince !== null) return 'silent';
  return reachedAt === null ? 'unknown' : 'answers';
}

/** With their ports. */
export function secondaryAddresses(
  secondary: Pick<StoredSecondary, 'address' | 'port' | 'otherAddresses'>,
): string[] {
  return [secondary, ...secondary.otherAddresses].map(({ address, port }) =>
    presentSocketAddress(address, port),
  );
}
