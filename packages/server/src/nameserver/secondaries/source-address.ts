/**
 * The address that messages to a secondary leave from. Secondaries allow the primary by its address,
 * and a host with several would otherwise choose by its routes.
 */
import { isIPv6 } from 'node:net';
import { isLoopback } from '../../base/addresses/loopback.ts';

/** The first of the same family; a loopback address reaches loopback only. */
export function sourceFor(
  address: string,
  sources: readonly string[],
): { readonly sourceAddress?: string } {
  const source = sources.find(
    (each) => isIPv6(each) === isIPv6(address) && (!isLoopback(each) || isLoopback(address)),
  );
  return source === undefined ? {} : { sourceAddress: source };
}
