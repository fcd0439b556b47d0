/** Asks nameservers whether they answer with the zone that this service publishes. */
import { Name, type ResourceRecord, rrTypes, soaCodec } from '@hostmaster/dns';
import { LongWork, type LongWorkOptions } from '../fairness/long-work.ts';
import { OutsideCallError, outsideCall } from '../outside-call.ts';
import { addressesOf, askNameserver, type NameserverSource } from './ask-nameservers.ts';

/** A zone, and the primary that its SOA names: secondaries have it from the transfer. */
export interface AskedZone {
  readonly owner: string;
  readonly zone: string;
  readonly primary: string;
}

/** Those of the hosts that answer with the zone, from each of their addresses that answers. */
export type FindServing = (asked: AskedZone, hosts: readonly string[]) => Promise<string[]>;

export interface ServingPlaces extends LongWorkOptions {
  /** What has one piece of work under way, and a line behind it. */
  ownerOf(asked: AskedZone): string;
}

/** Workspaces that ask at the same time in a process; requests of one that wait. */
export const requestPlaces: ServingPlaces = {
  placesMax: 16,
  waitingMax: 2,
  ownerOf: ({ owner }) => owner,
};

/**
 * Domains of bulk operations that are asked about at the same time in a process. A workspace has at most as many as a
 * slice attempts together (bulk/run-bulk.ts): none of these is refused, and they leave the places of requests alone.
 */
export const bulkPlaces: ServingPlaces = {
  placesMax: 16,
  waitingMax: 2,
  ownerOf: ({ zone }) => zone,
};

const totalMs = 8_000;

export function servingFinder(source: NameserverSource, places: ServingPlaces): FindServing {
  const work = new LongWork(places);
  const { stopping } = source.upstream;
  const limit = { peer: 'the nameservers', totalMs, stopping };
  return async (asked, hosts) => {
    if (hosts.length === 0) return [];
    const serving = new Set<string>();
    try {
      await work.run(places.ownerOf(asked), () =>
        outsideCall(limit, async ({ signal }) => {
          const bounded = { ...source, upstream: { ...source.upstream, stopping: signal } };
          const ask = async (host: string) => {
            if (await isServing(bounded, asked, host)) serving.add(host);
          };
          await Promise.all(hosts.map(ask));
        }),
      );
    } catch (error) {
      if (!(error instanceof OutsideCallError) || error.reason === 'stopped') throw error;
    }
    // Those that have answered in time.
    return hosts.filter((host) => serving.has(host));
  };
}

async function isServing(
  source: NameserverSource,
  { zone, primary }: AskedZone,
  host: string,
): Promise<boolean> {
  let isAnswered = false;
  for (const address of await addressesOf(source, host)) {
    const replies = await askNameserver(source, address, { name: zone, types: [rrTypes.SOA] });
    const [reply] = replies ?? [];
    if (reply === undefined) continue;
    const isOurs = reply.answers.some((record) => isSoaOf(record, { zone, primary }));
    if (!reply.authoritative || !isOurs) return false;
    isAnswered = true;
  }
  return isAnswered;
}

function isSoaOf(
  { name, type, rdata }: ResourceRecord,
  { zone, primary }: Pick<AskedZone, 'zone' | 'primary'>,
): boolean {
  if (type !== rrTypes.SOA || !name.equals(Name.parse(zone))) return false;
  return soaCodec.decode(rdata).primary.equals(Name.parse(primary));
}
