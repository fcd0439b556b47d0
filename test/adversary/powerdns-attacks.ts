/** The most expensive request to each route of the PowerDNS-compatible API. */
import { limits } from '@hostmaster/contract';
import { powerdnsRoutes } from '../../packages/server/src/powerdns-api/powerdns-api.ts';
import { rrsetBytesMax } from '../../packages/server/src/powerdns-api/route.ts';
import { type Attack, httpAttack, type Input } from './attack.ts';

const server = '/v1/servers/localhost';
const zone = `${server}/zones/{zone}`;
const all: Input = () => ({});
const wide: Input = ({ zones }) => ({ zone: `${zones.wide}.` });
const busy: Input = ({ zones }) => ({ zone: `${zones.busy}.` });

/** A route without a line fails a test. */
export const powerdnsInputs: Readonly<Record<string, Input>> = {
  'GET ': all,
  'GET /v1': all,
  'GET /v1/servers': all,
  [`GET ${server}`]: all,
  [`GET ${server}/statistics`]: all,
  [`GET ${server}/zones`]: all,
  [`GET ${zone}`]: wide,
  [`GET ${zone}/export`]: wide,
  [`PATCH ${zone}`]: ({ zones }, { index }) => ({
    zone: `${zones.busy}.`,
    rrsets: Array.from({ length: 10_000 }, (_, set) => ({
      name: `p${set}.${zones.busy}.`,
      type: 'A',
      ...(index % 2 === 0
        ? { changetype: 'DELETE' }
        : { changetype: 'REPLACE', ttl: 300, records: [{ content: `192.0.2.${index % 250}` }] }),
    })),
  }),
  [`PUT ${zone}`]: wide,
  [`DELETE ${zone}`]: () => ({ zone: 'not-registered.com.' }),
  [`POST ${server}/zones`]: ({ zones }) => ({ name: `${zones.busy}.`, kind: 'Native' }),
  [`PUT ${zone}/notify`]: wide,
  [`PUT ${zone}/rectify`]: wide,
  [`PUT ${zone}/axfr-retrieve`]: wide,
  [`GET ${server}/config`]: all,
  [`GET ${server}/autoprimaries`]: all,
  [`POST ${server}/autoprimaries`]: () => ({ ip: '192.0.2.1', nameserver: 'ns.example.net' }),
  [`DELETE ${server}/autoprimaries/{ip}/{nameserver}`]: () => ({
    ip: '192.0.2.1',
    nameserver: 'ns.example.net',
  }),
  [`PUT ${server}/cache/flush`]: () => ({ domain: 'example.com.' }),
  [`GET ${zone}/metadata`]: wide,
  [`GET ${zone}/metadata/{kind}`]: (world, turn) => ({ ...wide(world, turn), kind: 'ALLOW' }),
  [`GET ${zone}/cryptokeys`]: wide,
  [`GET ${zone}/cryptokeys/{key}`]: (world, turn) => ({ ...wide(world, turn), key: '1' }),
  [`POST ${zone}/cryptokeys`]: (world, turn) => ({ ...busy(world, turn), keytype: 'csk' }),
  [`PUT ${zone}/cryptokeys/{key}`]: (world, turn) => ({ ...busy(world, turn), key: '1' }),
  [`DELETE ${zone}/cryptokeys/{key}`]: (world, turn) => ({ ...busy(world, turn), key: '1' }),
  [`GET ${server}/tsigkeys`]: all,
  [`GET ${server}/tsigkeys/{key}`]: () => ({ key: 'none' }),
  // Nearly matches everywhere.
  [`GET ${server}/search-data`]: () => ({ q: `${`*${'x'.repeat(60)}`.repeat(4)}b` }),
};

export const powerdnsAttacks: readonly Attack[] = powerdnsRoutes.map((route) => {
  const { method, path, cost } = route;
  const filled = path.replaceAll(/:(\w+)/g, '{$1}');
  const name = `${method} ${filled}`;
  const takesBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const operation = { name: `${method} /api${filled}`, method, path: `/api${filled}` } as const;
  const bodyBytesMax = route.takesRrsets === true ? rrsetBytesMax : limits.bodyBytesMax;
  const input = powerdnsInputs[name] ?? all;
  return httpAttack({ ...operation, cost, takesBody, bodyBytesMax, as: 'key' }, input);
});
