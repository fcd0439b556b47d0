/** The resolvers that the service asks. */
import { getServers } from 'node:dns';
import type { Upstream } from '../base/dns/ask-resolvers.ts';
import { parseResolver } from '../base/setting-addresses.ts';
import type { Config } from '../config/config.ts';

export function upstreamOf(
  config: Pick<Config, 'resolvers'>,
  { clock, random, stopping }: Pick<Upstream, 'clock' | 'random' | 'stopping'>,
): Upstream {
  return { servers: resolversOf(config), clock, random, stopping };
}

/** The configured resolvers, or those of the system. */
export function resolversOf({ resolvers }: Pick<Config, 'resolvers'>): Config['resolvers'] {
  const system = getServers().map(parseResolver);
  return resolvers.length > 0 ? resolvers : system.filter((server) => server !== null);
}
