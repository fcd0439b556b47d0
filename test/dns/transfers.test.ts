/** Transfers read with our own client, on both engines: every difference leads to the whole. */
import { dayMs } from '@hostmaster/contract/durations';
import {
  applyDifferences,
  Name,
  type ResourceRecord,
  recordKey,
  rrTypes,
  soaSerial,
} from '@hostmaster/dns';
import { type TsigKey, transferZone } from '@hostmaster/dns/node';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { requireDnsPeers, startSecondary } from '@hostmaster/test-rig/dns-peers';
import { runCommand } from '@hostmaster/test-rig/process';
import { describeService, type TestService, until } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { addSecondary } from './add-secondary.ts';
import { askTransfer, askWhole } from './ask-transfer.ts';

const catalog = 'catalog.hostmaster.invalid';

describeService(
  'transfers',
  (service) => {
    let key: TsigKey;
    beforeAll(async () => {
      key = await addSecondary(service.place, { name: 'own', address: '127.0.0.1:9' });
    });

    it('from every earlier version the difference leads to the present one', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const versions: (readonly ResourceRecord[])[] = [await axfr(domain)];
      for (const change of changesOf(client, domain)) {
        await change();
        versions.push(await axfr(domain));
      }
      const present = versions.at(-1) ?? [];
      const serials = versions.map((version) => soaSerial(version[0]?.rdata ?? new Uint8Array()));
      expect(new Set(serials).size).toBe(versions.length);
      expect(serials.toSorted((a, b) => a - b)).toEqual(serials);
      for (const [index, version] of versions.entries()) {
        const result = await fetch(domain, version[0]);
        if (index === versions.length - 1) {
          expect(result.kind).toBe('up-to-date');
          continue;
        }
        if (result.kind !== 'ixfr') throw new Error(`Version ${index}: ${result.kind}`);
        expect(result.differences).toHaveLength(1);
        expect(keys(applyDifferences(version, result.differences))).toEqual(keys(present));
      }
    });

    it('a secondary with --transfers axfr gets the whole zone instead of a difference', async () => {
      const whole = await addSecondary(service.place, {
        name: 'whole',
        address: '127.0.0.1:9',
        transfers: 'axfr',
      });
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const [soa] = await axfr(domain);
      await client.call('createRecord', { domain, type: 'A', name: 'new', value: '192.0.2.1' });
      expect((await fetch(domain, soa)).kind).toBe('ixfr');
      const own = key;
      key = whole;
      try {
        const result = await fetch(domain, soa);
        expect(result.kind).toBe('axfr');
        const [present] = await axfr(domain);
        expect((await fetch(domain, present)).kind).toBe('up-to-date');
      } finally {
        key = own;
      }
    });

    it('an unknown version gets the whole zone; a newer one than ours gets nothing', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const [soa] = await axfr(domain);
      if (soa === undefined) throw new Error('No SOA.');
      expect((await fetch(domain, withSerial(soa, 1))).kind).toBe('axfr');
      const future = soaSerial(soa.rdata) + 1_000;
      expect((await fetch(domain, withSerial(soa, future))).kind).toBe('up-to-date');
    });

    it('a version of an earlier registration gets the whole zone', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      await client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' });
      const [before] = await axfr(domain);
      await service.advanceCalendar(400 * dayMs);
      await until('the zone is refused', () =>
        axfr(domain).then(
          () => false,
          () => true,
        ),
      );
      await service.liveDomain(client, domain);
      const after = await fetch(domain, before);
      expect(after.kind).toBe('axfr');
      expect(soaSerial(after.soa.rdata)).toBeGreaterThan(
        soaSerial(before?.rdata ?? new Uint8Array()),
      );
    });

    it('a large zone arrives in several messages, whole', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const count = 650;
      await Promise.all(
        Array.from({ length: count }, (_, index) =>
          client.call('createRecord', {
            domain,
            type: 'TXT',
            // More at one name than a page of the database holds.
            name: index < 520 ? 'many' : `n${index}`,
            value: `${index}`,
          }),
        ),
      );
      const records = await axfr(domain);
      const texts = records.filter(({ type }) => type === rrTypes.TXT);
      expect(new Set(texts.map(recordKey)).size).toBe(count);
      expect(records).toHaveLength(count + 3);
    });

    it('the catalog lists members under stable names, and its differences lead to the whole', async () => {
      const { client } = await service.workspace();
      const names = Array.from({ length: 12 }, () => service.freshName('member'));
      const before = await axfr(catalog);
      await Promise.all(names.map((name) => service.liveDomain(client, name)));
      let members = new Map<string, string>();
      await until('all are listed', async () => {
        members = membersOf(await axfr(catalog));
        return names.every((name) => members.has(name));
      });
      for (const name of names) {
        expect(members.get(name)).toMatch(/^[0-9a-z]{26}\.zones\.catalog\.hostmaster\.invalid\.$/);
      }
      expect(new Set(members.values()).size).toBe(members.size);
      const change = await fetch(catalog, before[0]);
      if (change.kind !== 'ixfr') throw new Error(change.kind);
      expect(keys(applyDifferences(before, change.differences))).toEqual(keys(await axfr(catalog)));
      // A change inside a zone does not change the catalog.
      const [soa] = await axfr(catalog);
      const domain = names[0] ?? '';
      await client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' });
      expect((await fetch(catalog, soa)).kind).toBe('up-to-date');
    });

    function axfr(zone: string): Promise<readonly ResourceRecord[]> {
      return askWhole(service, { key, zone });
    }

    function fetch(zone: string, soa?: ResourceRecord) {
      return askTransfer(service, { key, zone, soa });
    }
  },
  { settings: { HOSTMASTER_RECORDS_PER_NAME: '1000' } },
);

describeService('the guard of the catalog', (service, engine) => {
  beforeAll(() => requireDnsPeers());

  it('stops when more than 20 zones leave in a day, until an operator confirms', async () => {
    const key = await addSecondary(service.place, { name: 'own', address: '127.0.0.1:9' });
    const { client } = await service.workspace();
    const names = Array.from({ length: 25 }, () => service.freshName());
    await Promise.all(names.map((name) => service.liveDomain(client, name)));
    const listed = async () => membersOf(await catalogOf(service, key)).size;
    const warnings = () => service.log.filter(({ msg }) => /too many zones/.test(String(msg)));
    await until('all are listed', async () => (await listed()) === 25);

    await service.advanceCalendar(400 * dayMs);
    await until('some have left', async () => (await listed()) === 5);
    // Each zone becomes due when the registry has deleted its domain.
    await until('the rest is due', async () => {
      return (await removals('removals')).waiting === 5 && warnings().length > 0;
    });
    expect(await removals('removals')).toMatchObject({
      listed: 5,
      removed: 20,
      allowed: 20,
      waiting: 5,
    });
    expect(warnings()).toHaveLength(1);

    // What is listed is served: a server that has lost everything gets it whole, a released zone too.
    const knot = await startSecondary('knot', {
      engine,
      place: service.place,
      primaryPort: service.dnsPort,
    });
    for (const zone of membersOf(await catalogOf(service, key)).keys()) {
      await until(
        `Knot serves ${zone}`,
        async () => /status: NOERROR.*ANSWER: 1/s.test(await knot.dig(zone, 'SOA')),
        60_000,
      );
    }
    await knot.stop();

    // What comes is listed all the same.
    const late = await service.liveDomain(client);
    await until('a new zone is listed', async () =>
      membersOf(await catalogOf(service, key)).has(late),
    );
    expect(await listed()).toBe(6);

    const { stdout: shown } = await runCommand(service.place, 'zone', 'removals');
    expect(shown).toContain('5 more are waiting. To allow them: ');
    const suggested = /hostmaster zone (confirm-removals) (\d+)/.exec(shown)?.slice(1) ?? [];
    const few = await runCommand(service.place, 'zone', 'confirm-removals', '5');
    expect(few.code).not.toBe(0);
    expect(few.stderr).toContain('hostmaster zone confirm-removals 25');
    expect(await removals(...suggested)).toMatchObject({ allowed: 25 });
    await until('the rest has left', async () => (await listed()) === 1);
    expect(await removals('removals')).toMatchObject({ removed: 25, waiting: 0 });
  });

  async function removals(...args: readonly string[]): Promise<{ readonly waiting: number }> {
    const { stdout } = await runCommand(service.place, 'zone', ...args, '--json');
    return JSON.parse(stdout) as { waiting: number };
  }
});

async function catalogOf(service: TestService, key: TsigKey): Promise<readonly ResourceRecord[]> {
  const result = await transferZone({
    address: '127.0.0.1',
    port: service.dnsPort,
    id: 7,
    zone: Name.parse(catalog),
    key,
    timeoutMs: 20_000,
    nowSeconds: () => Math.floor(Date.now() / 1_000),
  });
  if (result.kind !== 'axfr') throw new Error(result.kind);
  return result.records;
}

/** Owner names by member zone. */
function membersOf(records: readonly ResourceRecord[]): Map<string, string> {
  const pointers = records.filter(({ type }) => type === rrTypes.PTR);
  return new Map(
    pointers.map(({ name, rdata }) => [Name.fromTrustedWire(rdata).toHostname(), String(name)]),
  );
}

/** Each kind of change that alters a zone, one after the other. */
function changesOf(client: ApiClient, domain: string): (() => Promise<unknown>)[] {
  const ids: string[] = [];
  const create = async (name: string, value: string, ttl = 300) => {
    const { record } = await client.call('createRecord', { domain, type: 'A', name, value, ttl });
    ids.push(record.id);
  };
  const nameservers = (...names: string[]) =>
    client.call('replaceNameservers', { domain, nameservers: names });
  return [
    () => create('www', '192.0.2.1'),
    () => create('www', '192.0.2.2', 60),
    () => create('ftp', '192.0.2.3'),
    () => nameservers('a.example.net', 'b.example.net'),
    () => client.call('updateRecord', { domain, recordId: ids[1] ?? '', ttl: 900 }),
    () => client.call('updateRecord', { domain, recordId: ids[0] ?? '', name: 'moved' }),
    () => nameservers('b.example.net', 'a.example.net', 'c.example.net'),
    () => client.call('deleteRecord', { domain, recordId: ids[2] ?? '' }),
    () => create('ftp', '192.0.2.3'),
    () => client.call('updateRecord', { domain, recordId: ids[0] ?? '', type: 'TXT', value: 'x' }),
    () => nameservers('ns1.hostmaster.example', 'ns2.hostmaster.example'),
  ];
}

function withSerial(soa: ResourceRecord, serial: number): ResourceRecord {
  const rdata = Buffer.from(soa.rdata);
  rdata.writeUInt32BE(serial, rdata.length - 20);
  return { ...soa, rdata };
}

function keys(records: readonly ResourceRecord[]): string[] {
  return records.map(recordKey).sort();
}
