/** Asks recursive resolvers for the keys that a zone publishes. */
import { Name, rrTypes } from '@hostmaster/dns';
import { askUpstream, type Upstream } from './ask-resolvers.ts';

/** The data of the DNSKEY records of a zone; null when no resolver answers. */
export type FindDnskeys = (zone: string) => Promise<readonly Uint8Array[] | null>;

const timeoutMs = 1_000;
const serversMax = 2;

export function dnskeyFinder(upstream: Upstream): FindDnskeys {
  const asked = { ...upstream, servers: upstream.servers.slice(0, serversMax), timeoutMs };
  return async (zone) => {
    // The zone may have a DS record that is wrong, and its keys are needed all the same.
    const question = { host: Name.parse(zone), type: rrTypes.DNSKEY, isUnchecked: true };
    return (await askUpstream(asked, question))?.rdata ?? null;
  };
}
