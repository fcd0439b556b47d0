/** A zone is read as it was at one revision, however it changes between two pages. */
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { describeService, type TestService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { differencePages, zonePages } from '../../packages/server/src/revisions/read-revisions.ts';
import { findHeldDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';
import type { StoredRecord } from '../../packages/server/src/storage/tables/records/records.ts';
import { atName, byId, byName } from '../../packages/server/src/zone-data/zone-order.ts';

const editsPerBatch = 400;

describeService('pages of a zone', (service) => {
  it('are those of one revision while records are added, renamed and removed', async () => {
    const { client } = await service.workspace();
    const { domain, domainId } = await filledZone(service, client, 1_800);
    // The later rounds read older and older revisions.
    const versions: { revision: number; records: readonly StoredRecord[] }[] = [];
    for (const [order, bytesMax] of [
      [byId, 1_000_000],
      [byName, 1_000_000],
      [byId, 20_000],
      [byName, 20_000],
    ] as const) {
      const revision = await revisionOf(service, domain);
      const before = await storedRecords(service, { domainId, revision });
      versions.push({ revision, records: before });
      const pages = zonePages(service.database, { domainId, revision, order, bytesMax });
      const seen: StoredRecord[] = [];
      let count = 0;
      for await (const page of pages) {
        seen.push(...page);
        count += 1;
        if (count <= 3) await shuffle(client, domain, count);
      }
      expect(count).toBeGreaterThan(3);
      expect(sorted(seen)).toEqual(before);
      if (order === byId) expect(seen.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    }
    for (const { revision, records } of versions) {
      const zone = { domainId, revision, bytesMax: 30_000 };
      expect(await storedRecords(service, zone)).toEqual(records);
      const apex = await Array.fromAsync(
        zonePages(service.database, { ...zone, order: atName('n7') }),
      );
      expect(sorted(apex.flat())).toEqual(records.filter(({ name }) => name === 'n7'));
    }
  });

  it('differ by the records that changed, each listed once, whatever the memory', async () => {
    const { client } = await service.workspace();
    const { domain, domainId } = await filledZone(service, client, 600);
    const from = await revisionOf(service, domain);
    const before = await storedRecords(service, { domainId, revision: from });
    for (let round = 1; round <= 3; round += 1) await shuffle(client, domain, round);
    const upTo = await revisionOf(service, domain);
    const after = await storedRecords(service, { domainId, revision: upTo });
    const range = { domainId, after: from, upTo };
    const small = differencePages(service.database, range, { bytesMax: 10_000 });
    const pages = await Array.fromAsync(small);
    expect(pages.length).toBeGreaterThan(3);
    const undone = new Map(after.map((record) => [record.id, record]));
    const ids = pages.flat().map(([first, last]) => first?.id ?? last?.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [first, last] of pages.flat()) {
      if (last !== null) undone.delete(last.id);
      if (first !== null) undone.set(first.id, first);
    }
    expect(sorted([...undone.values()])).toEqual(before);
  });
});

async function filledZone(service: TestService, client: ApiClient, count: number) {
  const domain = await service.liveDomain(client);
  for (let at = 0; at < count; at += editsPerBatch) {
    const creates = Array.from({ length: Math.min(editsPerBatch, count - at) }, (_, index) => ({
      type: 'TXT' as const,
      name: `n${(at + index) % 700}`,
      value: `${at + index} ${'x'.repeat(150)}`,
    }));
    await client.call('changeRecords', { domain, creates });
  }
  const row = await service.database.first(findHeldDomain, { name: domain });
  return { domain, domainId: row?.id ?? '' };
}

/** Changes records in every part of the zone. */
async function shuffle(client: ApiClient, domain: string, round: number): Promise<void> {
  const { records } = await client.call('listRecords', { domain });
  const every = (step: number, offset: number) =>
    records.filter((_, index) => index % step === (offset + round) % step).slice(0, 250);
  const deletes = every(9, 0).map(({ id }) => ({ id }));
  const gone = new Set(deletes.map(({ id }) => id));
  const updates = every(7, 3)
    .filter(({ id }) => !gone.has(id))
    .map(({ id }, index) => ({ id, name: `n${(index * 31 + round) % 900}`, ttl: 60 + round }));
  const creates = Array.from({ length: 200 }, (_, index) => ({
    type: 'TXT' as const,
    name: `n${index * 4}`,
    value: `new ${round} ${index}`,
  }));
  await client.call('changeRecords', { domain, creates, updates, deletes });
}

async function revisionOf(service: TestService, domain: string): Promise<number> {
  return (await service.database.first(findHeldDomain, { name: domain }))?.zone.zoneRevision ?? 0;
}

async function storedRecords(
  service: TestService,
  zone: { domainId: string; revision: number; bytesMax?: number },
): Promise<StoredRecord[]> {
  return sorted((await Array.fromAsync(zonePages(service.database, zone))).flat());
}

function sorted(records: readonly StoredRecord[]): StoredRecord[] {
  return records
    .map(({ id, type, name, ttlSeconds, value }) => ({ id, type, name, ttlSeconds, value }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
