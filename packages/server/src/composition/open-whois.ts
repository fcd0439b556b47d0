/** Opens WHOIS as configured: by default nowhere. */
import type { Logger } from 'pino';
import { TokenBuckets } from '../base/fairness/token-buckets.ts';
import { ConfigError } from '../base/setting-values.ts';
import type { Config } from '../config/config.ts';
import { answerWhois } from '../public-data/answer-whois.ts';
import { startWhoisServer, type WhoisServer } from '../public-data/whois-server.ts';
import { calendarNow, type Stores } from './open-stores.ts';

const networksMax = 20_000;

export async function openWhois(
  config: Config,
  { database, clock, log }: Pick<Stores, 'database' | 'clock'> & { readonly log: Logger },
): Promise<readonly WhoisServer[]> {
  if (!config.roles.has('api')) return [];
  const { addressRate: rate, publication: policy, limits } = config;
  const buckets =
    rate === null
      ? null
      : new TokenBuckets(
          { burst: rate.burst, everyMs: 1_000 / rate.perSecond, keysMax: networksMax },
          clock,
        );
  const parts = {
    database,
    policy,
    calendarNow: (reader: Parameters<typeof calendarNow>[0]) => calendarNow(reader, clock),
  };
  const servers: WhoisServer[] = [];
  for (const listen of config.publicData.whoisListen) {
    try {
      const server = await startWhoisServer(listen, {
        answer: (query) => answerWhois(parts, query),
        mayAsk: (network) => buckets?.take(network).isTaken ?? true,
        log,
        limits,
      });
      servers.push(server);
    } catch (error) {
      await Promise.all(servers.map((server) => server.close()));
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!/^(EADDR|EACCES)/.test(code)) throw error;
      throw new ConfigError(
        `HOSTMASTER_WHOIS_LISTEN ${listen.host} port ${listen.port} cannot be listened on (${code}); choose another, or off.`,
      );
    }
  }
  return servers;
}
