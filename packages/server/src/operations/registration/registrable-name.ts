/** Refuses names that cannot be registered here, whatever the registry says. */
import { invalidRequest, Refusal } from '../../base/errors.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { findOffer, type Price } from '../../domains/pricing.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { requireWholeWorkspace } from '../../workspaces/permission.ts';
import type { ReadCall } from '../operation.ts';
import { loadOffers } from '../prices/load-prices.ts';

export function requireDomainName(text: string): string {
  const name = normaliseDomainName(text);
  if (name !== null) return name;
  throw invalidRequest({ path: 'domain', message: 'must be a domain name such as example.com' });
}

/** A key for certain domains brings no others. */
export function requireAnyName({ actor }: ReadCall, verb: 'register' | 'transfer'): void {
  requireWholeWorkspace(actor, verb);
}

/** Some registries take names by tables of characters, and none for other scripts. */
export function requireAcceptedScript({ services }: ReadCall, name: string): void {
  const message = services.registrar.capabilitiesFor(name).scriptProblem;
  if (message !== null) throw invalidRequest({ path: 'domain', message });
}

/** The workspace's price of a name that can be registered. */
export async function requirePrice(
  reader: HostmasterReader,
  call: ReadCall,
  name: string,
): Promise<Price> {
  const offer = findOffer(name, await loadOffers(reader, call, [name]));
  if (offer === null) {
    const message = `names under .${name.slice(name.lastIndexOf('.') + 1)} cannot be registered here`;
    throw new Refusal('unsupported_tld', `domain: ${message}`, {
      fields: [{ path: 'domain', message }],
    });
  }
  if (!offer.isRegistrable) {
    throw invalidRequest({
      path: 'domain',
      message: `must be one label under .${offer.suffix}, and not a reserved one`,
    });
  }
  return offer.price;
}
