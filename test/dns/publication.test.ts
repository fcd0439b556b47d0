/** What a change of records does to its zone, together with its rows. */
import { dayMs } from '@hostmaster/contract/durations';
import { presentRdata, type ResourceRecord, typeName } from '@hostmaster/dns';
import { query } from '@hostmaster/test-rig/any-query';
import { contact, describeService, type TestService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { combine } from '../../packages/server/src/changes/change.ts';
import { persist } from '../../packages/server/src/changes/persist.ts';
import { publishRecords } from '../../packages/server/src/publication/publish-records.ts';
import { loadTouchedOwners } from '../../packages/server/src/publication/touched-owners.ts';
import { lockDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { pageJournal } from '../../packages/server/src/storage/queries/zones/zone-journal.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { records } from '../../packages/server/src/storage/tables/records/records.ts';
import { zones } from '../../packages/server/src/storage/tables/zones/zones.ts';
import { unpackRecords } from '../../packages/server/src/zones/journal-form.ts';

const findStoredZone = query<{ name: string }>()(({ db, p }) =>
  db.selectFrom('zones').select(zones.select()).where('name', '=', p.name),
).decodedBy(zones);

describeService('publication', (service) => {
  it('nothing is published while provisioning; confirmation opens the zone', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    const held = service.registry.hold('create', domain);
    await client.call('registerDomain', { domain, contact });
    await client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' });
    expect(await zone(service, domain)).toBeUndefined();
    held.release();
    await service.untilLive(client, domain);
    const opened = await zone(service, domain);
    expect(opened).toMatchObject({ domainId: expect.any(String), delistedAt: null });
    expect(Math.abs((opened?.serial ?? 0) - Date.now() / 1_000)).toBeLessThan(60);
    expect(await journal(service, domain)).toEqual([]);
  });

  it('each change is one journal entry from the old serial to a higher one', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const before = (await zone(service, domain))?.serial ?? 0;
    const { record } = await client.call('createRecord', {
      domain,
      name: 'www',
      type: 'A',
      value: '192.0.2.1',
    });
    const { record: twin } = await client.call('createRecord', {
      domain,
      name: 'www',
      type: 'A',
      value: '192.0.2.1',
    });
    await client.call('updateRecord', { domain, recordId: record.id, name: 'ftp', ttl: 60 });
    await client.call('deleteRecord', { domain, recordId: twin.id });
    await client.call('replaceNameservers', {
      domain,
      nameservers: ['a.example.net', 'ns1.hostmaster.example'],
    });
    const entries = await journal(service, domain);
    expect(entries.map(({ removed, added }) => ({ removed, added }))).toEqual([
      { removed: [], added: [`www.${domain}. 3600 A 192.0.2.1`] },
      // The exact duplicate changed nothing; the first of the two moved away, the second stays.
      { removed: [], added: [`ftp.${domain}. 60 A 192.0.2.1`] },
      { removed: [`www.${domain}. 3600 A 192.0.2.1`], added: [] },
      {
        removed: [
          `${domain}. 3600 SOA ns1.hostmaster.example. hostmaster.${domain}. 0 3600 600 1209600 300`,
          `${domain}. 3600 NS ns2.hostmaster.example.`,
        ],
        added: [
          `${domain}. 3600 SOA a.example.net. hostmaster.${domain}. 0 3600 600 1209600 300`,
          `${domain}. 3600 NS a.example.net.`,
        ],
      },
    ]);
    const serials = [before, ...entries.map(({ toSerial }) => toSerial)];
    expect(entries.map(({ fromSerial }) => fromSerial)).toEqual(serials.slice(0, -1));
    expect(serials.toSorted((a, b) => a - b)).toEqual(serials);
    expect(new Set(serials).size).toBe(serials.length);
    expect((await zone(service, domain))?.serial).toBe(serials.at(-1));
  });

  it('a change raises the serial once, however many differences it has', async () => {
    const { client, id: workspaceId } = await service.workspace();
    const domain = await service.liveDomain(client);
    const added = ['192.0.2.1', '192.0.2.2'].map(
      (value) => ({ id: `rec_${value}`, type: 'A', name: 'www', ttlSeconds: 60, value }) as const,
    );
    await persist(service.database, {
      keys: [],
      owner: '',
      commit: 'alone',
      async load(reader) {
        const row = await reader.first(lockDomain, { workspaceId, name: domain });
        if (row === undefined) throw new Error('The domain is gone.');
        const touched = added.map((record) =>
          loadTouchedOwners(reader, row, { removed: [], added: [record], countMax: 1 }),
        );
        return { row, touched: await Promise.all(touched) };
      },
      decide: ({ row, touched }) => ({
        answer: undefined,
        change: combine(
          {
            rows: added.map((record) =>
              insert(records, { ...record, domainId: row.id, createdAt: 0 }),
            ),
          },
          ...touched.map((owners) => publishRecords(row, owners)),
        ),
      }),
    });
    expect((await journal(service, domain)).map(({ added }) => added)).toEqual([
      [`www.${domain}. 60 A 192.0.2.1`, `www.${domain}. 60 A 192.0.2.2`],
    ]);
  });

  it('concurrent changes of one zone make one unbroken chain', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        client.call('createRecord', { domain, type: 'A', name: `h${index}`, value: '192.0.2.1' }),
      ),
    );
    const entries = await journal(service, domain);
    // Changes that share a commit are one entry.
    expect(new Set(entries.flatMap(({ added }) => added)).size).toBe(40);
    for (const [index, entry] of entries.entries()) {
      if (index > 0) expect(entry.fromSerial).toBe(entries[index - 1]?.toSerial);
    }
    expect(entries.at(-1)?.toSerial).toBe((await zone(service, domain))?.serial);
  });

  it('a release ends the zone; a new registration goes on above its serial', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' });
    const before = await zone(service, domain);
    await service.advanceCalendar(400 * dayMs);
    await until('the zone is closed', async () => {
      return (await zone(service, domain))?.domainId === null;
    });
    expect(await journal(service, domain)).toEqual([]);
    await service.liveDomain(client, domain);
    const after = await zone(service, domain);
    expect(after?.serial).toBeGreaterThan(before?.serial ?? 0);
    expect(after?.domainId).not.toBe(before?.domainId);
  });
});

function zone(service: TestService, name: string) {
  return service.database.first(findStoredZone, { name });
}

async function journal(service: TestService, name: string) {
  const entries = await service.database.all(pageJournal, {
    zone: name,
    fromSerial: 0,
    limit: 1_000,
    pageBytes: 1_000_000,
  });
  return entries.map(({ fromSerial, toSerial, removed, added }) => ({
    fromSerial,
    toSerial,
    removed: unpackRecords(removed).map(show),
    added: unpackRecords(added).map(show),
  }));
}

function show({ name, ttlSeconds, type, rdata }: ResourceRecord): string {
  return `${name} ${ttlSeconds} ${typeName(type)} ${presentRdata({ type, rdata })}`;
}
