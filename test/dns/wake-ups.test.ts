/** A change taken by one process is announced by the one that serves DNS, at once. */
import { ApiClient } from '@hostmaster/test-rig/api-client';
import { createEngine } from '@hostmaster/test-rig/engines';
import { startServer } from '@hostmaster/test-rig/process';
import { TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StandInSecondary } from './stand-in-secondary.ts';

describe('processes with different roles on PostgreSQL', () => {
  const engine = createEngine('postgres');
  const dns = new TestService(engine, { settings: { HOSTMASTER_ROLES: 'jobs,dns' } });
  const secondary = new StandInSecondary(dns, 'listener');

  beforeAll(async () => {
    await dns.start();
    await secondary.start();
  });
  afterAll(async () => {
    await dns.stop();
    await secondary.stop();
  });

  it('NOTIFY follows a change at once, and jobs follow a request', async () => {
    const { apiKey } = await dns.workspace();
    const api = await startServer(engine, {
      place: dns.place,
      environment: { HOSTMASTER_ROLES: 'api' },
    });
    const client = new ApiClient({ url: api.url, apiKey });
    const zone = await dns.liveDomain(client);
    const waits: number[] = [];
    for (let index = 0; index < 10; index += 1) {
      secondary.notified.length = 0;
      await client.call('createRecord', {
        domain: zone,
        type: 'A',
        name: `n${index}`,
        value: '192.0.2.1',
      });
      const repliedAt = performance.now();
      await until('the secondary is notified', () => secondary.notified.includes(zone));
      waits.push(performance.now() - repliedAt);
    }
    client.close();
    // Without a message between the processes the next reminder, ten seconds later, would tell.
    expect(Math.min(...waits)).toBeLessThan(1_000);
    expect(Math.max(...waits)).toBeLessThan(9_000);
    await until('the process with the role dns has sent them', async () => {
      const metrics = await dns.metrics();
      const taken = /hostmaster_dns_notifies_total\{outcome="taken"\} (\d+)/.exec(metrics)?.[1];
      return Number(taken) >= waits.length;
    });
  });
});
