/** Two processes on one PostgreSQL: whichever takes a change, the other serves it. */

import { ApiClient } from '@hostmaster/test-rig/api-client';
import { dig, requireDnsPeers, startSecondary } from '@hostmaster/test-rig/dns-peers';
import { createEngine } from '@hostmaster/test-rig/engines';
import { type ServerProcess, startServer } from '@hostmaster/test-rig/process';
import { contact, until } from '@hostmaster/test-rig/service';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectedZone, fetchZone } from './zone-copy.ts';

const apiKey = 'two-processes-one-database';

describe('two processes on PostgreSQL', () => {
  const engine = createEngine('postgres');
  beforeAll(requireDnsPeers, 600_000);

  it('a change taken by one is announced by the other and transferred from it', async () => {
    const place = await engine.place();
    const environment = { HOSTMASTER_FIRST_API_KEY: apiKey, HOSTMASTER_SANDBOX_DELAY: '20ms' };
    const taker = await startServer(engine, {
      place,
      environment: { ...environment, HOSTMASTER_ROLES: 'api,jobs' },
    });
    const server = await startServer(engine, {
      place,
      environment: { ...environment, HOSTMASTER_ROLES: 'api,dns', HOSTMASTER_LOG_LEVEL: 'info' },
    });
    const primaryPort = dnsPortOf(server);
    const knot = await startSecondary('knot', { engine, place, primaryPort });
    const client = new ApiClient({ url: taker.url, apiKey });
    const domain = 'shared.com';
    await client.call('registerDomain', { domain, contact });
    await until('the zone is served', async () => {
      return (await dig(knot.port, domain, 'SOA', '+short')) !== '';
    });

    for (let index = 0; index < 20; index += 1) {
      const value = `192.0.2.${index}`;
      const name = `n${index % 5}`;
      const { records } = await client.call('listRecords', { domain });
      const old = records.find((record) => record.name === name);
      if (old === undefined) await client.call('createRecord', { domain, type: 'A', name, value });
      else await client.call('updateRecord', { domain, recordId: old.id, value });
    }
    const repliedAt = performance.now();
    await until('the other process answers with the change', async () => {
      return (await dig(primaryPort, `n4.${domain}`, 'A', '+short')) === '192.0.2.19\n';
    });
    // Caches read the serial again within a second; the rest is dig's own time.
    expect(performance.now() - repliedAt).toBeLessThan(20_000);
    const expected = await expectedZone(client, domain);
    await until('the secondary has it', async () => {
      const { records } = await fetchZone(knot.port, domain, knot);
      return JSON.stringify(records) === JSON.stringify(expected);
    });
    expect(server.output()).toMatch(/"kind":"ixfr"/);
    expect(taker.output()).not.toMatch(/DNS {8}/);
    client.close();
  });
});

function dnsPortOf(server: ServerProcess): number {
  const port = /DNS +127\.0\.0\.1 port (\d+)/.exec(server.output())?.[1];
  if (port === undefined) throw new Error(server.output());
  return Number(port);
}
