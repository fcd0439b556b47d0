/** Opens DNS as configured: the server, the UPDATE handler and the resolver for flattening. */
import { getServers } from 'node:dns';
import type { Logger } from 'pino';
import { parseResolver } from '../base/setting-addresses.ts';
import { ConfigError } from '../base/setting-values.ts';
import type { Config } from '../config.ts';
import { createUpdateHandlers } from '../dns-update/answer-update.ts';
import { FlatteningRefresher } from '../flattening/refresh/refresher.ts';
import { ListenError } from '../nameserver/listen-everywhere.ts';
import { type Dns, type DnsMetrics, startDns } from '../nameserver/start-nameserver.ts';
import type { Stores } from './open-stores.ts';

export async function openDns(
  config: Config,
  parts: Pick<Stores, 'database' | 'secrets' | 'clock' | 'random'> & {
    readonly log: Logger;
    readonly metrics: DnsMetrics;
  },
): Promise<Dns> {
  const listen = config.roles.has('dns') ? config.dnsListen : [];
  try {
    return await startDns({
      ...parts,
      ...createUpdateHandlers({ ...parts, limits: config.limits, rate: config.updateRate }),
      limits: config.limits,
      responseRate: config.dnsRate,
      nsid: config.dnsNsid,
      catalog: config.catalogZone,
      sources: config.dnsSources,
      listen,
    });
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    const { host, port } = error.listen;
    throw new ConfigError(
      `HOSTMASTER_DNS_LISTEN ${host} port ${port} cannot be listened on (${error.code}); choose another, or off.`,
    );
  }
}

export function createRefresher(
  config: Config,
  parts: Pick<Stores, 'database' | 'clock' | 'random'> & { readonly log: Logger },
): FlatteningRefresher {
  const system = getServers().map(parseResolver);
  const servers =
    config.resolvers.length > 0 ? config.resolvers : system.filter((server) => server !== null);
  const { database, clock, random, log } = parts;
  return new FlatteningRefresher({
    database,
    log,
    upstream: { servers, clock, random },
    nameservers: config.nameservers,
    arePrivateAllowed: config.mode === 'sandbox',
  });
}
