/** Opens DNS as configured: the server, the UPDATE handler and the resolver for flattening. */
import type { Logger } from 'pino';
import { ConfigError } from '../base/setting-values.ts';
import type { Config } from '../config/config.ts';
import { createUpdateHandlers } from '../dns-update/answer-update.ts';
import { FlatteningRefresher } from '../flattening/refresher.ts';
import { type ListenAddress, ListenError } from '../nameserver/listen-everywhere.ts';
import { type Dns, type DnsMetrics, startDns } from '../nameserver/start-nameserver.ts';
import { TlsCertificate } from '../nameserver/tls-certificate.ts';
import type { Stores } from './open-stores.ts';
import { upstreamOf } from './resolvers.ts';

/** Other processes announce and serve what this one changes. */
const noDns: Dns = { addresses: [], tlsAddresses: [], chores: [], close: async () => {} };

export async function openDns(
  config: Config,
  parts: Pick<Stores, 'database' | 'secrets' | 'clock' | 'random' | 'stopping' | 'longWork'> & {
    readonly log: Logger;
    readonly metrics: DnsMetrics;
  },
): Promise<Dns> {
  if (!config.roles.has('dns')) return noDns;
  const listen = [...config.dnsListen, ...tlsListen(config, parts)];
  try {
    return await startDns({
      ...parts,
      ...createUpdateHandlers({
        ...parts,
        limits: config.limits,
        soaDefaults: config.soaDefaults,
        rate: config.updateRate,
      }),
      limits: config.limits,
      soaDefaults: config.soaDefaults,
      responseRate: config.dnsRate,
      transferRate: config.updateRate,
      nsid: config.dnsNsid,
      version: config.dnsVersion,
      workers: config.dnsWorkers,
      catalog: config.catalogZone,
      sources: config.dnsSources,
      listen,
      operatorEmail: config.operatorEmail,
      links: config,
    });
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    const { host, port } = error.listen;
    throw new ConfigError(
      `${error.listen.secureContext === undefined ? 'HOSTMASTER_DNS_LISTEN' : 'HOSTMASTER_DNS_TLS_LISTEN'} ${host} port ${port} cannot be listened on (${error.code}); choose another, or off.`,
    );
  }
}

/** The addresses of DNS over TLS with the certificate, which must be usable at the start. */
function tlsListen(
  config: Config,
  parts: Pick<Stores, 'clock'> & { readonly log: Logger },
): ListenAddress[] {
  if (config.dnsTls === null) return [];
  const { listen, ...files } = config.dnsTls;
  try {
    const certificate = new TlsCertificate(files, parts);
    return listen.map((place) => ({ ...place, secureContext: () => certificate.context }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `HOSTMASTER_DNS_TLS_CERTIFICATE and HOSTMASTER_DNS_TLS_KEY cannot be used: ${reason}`,
    );
  }
}

export function createRefresher(
  config: Config,
  parts: Pick<Stores, 'database' | 'clock' | 'random' | 'stopping'> & { readonly log: Logger },
): FlatteningRefresher {
  const { database, clock, random, stopping, log } = parts;
  return new FlatteningRefresher({
    database,
    log,
    upstream: upstreamOf(config, { clock, random, stopping }),
    nameservers: config.nameservers,
    arePrivateAllowed: config.mode === 'sandbox',
  });
}
