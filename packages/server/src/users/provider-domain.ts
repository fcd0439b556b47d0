/**
 * Which mail addresses belong to a provider. The operator names the domain, and its DNS must say the
 * same: a TXT record that only the owner of the domain can publish. It is looked up each time that an
 * account would be linked or created by it; what is stored only keeps passwords refused.
 */
import { Name, rrTypes } from '@hostmaster/dns';
import { askUpstream, type Upstream } from '../base/dns/ask-resolvers.ts';
import { Refusal } from '../base/errors.ts';
import { findProviderDomain } from '../storage/queries/people/identities.ts';
import { insertIfAbsent, type RowWrite, updateAll } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { providerDomains } from '../storage/tables/people/provider-domains.ts';
import type { IdentityProvider } from './identity-provider.ts';

interface Binding {
  readonly domain: string;
  readonly issuer: string;
  readonly publicUrl: string;
}

/** The record that binds a domain to a provider at this service. */
export function bindingRecord({ domain, issuer, publicUrl }: Binding) {
  return {
    name: `_hostmaster-sign-in.${domain}`,
    value: `service=${new URL(publicUrl).origin} issuer=${issuer}`,
  };
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** Null when no resolver answers. */
export async function isBound(upstream: Upstream, binding: Binding): Promise<boolean | null> {
  const { name, value } = bindingRecord(binding);
  const answer = await askUpstream(upstream, { host: Name.parse(name), type: rrTypes.TXT });
  return answer === null ? null : answer.rdata.some((rdata) => textOf(rdata) === value);
}

/** The strings of a TXT record as one (RFC 7208 section 3.3 does so too). */
function textOf(rdata: Uint8Array): string {
  const parts: Buffer[] = [];
  for (let at = 0; at < rdata.length; ) {
    const end = at + 1 + (rdata[at] ?? 0);
    parts.push(Buffer.from(rdata.subarray(at + 1, end)));
    at = end;
  }
  return Buffer.concat(parts).toString('utf8');
}

export function provenDomain(
  { domain, issuer }: Pick<Binding, 'domain' | 'issuer'>,
  now: number,
): readonly RowWrite[] {
  return [
    insertIfAbsent(providerDomains, { domain, issuer, provenAt: now }),
    updateAll(providerDomains, { domain }, { issuer, provenAt: now }),
  ];
}

/** The provider that is the only way in for an address; null where there is none. */
export async function onlyProvider(
  reader: HostmasterReader,
  providers: readonly IdentityProvider[],
  email: string,
): Promise<IdentityProvider | null> {
  const domain = domainOf(email);
  const provider = providers.find(
    ({ isOnlyWay, mailDomains }) => isOnlyWay && mailDomains.includes(domain),
  );
  if (provider === undefined) return null;
  const proven = await reader.first(findProviderDomain, { domain });
  return proven?.issuer === provider.issuer ? provider : null;
}

export function signInByProvider({ name }: Pick<IdentityProvider, 'name'>): Refusal {
  return new Refusal(
    'provider_sign_in_required',
    `Your organization signs in with ${name} only. Choose it on the sign-in page.`,
  );
}
