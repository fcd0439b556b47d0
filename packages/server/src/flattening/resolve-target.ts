/** Resolves a target to its addresses, link by link, through our own zones and the resolver. */
import { Name, rrTypes } from '@hostmaster/dns';
import { askUpstream, type Upstream } from '../base/dns/ask-resolvers.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { lookUpOwnZone } from './own-zone-lookup.ts';

export interface Resolution {
  /** Per address family: the addresses, or null when a lookup failed. */
  readonly v4: readonly Uint8Array[] | null;
  readonly v6: readonly Uint8Array[] | null;
  /** The smallest TTL of the chain; infinite when the chain has no record. */
  readonly ttlSeconds: number;
  /** The first of our own zones on the chain. */
  readonly ownZone: string | null;
}

/** Longer chains are cut off: they are loops or mistakes. */
const hostsMax = 12;

export async function resolveTarget(
  services: {
    readonly reader: HostmasterReader;
    readonly upstream: Upstream;
    readonly nameservers: readonly string[];
  },
  target: string,
): Promise<Resolution> {
  const found = { v4: [] as Uint8Array[], v6: [] as Uint8Array[] };
  const failed = { v4: false, v6: false };
  const seen = new Set<string>();
  const waiting = [target];
  let ttlSeconds = Number.POSITIVE_INFINITY;
  let ownZone: string | null = null;
  for (let host = waiting.shift(); host !== undefined; host = waiting.shift()) {
    if (seen.has(host) || seen.size >= hostsMax) continue;
    seen.add(host);
    const own = await lookUpOwnZone(services.reader, {
      host,
      nameservers: services.nameservers,
    });
    if (own !== null) {
      ownZone ??= own.zone;
      ttlSeconds = Math.min(ttlSeconds, own.ttlSeconds);
      for (const rdata of own.addresses) (rdata.length === 4 ? found.v4 : found.v6).push(rdata);
      waiting.push(...own.next.map((name) => name.toHostname()));
      continue;
    }
    const name = Name.parse(host);
    const [v4, v6] = await Promise.all([
      askUpstream(services.upstream, { host: name, type: rrTypes.A }),
      askUpstream(services.upstream, { host: name, type: rrTypes.AAAA }),
    ]);
    failed.v4 ||= v4 === null;
    failed.v6 ||= v6 === null;
    found.v4.push(...(v4?.rdata ?? []));
    found.v6.push(...(v6?.rdata ?? []));
    for (const answer of [v4, v6]) {
      if (answer === null) continue;
      ttlSeconds = Math.min(ttlSeconds, answer.ttlSeconds);
      if (answer.next !== null) waiting.push(answer.next.toHostname());
    }
  }
  return {
    v4: failed.v4 ? null : found.v4,
    v6: failed.v6 ? null : found.v6,
    ttlSeconds,
    ownZone,
  };
}
