/** Asks recursive resolvers for the keys that a zone publishes, and for the DS records of its parent. */
import { DnsFormatError, Name, presentRdata, rrTypes } from '@hostmaster/dns';
import { askUpstream, type Upstream } from './ask-resolvers.ts';

/** The data of the DNSKEY records of a zone; null when no resolver answers. */
export type FindDnskeys = (zone: string) => Promise<readonly Uint8Array[] | null>;

/** The DS records of a zone as text, in upper case; null when no resolver answers. */
export type FindDs = (zone: string) => Promise<readonly string[] | null>;

const timeoutMs = 1_000;
const serversMax = 2;

export function dnskeyFinder(upstream: Upstream): FindDnskeys {
  return (zone) => ask(upstream, zone, rrTypes.DNSKEY);
}

export function dsFinder(upstream: Upstream): FindDs {
  return async (zone) => {
    const type = rrTypes.DS;
    const found = await ask(upstream, zone, type);
    try {
      return found?.map((rdata) => presentRdata({ type, rdata }).toUpperCase()) ?? null;
    } catch (error) {
      if (error instanceof DnsFormatError) return null;
      throw error;
    }
  };
}

async function ask(
  upstream: Upstream,
  zone: string,
  type: number,
): Promise<readonly Uint8Array[] | null> {
  const asked = { ...upstream, servers: upstream.servers.slice(0, serversMax), timeoutMs };
  // The zone may have a DS record that is wrong, and its records are needed all the same.
  const question = { host: Name.parse(zone), type, isUnchecked: true };
  return (await askUpstream(asked, question))?.rdata ?? null;
}
