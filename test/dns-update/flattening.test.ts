/** Flattened records publish what their targets resolve to. */
import { makeQuery, Name, presentRdata, rrTypes } from '@hostmaster/dns';
import { exchange } from '@hostmaster/dns/node';
import { query } from '@hostmaster/test-rig/any-query';
import { dig, requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { contact, TestService, until } from '@hostmaster/test-rig/service';
import { configFor } from '@hostmaster/test-rig/service-config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../packages/server/src/base/log.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { startService } from '../../packages/server/src/composition/start-service.ts';
import { findZone } from '../../packages/server/src/storage/queries/zones/zones.ts';
import { updateAll } from '../../packages/server/src/storage/row-write.ts';
import { flatteningTargets } from '../../packages/server/src/storage/tables/zones/flattening-targets.ts';
import { askWhole } from '../dns/ask-transfer.ts';
import { signDomain } from '../dns/sign-domain.ts';
import { useZoneCheckers } from '../dns/zone-checkers.ts';
import { startResolver, type TestResolver } from './resolver.ts';

/** Lets the clock of one target run out. */
const makeDue = (name: string) => updateAll(flatteningTargets, { name }, { refreshAt: 0 });
const findTarget = query<{ name: string }>()(({ db, p }) =>
  db.selectFrom('flattening_targets').select(flatteningTargets.select()).where('name', '=', p.name),
).decodedBy(flatteningTargets);

beforeAll(() => requireDnsPeers());

describeOnBothEngines('flattening', (engine) => {
  const faultsIn = useZoneCheckers();
  let resolver: TestResolver;
  let service: TestService;
  let hosts = 0;

  beforeAll(async () => {
    resolver = await startResolver();
    const settings = {
      HOSTMASTER_RESOLVER: resolver.address,
      HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: 'true',
    };
    service = new TestService(engine, { settings });
    await service.start();
  });
  afterAll(async () => {
    await service.stop();
    await resolver.close();
  });

  async function stage() {
    const { client } = await service.workspace();
    const zone = await service.liveDomain(client);
    hosts += 1;
    return { client, zone, target: `app${hosts}.example.net` };
  }

  /** Over TCP: UDP answers are rate limited. */
  const addressesAt = async (name: string) => {
    const found: string[] = [];
    for (const type of [rrTypes.A, rrTypes.AAAA]) {
      const reply = await exchange(makeQuery(1, { name: Name.parse(name), type }), {
        address: '127.0.0.1',
        port: service.dnsPort,
        timeoutMs: 20_000,
        transport: 'tcp',
        nowSeconds: () => 0,
      });
      const answers = reply.answers.filter((record) => record.type === type);
      found.push(...answers.map((record) => `${record.ttlSeconds} ${presentRdata(record)}`));
    }
    return found.sort();
  };
  const untilAddresses = async (name: string, expected: readonly string[]) => {
    let found: readonly string[] = [];
    await until(
      `${name} has ${expected.join()}`,
      async () => {
        found = await addressesAt(name);
        return JSON.stringify(found) === JSON.stringify(expected);
      },
      5_000,
    ).catch(() => expect(found).toEqual(expected));
  };
  const serialOf = async (zone: string) =>
    (await service.database.first(findZone, { name: zone }))?.serial ?? 0;
  /** Makes a target due and waits until it was looked up. */
  const refresh = async (target: string) => {
    await persistChange(service.database, { rows: [makeDue(target)] });
    await until(`${target} was looked up`, async () => {
      const row = await service.database.first(findTarget, { name: target });
      return (row?.refreshAt ?? 0) > Date.now() && !isLeased(row?.refreshAt ?? 0);
    });
  };
  /** A lease is two minutes; what these tests resolve is asked again sooner or much later. */
  const isLeased = (refreshAt: number) => Math.abs(refreshAt - Date.now() - 120_000) < 10_000;

  it('ALIAS publishes the addresses of its target and follows them', async () => {
    const { client, zone, target } = await stage();
    resolver.set(target, [
      `${target}. 300 CNAME edge.example.net.`,
      'edge.example.net. 200 A 192.0.2.1',
      'edge.example.net. 250 AAAA 2001:db8::1',
    ]);
    await client.call('createRecord', { domain: zone, type: 'ALIAS', value: target });
    await untilAddresses(zone, ['200 192.0.2.1', '200 2001:db8::1']);
    const before = await serialOf(zone);
    await refresh(target);
    expect(await serialOf(zone)).toBe(before);
    resolver.set(target, [`${target}. 30 A 192.0.2.2`]);
    await refresh(target);
    await untilAddresses(zone, ['60 192.0.2.2']);
    expect(await serialOf(zone)).toBeGreaterThan(before);
  });

  it("a customer's own secondary transfers the addresses, and what changes of them", async () => {
    const { client, zone, target } = await stage();
    resolver.set(target, [`${target}. 300 A 192.0.2.1`, `${target}. 300 AAAA 2001:db8::1`]);
    await client.call('createRecord', { domain: zone, type: 'ALIAS', value: target });
    await untilAddresses(zone, ['300 192.0.2.1', '300 2001:db8::1']);
    const { key } = await client.call('addDomainSecondary', { domain: zone, address: '127.0.0.1' });
    const fetch = async (type: string) => {
      const text = `${key.algorithm}:${key.name}:${key.secret}`;
      const transfer = await dig(service.dnsPort, zone, type, '-y', text, '+noall', '+answer');
      const records = transfer.split('\n').map((line) => line.split(/\s+/));
      return records.flatMap(([name, ttl, , kind = '', ...rdata]) => {
        if (name !== `${zone}.` || kind === 'NS') return [];
        return kind === 'SOA' ? ['SOA'] : [`${ttl} ${kind} ${rdata.join(' ')}`];
      });
    };
    expect((await fetch('AXFR')).sort()).toEqual([
      ...['300 A 192.0.2.1', '300 AAAA 2001:db8::1', 'SOA', 'SOA'],
    ]);
    const before = await serialOf(zone);
    resolver.set(target, [`${target}. 300 A 192.0.2.2`, `${target}. 300 AAAA 2001:db8::1`]);
    await refresh(target);
    await untilAddresses(zone, ['300 192.0.2.2', '300 2001:db8::1']);
    expect(await fetch(`IXFR=${before}`)).toEqual([
      ...['SOA', 'SOA', '300 A 192.0.2.1', 'SOA', '300 A 192.0.2.2', 'SOA'],
    ]);
  });

  it('a signed zone has signatures of the addresses, and of what changes of them', async () => {
    const { client, zone, target } = await stage();
    await client.call('createRecord', { domain: zone, type: 'ALIAS', value: target });
    await client.call('createRecord', { domain: zone, type: 'ALIAS', name: 'www', value: target });
    const { key } = await client.call('addDomainSecondary', { domain: zone, address: '127.0.0.1' });
    const secret = Buffer.from(key.secret, 'base64');
    const tsig = { name: Name.parse(key.name), algorithm: 'hmac-sha256', secret } as const;
    await signDomain(service, zone);
    const faults = async () => {
      const copy = await askWhole({ dnsPort: service.dnsPort }, { zone, key: tsig });
      return faultsIn(Name.parse(zone), copy);
    };
    expect(await faults()).toEqual([]);
    const answers: readonly (readonly string[])[] = [
      ['A 192.0.2.1', 'AAAA 2001:db8::1'],
      ['A 192.0.2.2', 'A 192.0.2.3'],
      ['AAAA 2001:db8::2'],
    ];
    for (const records of answers) {
      resolver.set(
        target,
        records.map((record) => `${target}. 300 ${record}`),
      );
      await refresh(target);
      const expected = records.map((record) => `300 ${record.split(' ')[1]}`);
      await untilAddresses(zone, expected);
      await untilAddresses(`www.${zone}`, expected);
      expect(await faults(), records.join()).toEqual([]);
    }
    resolver.set(target, []);
    await refresh(target);
    expect(await faults()).toEqual([]);
    const { records } = await client.call('listRecords', { domain: zone });
    for (const { id: recordId } of records) {
      await client.call('deleteRecord', { domain: zone, recordId });
      expect(await faults()).toEqual([]);
    }
  });

  it('the TTL is the smaller of the record and the chain', async () => {
    const { client, zone, target } = await stage();
    resolver.set(target, [`${target}. 7200 A 192.0.2.1`]);
    await client.call('createRecord', { domain: zone, type: 'ALIAS', value: target, ttl: 900 });
    await untilAddresses(zone, ['900 192.0.2.1']);
  });

  it('a CNAME at the apex, or beside other data, is flattened; a lone one is not', async () => {
    const { client, zone, target } = await stage();
    resolver.set(target, [`${target}. 300 A 192.0.2.1`]);
    const create = (name: string, type: 'CNAME' | 'TXT' | 'A', value: string) =>
      client.call('createRecord', { domain: zone, name, type, value, ttl: 300 });
    await create('@', 'CNAME', `${target}.`);
    await create('www', 'CNAME', target);
    await untilAddresses(zone, ['300 192.0.2.1']);
    expect(await dig(service.dnsPort, `www.${zone}`, 'CNAME', '+short')).toBe(`${target}.\n`);
    await create('www', 'TXT', 'beside');
    await untilAddresses(`www.${zone}`, ['300 192.0.2.1']);
    expect(await dig(service.dnsPort, `www.${zone}`, 'CNAME', '+short')).toBe('');
    const explicit = await create('www', 'A', '192.0.2.9');
    await untilAddresses(`www.${zone}`, ['300 192.0.2.9']);
    await client.call('deleteRecord', { domain: zone, recordId: explicit.record.id });
    await untilAddresses(`www.${zone}`, ['300 192.0.2.1']);
  });

  it('NXDOMAIN publishes nothing; SERVFAIL and silence keep the last answer', async () => {
    const { client, zone, target } = await stage();
    resolver.set(target, [`${target}. 300 A 192.0.2.1`, `${target}. 300 AAAA 2001:db8::1`]);
    await client.call('createRecord', { domain: zone, type: 'ALIAS', value: target, ttl: 300 });
    const both = ['300 192.0.2.1', '300 2001:db8::1'];
    await untilAddresses(zone, both);
    const before = await serialOf(zone);
    resolver.set(target, 'SERVFAIL');
    await refresh(target);
    expect(await addressesAt(zone)).toEqual(both);
    resolver.set(target, 'silence');
    await refresh(target);
    expect(await addressesAt(zone)).toEqual(both);
    expect(await serialOf(zone)).toBe(before);
    expect(await service.database.first(findTarget, { name: target })).toMatchObject({
      outcome: 'found',
      failures: 2,
    });
    resolver.set(target, 'NXDOMAIN');
    await refresh(target);
    await untilAddresses(zone, []);
    expect(await serialOf(zone)).toBeGreaterThan(before);
    resolver.set(target, [`${target}. 300 A 192.0.2.1`]);
    await refresh(target);
    await untilAddresses(zone, ['300 192.0.2.1']);
  });

  it('one lookup per target, however many records and zones use it', async () => {
    const { client, target } = await stage();
    resolver.set(target, [`${target}. 300 A 192.0.2.1`]);
    const zones = await Promise.all(Array.from({ length: 8 }, () => service.liveDomain(client)));
    for (const zone of zones) {
      for (const name of ['@', 'a', 'b']) {
        await client.call('createRecord', { domain: zone, name, type: 'ALIAS', value: target });
      }
    }
    for (const zone of zones) await untilAddresses(`b.${zone}`, ['300 192.0.2.1']);
    const count = () => resolver.asked.filter((question) => question === `${target} A`).length;
    const before = count();
    expect(before).toBe(1);
    resolver.set(target, [`${target}. 300 A 192.0.2.2`]);
    await refresh(target);
    for (const zone of zones) await untilAddresses(`a.${zone}`, ['300 192.0.2.2']);
    expect(count()).toBe(before + 1);
  });

  it('targets in our own zones are answered from our records, at once', async () => {
    const { client, zone } = await stage();
    const other = await service.liveDomain(client);
    const asked = resolver.asked.length;
    const create = (domain: string, name: string, type: 'A' | 'CNAME' | 'ALIAS', value: string) =>
      client.call('createRecord', { domain, name, type, value, ttl: 600 });
    const { record } = await create(other, 'host', 'A', '10.0.0.1');
    await create(other, '*.wild', 'CNAME', `host.${other}`);
    await create(zone, '@', 'ALIAS', `any.wild.${other}`);
    await create(zone, 'same', 'ALIAS', zone);
    await untilAddresses(zone, ['600 10.0.0.1']);
    await untilAddresses(`same.${zone}`, ['600 10.0.0.1']);
    await client.call('updateRecord', { domain: other, recordId: record.id, value: '10.0.0.2' });
    await untilAddresses(zone, ['600 10.0.0.2']);
    expect(resolver.asked.slice(asked).filter((line) => line.includes(other))).toEqual([]);
  });

  it('a zone here whose nameservers are elsewhere is resolved, not read from our records', async () => {
    const { client, zone } = await stage();
    const other = await service.liveDomain(client);
    await client.call('replaceNameservers', {
      domain: other,
      nameservers: ['ns1.elsewhere.example', 'ns2.elsewhere.example'],
    });
    await client.call('createRecord', {
      domain: other,
      type: 'A',
      name: 'host',
      value: '10.0.0.1',
    });
    resolver.set(`host.${other}`, [`host.${other}. 300 A 192.0.2.7`]);
    resolver.set(other, [`${other}. 300 CNAME host.${other}.`]);
    const create = (name: string, value: string) =>
      client.call('createRecord', { domain: zone, name, type: 'ALIAS', value, ttl: 600 });
    await create('@', `host.${other}`);
    await create('chain', other);
    await untilAddresses(zone, ['300 192.0.2.7']);
    await untilAddresses(`chain.${zone}`, ['300 192.0.2.7']);
    await client.call('replaceNameservers', {
      domain: other,
      nameservers: [...service.config.nameservers],
    });
    await refresh(`host.${other}`);
    await untilAddresses(zone, ['600 10.0.0.1']);
  });

  it('a name with only an ALIAS exists: without addresses it has no data', async () => {
    const { client, zone, target } = await stage();
    const create = (name: string, type: 'A' | 'ALIAS', value: string) =>
      client.call('createRecord', { domain: zone, name, type, value, ttl: 300 });
    await create('*', 'A', '192.0.2.1');
    const { record } = await create('dead', 'ALIAS', target);
    const answer = () => dig(service.dnsPort, `dead.${zone}`, 'A');
    expect(await answer()).toMatch(/status: NOERROR[\s\S]*ANSWER: 0/);
    expect(await dig(service.dnsPort, `dead.${zone}`, 'TXT')).toMatch(/NOERROR[\s\S]*ANSWER: 0/);
    resolver.set(target, [`${target}. 300 A 192.0.2.2`]);
    await refresh(target);
    await untilAddresses(`dead.${zone}`, ['300 192.0.2.2']);
    await client.call('deleteRecord', { domain: zone, recordId: record.id });
    await untilAddresses(`dead.${zone}`, ['300 192.0.2.1']);
  });

  it('names that point at each other end with nothing', async () => {
    const { client, zone } = await stage();
    const create = (name: string, type: 'A' | 'ALIAS', value: string) =>
      client.call('createRecord', { domain: zone, name, type, value, ttl: 300 });
    await create('a', 'ALIAS', `b.${zone}`);
    await create('b', 'ALIAS', `a.${zone}`);
    const { record } = await create('b', 'A', '192.0.2.1');
    await untilAddresses(`a.${zone}`, ['300 192.0.2.1']);
    await client.call('deleteRecord', { domain: zone, recordId: record.id });
    await untilAddresses(`a.${zone}`, []);
    await untilAddresses(`b.${zone}`, []);
  });

  it('what was saved while provisioning is followed from the first day; unused targets go', async () => {
    const { client, target } = await stage();
    resolver.set(target, [`${target}. 300 A 192.0.2.1`]);
    const zone = service.freshName();
    const held = service.registry.hold('create', zone);
    await client.call('registerDomain', { domain: zone, contact });
    const { record } = await client.call('createRecord', {
      domain: zone,
      type: 'ALIAS',
      value: target,
    });
    held.release();
    await service.untilLive(client, zone);
    await untilAddresses(zone, ['300 192.0.2.1']);
    await client.call('deleteRecord', { domain: zone, recordId: record.id });
    await untilAddresses(zone, []);
    await persistChange(service.database, { rows: [makeDue(target)] });
    await until('the target is forgotten', async () => {
      return (await service.database.first(findTarget, { name: target })) === undefined;
    });
  });

  it('a target goes with the last record of the zone that uses it', async () => {
    const { client, zone, target } = await stage();
    resolver.set(target, [`${target}. 300 A 192.0.2.1`]);
    const create = (name: string) =>
      client.call('createRecord', { domain: zone, type: 'ALIAS', name, value: target, ttl: 300 });
    const { record: first } = await create('@');
    const { record: second } = await create('www');
    await untilAddresses(`www.${zone}`, ['300 192.0.2.1']);
    await client.call('deleteRecord', { domain: zone, recordId: first.id });
    resolver.set(target, [`${target}. 300 A 192.0.2.2`]);
    await refresh(target);
    await untilAddresses(`www.${zone}`, ['300 192.0.2.2']);
    await client.call('updateRecord', {
      domain: zone,
      recordId: second.id,
      value: 'other.invalid',
    });
    await untilAddresses(`www.${zone}`, []);
    await persistChange(service.database, { rows: [makeDue(target)] });
    await until('the target is forgotten', async () => {
      return (await service.database.first(findTarget, { name: target })) === undefined;
    });
  });

  it('dead targets, however many, have a small share of the lookups', async () => {
    const { client, zone, target } = await stage();
    const dead = Array.from({ length: 30 }, (_, index) => `dead${index}.${target}`);
    for (const host of dead) {
      resolver.set(host, 'SERVFAIL');
      await client.call('createRecord', { domain: zone, type: 'ALIAS', name: host, value: host });
    }
    resolver.set(target, [`${target}. 300 A 192.0.2.1`]);
    await client.call('createRecord', { domain: zone, type: 'ALIAS', value: target, ttl: 300 });
    await untilAddresses(zone, ['300 192.0.2.1']);
    const failing = async () => {
      const rows = await Promise.all(
        dead.map((name) => service.database.first(findTarget, { name })),
      );
      return rows.filter((row) => row !== undefined && row.failures > 0);
    };
    await until('all of them have failed', async () => (await failing()).length === dead.length);
    for (const host of dead) resolver.set(host, 'silence');
    resolver.set(target, [`${target}. 300 A 192.0.2.2`]);
    await persistChange(service.database, { rows: [...dead, target].map(makeDue) });
    let leasedMax = 0;
    await until('the sound one was looked up', async () => {
      const leased = (await failing()).filter((row) => isLeased(row?.refreshAt ?? 0));
      leasedMax = Math.max(leasedMax, leased.length);
      return leased.length > 0 && (await addressesAt(zone)).join() === '300 192.0.2.2';
    });
    expect(leasedMax).toBeLessThanOrEqual(8);
    for (const host of dead) resolver.set(host, 'NXDOMAIN');
  });

  it('two processes share the work', async () => {
    const { client, zone, target } = await stage();
    resolver.set(target, [`${target}. 300 A 192.0.2.1`]);
    const { dataDir, databaseUrl } = service.config;
    const second = await startService(
      configFor({ dataDir, databaseUrl }, { HOSTMASTER_RESOLVER: resolver.address }),
      createLog('silent'),
    );
    try {
      const names = Array.from({ length: 20 }, (_, index) => `n${index}-${target}`);
      for (const [index, host] of names.entries()) {
        resolver.set(host, [`${host}. 300 A 192.0.2.${index}`]);
        await client.call('createRecord', {
          domain: zone,
          name: `h${index}`,
          type: 'ALIAS',
          value: host,
        });
      }
      for (const index of names.keys()) {
        await untilAddresses(`h${index}.${zone}`, [`300 192.0.2.${index}`]);
      }
      for (const host of names) {
        expect(resolver.asked.filter((line) => line === `${host} A`)).toHaveLength(1);
      }
    } finally {
      await second.close();
    }
  });
});
