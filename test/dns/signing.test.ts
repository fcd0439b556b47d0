/** Zones that the service signs, as secondaries get them, checked by the programs of other servers. */
import { dayMs } from '@hostmaster/contract/durations';
import {
  applyDifferences,
  Name,
  type ResourceRecord,
  recordKey,
  rrsigCodec,
  rrTypes,
  soaCodec,
} from '@hostmaster/dns';
import type { TsigKey } from '@hostmaster/dns/node';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { QueryLog } from '@hostmaster/test-rig/query-log';
import { describeService, until } from '@hostmaster/test-rig/service';
import fc from 'fast-check';
import { pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { PagesAhead } from '../../packages/server/src/publication/pages-ahead.ts';
import { stepSigning } from '../../packages/server/src/publication/prepare-signing.ts';
import { ZoneSigner } from '../../packages/server/src/publication/zone-signer.ts';
import { listOffersDue } from '../../packages/server/src/storage/queries/domains/domain-dnssec.ts';
import {
  anySignature,
  anySignedName,
  listZoneKeys,
} from '../../packages/server/src/storage/queries/zones/signing.ts';
import { updateAll } from '../../packages/server/src/storage/row-write.ts';
import { zoneSignatures } from '../../packages/server/src/storage/tables/zones/zone-signatures.ts';
import { addSecondary } from './add-secondary.ts';
import { askTransfer, askWhole } from './ask-transfer.ts';
import { arbitraryEdit, isAccepted } from './random-edits.ts';
import { domainId, signDomain, startSigning, stopSigning, untilSigning } from './sign-domain.ts';
import { useZoneCheckers } from './zone-checkers.ts';

const daySeconds = 86_400;

describeService('a zone that is signed', (service) => {
  const faultsIn = useZoneCheckers();
  let key: TsigKey;
  beforeAll(async () => {
    key = await addSecondary(service.place, { name: 'own', address: '127.0.0.1:9' });
  });

  it('is valid after each of many random changes, whole and by differences', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.1' });
    await signDomain(service, domain);
    let version = await axfr(domain);
    expect(await faults(domain, version)).toEqual([]);
    const edits = fc.sample(arbitraryEdit, { seed: 20_261_117, numRuns: 60 });
    for (const [index, edit] of edits.entries()) {
      if (!(await isAccepted(client, domain, edit))) continue;
      const next = await axfr(domain);
      const change = await fetch(domain, version[0]);
      const led = change.kind === 'ixfr' ? applyDifferences(version, change.differences) : version;
      expect(keys(led), JSON.stringify(edit)).toEqual(keys(next));
      if (index % 3 === 0) {
        expect(await faults(domain, next), JSON.stringify(edit)).toEqual([]);
      }
      version = next;
    }
    expect(await faults(domain, version)).toEqual([]);
  });

  it('is valid after changes that share commits, also of the same names', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await signDomain(service, domain);
    let version = await axfr(domain);
    const edits = fc.sample(arbitraryEdit, { seed: 20_261_118, numRuns: 160 });
    for (let from = 0; from < edits.length; from += 16) {
      const some = edits.slice(from, from + 16);
      await Promise.all(some.map((edit) => isAccepted(client, domain, edit)));
      const next = await axfr(domain);
      const change = await fetch(domain, version[0]);
      const led = change.kind === 'ixfr' ? applyDifferences(version, change.differences) : version;
      expect(keys(led), JSON.stringify(some)).toEqual(keys(next));
      expect(await faults(domain, next), JSON.stringify(some)).toEqual([]);
      version = next;
    }
  });

  it('has one version for all changes that share a commit', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await signDomain(service, domain);
    const before = await axfr(domain);
    const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
    await Promise.all(
      names.map((name) =>
        client.call('createRecord', { domain, type: 'A', name, value: '192.0.2.1' }),
      ),
    );
    const change = await fetch(domain, before[0]);
    if (change.kind !== 'ixfr') throw new Error('The zone has no differences.');
    expect(change.differences.length).toBeLessThan(names.length);
    expect(await faults(domain, await axfr(domain))).toEqual([]);
  });

  it('is valid with changes that are made while it is prepared', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const creates = Array.from({ length: 700 }, (_, index) => ({
      type: 'A' as const,
      name: `n${index % 350}.${index % 7}`,
      value: `192.0.2.${index % 250}`,
    }));
    await client.call('changeRecords', { domain, creates });
    await startSigning(service, domain);
    const edits = fc.sample(arbitraryEdit, { seed: 7, numRuns: 60 });
    for (const edit of edits) await isAccepted(client, domain, edit);
    await client.call('createRecord', { domain, type: 'NS', name: '3', value: 'ns1.example.net' });
    await untilSigning(service, domain, 'signed');
    expect(await faults(domain, await axfr(domain))).toEqual([]);
    await client.call('createRecord', { domain, type: 'NS', name: '4', value: 'ns1.example.net' });
    expect(await faults(domain, await axfr(domain))).toEqual([]);
  });

  it('signs a page again that was signed before another change of the zone', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
    const { created } = await client.call('changeRecords', {
      domain,
      creates: names.map((name) => ({ type: 'A' as const, name, value: '192.0.2.1' })),
    });
    await startSigning(service, domain, { isWoken: false });
    const { database } = service;
    const left = [...created];
    const disturbed: Parameters<typeof stepSigning>[0] = {
      zoneKeys: database.zoneKeys,
      all: (query, params) => database.all(query, params),
      first: (query, params) => database.first(query, params),
      /** The step has signed its page, and has not stored it. */
      async change(work) {
        const recordId = left.splice(10, 1)[0]?.id ?? '';
        await client.call('deleteRecord', { domain, recordId });
        await client.call('createRecord', {
          domain,
          type: 'A',
          name: recordId,
          value: '192.0.2.2',
        });
        return database.change(work);
      },
    };
    const id = await domainId(service, domain);
    const pages = new PagesAhead();
    while (await stepSigning(disturbed, id, pages));
    await pages.close();
    expect(left.length).toBeLessThan(created.length - 1);
    expect(await faults(domain, await axfr(domain))).toEqual([]);
  });

  it('hides up to 999 names at once below a delegation, and shows them again', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const creates = Array.from({ length: 1_000 }, (_, index) => ({
      ...({ type: 'A', name: `n${index}.sub`, value: '192.0.2.1' } as const),
    }));
    const { created } = await client.call('changeRecords', { domain, creates });
    await signDomain(service, domain);
    const before = await axfr(domain);
    const cut = { domain, type: 'NS', name: 'sub', value: 'ns1.example.net' } as const;
    const refused = await client.request('createRecord', cut);
    expectRefusal(refused, { status: 409, code: 'quota_exceeded' });
    expect(JSON.stringify(refused.body)).toContain('more than 999 names');
    expect(keys(await axfr(domain))).toEqual(keys(before));
    await client.call('deleteRecord', { domain, recordId: created[0]?.id ?? '' });
    const { record } = await client.call('createRecord', cut);
    const hidden = await axfr(domain);
    expect(signaturesOf(hidden).size).toBeLessThan(20);
    expect(await faults(domain, hidden)).toEqual([]);
    await client.call('deleteRecord', { domain, recordId: record.id });
    const shown = await axfr(domain);
    expect(signaturesOf(shown).size).toBeGreaterThan(1_998);
    expect(await faults(domain, shown)).toEqual([]);
  });

  it('keeps secondaries from answering with signatures that have ended', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await signDomain(service, domain);
    const [soa, ...others] = await axfr(domain);
    if (soa === undefined) throw new Error('No SOA.');
    const { expireSeconds } = soaCodec.decode(soa.rdata);
    expect(expireSeconds).toBe(4 * daySeconds);
    const now = Date.now() / 1_000;
    for (const { type, rdata } of others) {
      if (type !== rrTypes.RRSIG) continue;
      const { inception, expiration } = rrsigCodec.decode(rdata);
      expect(now - inception).toBeGreaterThan(3_500);
      expect(expiration - now).toBeGreaterThan(13.9 * daySeconds);
      expect(expiration - now).toBeLessThan(14.1 * daySeconds);
    }
  });

  it.each([
    ['before they end', () => 0],
    ['when a clock made them that was ahead', () => Date.now() + 30 * dayMs],
  ])('gets new signatures %s', async (_, refreshAt) => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const names = Array.from({ length: 150 }, (_, index) => `n${index}`);
    await client.call('changeRecords', {
      domain,
      creates: names.map((name) => ({ type: 'A' as const, name, value: '192.0.2.1' })),
    });
    await signDomain(service, domain);
    const before = signaturesOf(await axfr(domain));
    const place = { domainId: await domainId(service, domain) };
    await persistChange(service.database, {
      rows: [updateAll(zoneSignatures, place, { refreshAt: refreshAt() })],
      announce: [{ kind: 'signing-changed' }],
    });
    await until('each signature is new', async () =>
      signaturesOf(await axfr(domain)).isDisjointFrom(before),
    );
    const after = await axfr(domain);
    expect(signaturesOf(after).size).toBe(before.size);
    expect(await faults(domain, after)).toEqual([]);
  });

  it.each([
    ['ahead', -30 * dayMs],
    ['behind', 30 * dayMs],
  ])('is signed no further while the clock of the database is %s', async (_, processMs) => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await signDomain(service, domain);
    const [soa] = await axfr(domain);
    const queries = new QueryLog();
    const signer = new ZoneSigner({
      database: queries.wrap(service.database),
      clock: { now: () => Date.now() + processMs },
      log: pino({ level: 'silent' }),
    });
    signer.start();
    await until('it has looked at each zone', async () => queries.countOf(listOffersDue) >= 2);
    await signer.stop();
    expect((await axfr(domain))[0]).toEqual(soa);
  });

  it('is unsigned again after the end of it, and leaves nothing behind', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.1' });
    const unsigned = await axfr(domain);
    await signDomain(service, domain);
    await stopSigning(service, domain);
    const isNoSoa = ({ type }: ResourceRecord) => type !== rrTypes.SOA;
    expect(keys((await axfr(domain)).filter(isNoSoa))).toEqual(keys(unsigned.filter(isNoSoa)));
    await signDomain(service, domain);
    expect(await faults(domain, await axfr(domain))).toEqual([]);
  });

  it('leaves nothing behind when the domain is released', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await signDomain(service, domain);
    await service.advanceCalendar(400 * dayMs);
    await untilSigning(service, domain, 'off');
    const id = await domainId(service, domain);
    expect(await service.database.first(anySignature, { domainId: id })).toBeUndefined();
    expect(await service.database.first(anySignedName, { domainId: id })).toBeUndefined();
    expect(await service.database.all(listZoneKeys, { domainId: id })).toEqual([]);
  });

  function faults(domain: string, records: readonly ResourceRecord[]): Promise<string[]> {
    return faultsIn(Name.parse(domain), records);
  }

  function axfr(zone: string): Promise<readonly ResourceRecord[]> {
    return askWhole(service, { key, zone });
  }

  function fetch(zone: string, soa?: ResourceRecord) {
    return askTransfer(service, { key, zone, soa });
  }
});

function keys(records: readonly ResourceRecord[]): string[] {
  return records.map((record) => `${recordKey(record)} ${record.ttlSeconds}`).sort();
}

function signaturesOf(records: readonly ResourceRecord[]): Set<string> {
  return new Set(records.filter(({ type }) => type === rrTypes.RRSIG).map(recordKey));
}
