/** What a PATCH of many sets may cost the others. */
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { listOwnersRecords } from '../../packages/server/src/storage/queries/records/records.ts';
import { recordsOf } from '../dns-update/updater.ts';
import { PowerdnsClient, type RrsetInput } from '../powerdns-api/powerdns-client.ts';

describeService('a PATCH of many sets', (service) => {
  async function stage() {
    const { client, apiKey } = await service.workspace();
    const zone = await service.liveDomain(client);
    const pdns = new PowerdnsClient({ url: service.url, key: apiKey });
    const sets = (count: number, fields: object = {}): RrsetInput[] =>
      Array.from({ length: count }, (_, index) => {
        return { name: `n${index}.${zone}.`, type: 'A', changetype: 'DELETE', ...fields };
      });
    return { client, zone, pdns, sets };
  }
  const addresses = (count: number) => ({
    changetype: 'REPLACE',
    ttl: 300,
    records: Array.from({ length: count }, (_, index) => ({ content: `192.0.2.${index}` })),
  });

  it('hole 5: too many are refused before a record is read', async () => {
    const { zone, pdns, sets } = await stage();
    for (const rrsets of [sets(28_000), sets(60, addresses(200))]) {
      const queries = await service.queries.during(async () => {
        const answer = await pdns.patch(zone, ...rrsets);
        expect(answer.status).toBe(409);
        expect(answer.text).toContain('10000 changes at once');
      });
      expect(queries).not.toContain(listOwnersRecords);
    }
  });

  it('hole 5: deletions of what does not exist change nothing', async () => {
    const { client, zone, pdns, sets } = await stage();
    expect((await pdns.patch(zone, ...sets(10_000))).status).toBe(204);
    const { revisions } = await client.call('listRevisions', { domain: zone });
    expect(revisions).toEqual([]);
  });

  it('hole 5: others are answered while ten thousand changes are prepared', async () => {
    const { client, zone, pdns, sets } = await stage();
    const other = await service.workspace();
    const startedAt = performance.now();
    let elapsedMs = 0;
    const patched = pdns.patch(zone, ...sets(10_000, addresses(1))).finally(() => {
      elapsedMs = performance.now() - startedAt;
    });
    let slowestMs = 0;
    while (elapsedMs === 0) {
      const askedAt = performance.now();
      await other.client.call('listDomains', {});
      slowestMs = Math.max(slowestMs, performance.now() - askedAt);
    }
    expect((await patched).status).toBe(204);
    expect(slowestMs).toBeLessThan(elapsedMs / 2);
    expect(await recordsOf(client, zone)).toHaveLength(10_000);
  });

  it('hole 5: a change that comes in between is kept, and the sets are compared with it', async () => {
    const { client, zone, pdns, sets } = await stage();
    const patched = pdns.patch(zone, ...sets(500, addresses(1)));
    for (let count = 0; count < 5; count += 1) {
      await client.call('createRecord', {
        domain: zone,
        type: 'A',
        name: `x${count}`,
        value: '192.0.2.9',
      });
    }
    expect((await patched).status).toBe(204);
    expect(await recordsOf(client, zone)).toHaveLength(505);
  });
});
