/** A zone inside another one that is served here too: answers come from the inner one, but DS records from the outer. */
import { Name } from '@hostmaster/dns';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { dig, type Peer, requireDnsPeers, startSecondary } from '@hostmaster/test-rig/dns-peers';
import { runCommand } from '@hostmaster/test-rig/process';
import { describeService, until } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { ZoneCache } from '../../packages/server/src/nameserver/zone-cache.ts';
import { standardSoa } from '../../packages/server/src/zones/soa-settings.ts';

const outer = 'nested-suffix.com';
const inner = `inner.${outer}`;
const ds = `4711 13 2 ${'AB'.repeat(32)}`;

describeService('a zone inside another one', (service, engine) => {
  let client: ApiClient;
  let knot: Peer;

  beforeAll(async () => {
    requireDnsPeers();
    ({ client } = await service.workspace({ credits: '100' }));
    const { place, dnsPort: primaryPort } = service;
    knot = await startSecondary('knot', { engine, place, primaryPort });
    await service.liveDomain(client, outer);
    await create(outer, { type: 'A', name: 'www', value: '192.0.2.1' });
    await create(outer, { type: 'NS', name: 'inner', value: 'ns1.example.net' });
    await create(outer, { type: 'DS', name: 'inner', value: ds });
  }, 600_000);

  it('is answered from as soon as it is registered, as by Knot', async () => {
    // A referral, which is remembered.
    expect(await ask(service.dnsPort, `www.${inner}`, 'A')).toContain('ns1.example.net.');
    const price = ['--tld', outer, '--register', '5', '--renew', '5'];
    expect((await runCommand(service.place, 'price', 'set', ...price)).code).toBe(0);
    await service.liveDomain(client, inner);
    await create(inner, { type: 'A', name: 'www', value: '192.0.2.2' });
    await until('Knot has it', async () =>
      (await ask(knot.port, `www.${inner}`, 'A')).includes('192.0.2.2'),
    );
    await expectLikeKnot();
  });

  it('is found by a process that has read the outer one only', async () => {
    const { database } = service;
    const cache = new ZoneCache({ database, clock: systemClock, soaDefaults: standardSoa });
    for (const [name, zone] of [
      [`www.${outer}`, outer],
      [`www.${inner}`, inner],
      [`missing.${outer}`, outer],
    ] as const) {
      const found = await cache.find(Name.parse(name));
      expect(found?.origin.toHostname(), name).toBe(zone);
    }
  });

  async function expectLikeKnot(): Promise<void> {
    for (const [name, type, part] of [
      [`www.${outer}`, 'A', '192.0.2.1'],
      [`www.${inner}`, 'A', '192.0.2.2'],
      [`missing.${inner}`, 'A', `${inner}.`],
      [inner, 'SOA', `${inner}.`],
      [inner, 'NS', 'ns1.hostmaster.example.'],
      [inner, 'DS', 'ABAB'],
      [`www.${inner}`, 'DS', `${inner}.`],
      [outer, 'DS', `${outer}.`],
      [`missing.${outer}`, 'A', `${outer}.`],
    ] as const) {
      const answer = await ask(service.dnsPort, name, type);
      expect(answer, `${name} ${type}`).toContain(part);
      expect(answer, `${name} ${type}`).toBe(await ask(knot.port, name, type));
    }
  }

  /** Flags, answer and authority; serials and the order of sets are those of each server. */
  async function ask(port: number, name: string, type: string): Promise<string> {
    const text = await dig(
      port,
      name,
      type,
      '+norecurse',
      '+noall',
      '+comments',
      '+answer',
      '+authority',
    );
    const status = /status: \w+/.exec(text)?.[0] ?? '';
    const flags = /flags: [a-z ]+/.exec(text)?.[0] ?? '';
    const records = text.split('\n').filter((line) => /^[^;].*\sIN\s/.test(line));
    return [status, flags, ...records.sort()].join('\n');
  }

  async function create(
    domain: string,
    record: { readonly type: 'A' | 'NS' | 'DS'; readonly name: string; readonly value: string },
  ): Promise<void> {
    await client.call('createRecord', { domain, ...record });
  }
});
