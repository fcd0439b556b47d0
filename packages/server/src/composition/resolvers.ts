/** The resolvers that the service asks. */
import { getServers } from 'node:dns';
import type { Upstream } from '../base/ask-resolvers.ts';
import { parseResolver } from '../base/setting-addresses.ts';
import type { Config } from '../config/config.ts';
import type { Stores } from './open-stores.ts';

export function upstreamOf(
  config: Config,
  { clock, random, stopping }: Pick<Stores, 'clock' | 'random' | 'stopping'>,
): Upstream {
  return { servers: resolversOf(config), clock, random, stopping };
}

/** The configured resolvers, or those of the system. */
export function resolversOf({ resolvers }: Pick<Config, 'resolvers'>): Config['resolvers'] {
  const system = getServers().map(parseResolver);
  return resolvers.length > 0 ? resolvers : system.filter((server) => server !== null);
}
