/** The one server that this API shows, and its statistics. */
import { ok, type PowerdnsRoute, unprocessable } from './route.ts';

/** The version of PowerDNS whose API this is: clients choose what they send by it. */
const apiVersion = '4.9.12';

const server = {
  autoprimaries_url: '/api/v1/servers/localhost/autoprimaries{/autoprimary}',
  config_url: '/api/v1/servers/localhost/config{/config_setting}',
  daemon_type: 'authoritative',
  id: 'localhost',
  type: 'Server',
  url: '/api/v1/servers/localhost',
  version: apiVersion,
  zones_url: '/api/v1/servers/localhost/zones{/zone}',
} as const;

export const serverRoutes: readonly PowerdnsRoute[] = [
  {
    method: 'GET',
    path: '',
    scope: 'read',
    cost: 'rows',
    handle: async () => ok([{ url: '/api/v1', version: 1 }]),
  },
  {
    method: 'GET',
    path: '/v1',
    scope: 'read',
    cost: 'rows',
    handle: async () => ok([{ api_features: [], server_url: '/api/v1/servers{/server}' }]),
  },
  {
    method: 'GET',
    path: '/v1/servers',
    scope: 'read',
    cost: 'rows',
    handle: async () => ok([server]),
  },
  {
    method: 'GET',
    path: '/v1/servers/localhost',
    scope: 'read',
    cost: 'rows',
    handle: async () => ok(server),
  },
  {
    method: 'GET',
    path: '/v1/servers/localhost/statistics',
    scope: 'read',
    cost: 'rows',
    async handle(request) {
      const value = String(request.uptimeSeconds);
      const items = [{ name: 'uptime', type: 'StatisticItem', value }];
      const wanted = request.query('statistic');
      if (wanted !== undefined && wanted !== 'uptime') {
        throw unprocessable('Unknown statistic name');
      }
      return ok(items);
    },
  },
];
