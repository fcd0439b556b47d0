/** Whether every secondary has a change, as a question that can wait, and a swap without a gap. */
import { createClient, waitUntilServed } from '@hostmaster/sdk';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { dig, requireDnsPeers, startSecondary } from '@hostmaster/test-rig/dns-peers';
import { createEngine } from '@hostmaster/test-rig/engines';
import { contact, describeService, TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zonePublication } from '../../packages/server/src/storage/queries/secondaries/zone-confirmations.ts';
import { Operator } from '../cli/operator.ts';
import { StandInSecondary } from './stand-in-secondary.ts';

describeService('propagation', (service) => {
  it('without secondaries a published zone is in sync, and an unpublished one is not', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    const held = service.registry.hold('create', domain);
    await client.call('registerDomain', { domain, contact });
    expect(await client.call('getPropagation', { domain })).toEqual({
      serial: null,
      inSync: false,
      secondaries: [],
      problems: [],
    });
    const waiting = client.call('getPropagation', { domain, wait: '20s' });
    held.release();
    expect(await waiting).toEqual({
      serial: expect.any(Number),
      inSync: true,
      secondaries: [],
      problems: [],
    });
    for (const wait of ['31s', 'soon', '-1s']) {
      const refused = await client.request('getPropagation', { domain, wait });
      expectRefusal(refused, { status: 400, code: 'invalid_request', fields: ['wait'] });
    }
    const stranger = (await service.workspace()).client;
    expectRefusal(await stranger.request('getPropagation', { domain, wait: '20s' }), {
      status: 404,
      code: 'domain_not_found',
    });
  });

  it('waits until the last secondary has the serial, or answers what is missing', async () => {
    const workspace = await service.workspace();
    const { client } = workspace;
    const domain = await service.liveDomain(client);
    const secondary = new StandInSecondary(service, 'slow');
    await secondary.start();
    try {
      await client.call('getPropagation', { domain, wait: '300ms' });
      // Woken by events, not by a clock.
      const asked = await service.queries.during(() =>
        client.call('getPropagation', { domain, wait: '1s' }),
      );
      expect(asked.filter((each) => each === zonePublication).length).toBeLessThan(6);
      const behind = await client.call('getPropagation', { domain });
      expect(behind).toMatchObject({
        inSync: false,
        secondaries: [{ name: 'slow', serial: null, confirmedAt: null, inSync: false }],
      });
      const sdk = createClient({ baseUrl: service.url, apiKey: workspace.apiKey });
      await expect(waitUntilServed(sdk, domain, { timeoutMs: 100 })).rejects.toThrow(
        `${domain} is not served yet by slow.`,
      );
      const waiting = waitUntilServed(sdk, domain);
      secondary.held.set(domain, behind.serial ?? 0);
      expect(await waiting).toBe(behind.serial);
      // A later change does not make those wait who asked before it.
      const operator = new Operator(service.place);
      expect(await operator.text('zone', 'wait', domain)).toBe(
        `${domain}: serial ${behind.serial} is on all 1 secondaries.\n`,
      );
    } finally {
      await new Operator(service.place).text('secondary', 'remove', 'slow');
      await secondary.stop();
    }
  });
});

describe('a swap of a CNAME for an address by batch', () => {
  const engine = createEngine('sqlite');
  const service = new TestService(engine, {});
  beforeAll(async () => {
    requireDnsPeers();
    await service.start();
  });
  afterAll(() => service.stop());

  it('has no moment without an answer, at Knot and at the built-in server', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const { place, dnsPort: primaryPort } = service;
    const knot = await startSecondary('knot', { engine, place, primaryPort });
    const alias = { type: 'CNAME', name: 'www', value: 'app.example.net', ttl: 60 } as const;
    const address = { type: 'A', name: 'www', value: '192.0.2.1', ttl: 60 } as const;
    let { record } = await client.call('createRecord', { domain, ...alias });
    await until('Knot serves the zone', async () =>
      (await knot.dig(`www.${domain}`, 'A', '+short')).includes('app.example.net.'),
    );
    let isOver = false;
    const seen = new Set<string>();
    const ask = async (query: (...args: string[]) => Promise<string>) => {
      while (!isOver) seen.add(await query(`www.${domain}`, 'A', '+short'));
    };
    const asking = [
      ask((...args) => knot.dig(...args)),
      ask((...args) => dig(primaryPort, ...args)),
    ];
    for (let swap = 0; swap < 8; swap += 1) {
      const { created } = await client.call('changeRecords', {
        domain,
        creates: [record.type === 'CNAME' ? address : alias],
        deletes: [{ id: record.id }],
      });
      record = created[0] ?? record;
      const { inSync } = await client.call('getPropagation', { domain, wait: '10s' });
      expect(inSync).toBe(true);
    }
    isOver = true;
    await Promise.all(asking);
    expect([...seen].sort()).toEqual(['192.0.2.1\n', 'app.example.net.\n']);
  });
});
