/** The one server that this API shows: its statistics, settings and cache. */
import { noContent, ok, type PowerdnsRoute, unprocessable } from './route.ts';
import { requireCanonical } from './zone-id.ts';

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

/** What a client may choose its calls by. The settings of the service itself are not a customer's matter. */
const settings = { api: 'yes', dnsupdate: 'yes', primary: 'yes', secondary: 'no' } as const;

export const serverRoutes: readonly PowerdnsRoute[] = [
  {
    method: 'GET',
    path: '',
    act: 'domains.read',
    cost: 'rows',
    handle: async () => ok([{ url: '/api/v1', version: 1 }]),
  },
  {
    method: 'GET',
    path: '/v1',
    act: 'domains.read',
    cost: 'rows',
    handle: async () => ok([{ api_features: [], server_url: '/api/v1/servers{/server}' }]),
  },
  {
    method: 'GET',
    path: '/v1/servers',
    act: 'domains.read',
    cost: 'rows',
    handle: async () => ok([server]),
  },
  {
    method: 'GET',
    path: '/v1/servers/localhost',
    act: 'domains.read',
    cost: 'rows',
    handle: async () => ok(server),
  },
  {
    method: 'GET',
    path: '/v1/servers/localhost/statistics',
    act: 'domains.read',
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
  {
    method: 'GET',
    path: '/v1/servers/localhost/config',
    act: 'domains.read',
    cost: 'rows',
    handle: async () =>
      ok(Object.entries(settings).map(([name, value]) => ({ name, type: 'ConfigSetting', value }))),
  },
  {
    method: 'GET',
    path: '/v1/servers/localhost/autoprimaries',
    act: 'domains.read',
    cost: 'rows',
    handle: async () => ok([]),
  },
  {
    method: 'POST',
    path: '/v1/servers/localhost/autoprimaries',
    act: 'dns.change',
    cost: 'rows',
    async handle() {
      throw unprocessable('This server is the primary of its zones and takes none from others.');
    },
  },
  {
    method: 'DELETE',
    path: '/v1/servers/localhost/autoprimaries/:ip/:nameserver',
    act: 'dns.change',
    cost: 'rows',
    // There is none to delete.
    handle: async () => noContent,
  },
  {
    method: 'PUT',
    path: '/v1/servers/localhost/cache/flush',
    act: 'dns.change',
    cost: 'rows',
    // Answers follow each change within half a second, so nothing is left to be flushed.
    async handle(request) {
      requireCanonical(request.query('domain') ?? '');
      return ok({ count: 0, result: 'Flushed cache.' });
    },
  },
];
