/** The bytes of a zone and of its history. */

import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { findHeldDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import { domains } from '../../packages/server/src/storage/tables/domains/domains.ts';

const settings = { HOSTMASTER_RECORD_BYTES_PER_ZONE: '300000' };
const refusal = { status: 409, code: 'quota_exceeded' } as const;
const revisionBytes = 1_000_000;

const readHistory = query<{ domainId: string }>()(({ db, p }) =>
  db.selectNoFrom([
    sql<number>`(select cast(coalesce(sum(bytes), 0) as bigint) from zone_revisions where domain_id = ${p.domainId})`.as(
      'bytes',
    ),
    sql<number>`(select min(revision) from zone_revisions where domain_id = ${p.domainId})`.as(
      'oldest',
    ),
    sql<number>`(select min(revision) from zone_revision_parts where domain_id = ${p.domainId})`.as(
      'oldestPart',
    ),
  ]),
);

describeService(
  'quotas in bytes',
  (service) => {
    const texts = (count: number, length: number) =>
      Array.from({ length: count }, (_, index) => ({
        type: 'TXT' as const,
        name: `n${index}`,
        value: 'x'.repeat(length),
      }));

    it('hole 2: 409 for a zone that grows beyond them; who is above can shrink and edit', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      await client.call('changeRecords', { domain, creates: texts(70, 4_000) });
      const more = { domain, creates: texts(10, 4_000) };
      const answer = await client.request('changeRecords', more);
      expectRefusal(answer, refusal);
      expect(answer.text).toContain('at most 300000 bytes of records in one domain');
      const [first, second] = (await client.call('listRecords', { domain })).records;
      const { id = '' } = (await service.database.first(findHeldDomain, { name: domain })) ?? {};
      // As after the operator lowered the limit, or an upgrade.
      for (const recordBytes of [900_000, null]) {
        await persistChange(service.database, { rows: [update(domains, { id }, { recordBytes })] });
        const grown = { domain, recordId: first?.id ?? '', value: 'y'.repeat(4_001) };
        expect((await client.request('updateRecord', grown)).status).toBe(
          recordBytes === null ? 200 : 409,
        );
        const edit = { domain, recordId: first?.id ?? '', value: 'y'.repeat(3_000) };
        expect((await client.request('updateRecord', edit)).status).toBe(200);
      }
      await client.call('deleteRecord', { domain, recordId: second?.id ?? '' });
      const held = await service.database.first(findHeldDomain, { name: domain });
      const { records } = await client.call('listRecords', { domain });
      const counted = records.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
      expect(held?.zone.recordBytes).toBe(counted);
    });

    it('hole 1: a history beyond its bytes loses its oldest revisions', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      await client.call('changeRecords', { domain, creates: texts(70, 4_000) });
      const { id: domainId = '' } =
        (await service.database.first(findHeldDomain, { name: domain })) ?? {};
      const before = await client.call('listRecords', { domain });
      const deletes = before.records.map(({ id }) => ({ id }));
      for (let round = 0; round < 3; round += 1) {
        const { revision } = await client.call('changeRecords', { domain, deletes });
        await client.call('restoreRevision', { domain, revision: revision - 1 });
        expect(await client.call('listRecords', { domain })).toEqual(before);
        const { bytes = 0 } = (await service.database.first(readHistory, { domainId })) ?? {};
        const row = await service.database.first(findHeldDomain, { name: domain });
        expect(row?.zone.revisionBytes).toBe(bytes);
        expect(bytes).toBeLessThanOrEqual(revisionBytes);
      }
      const { oldest = 0, oldestPart = 0 } =
        (await service.database.first(readHistory, { domainId })) ?? {};
      expect(oldest).toBeGreaterThan(1);
      expect(oldestPart).toBe(oldest);
      const gone = await client.request('getRevision', { domain, revision: '1' });
      expectRefusal(gone, { status: 404, code: 'revision_not_found' });
      const kept = await client.call('getRevision', { domain, revision: String(oldest) });
      // Also between the two steps of a restore.
      expect([0, 63, 70]).toContain(kept.records.length);
    });

    it('prepared for transfers, of all attempts of a workspace: 409, and another workspace has its own', async () => {
      const { client } = await service.workspace();
      const begin = async (by: typeof client, domain: string) => {
        const order = { domain, authCode: 'mistyped', contact };
        const { transfer } = await by.call('createTransfer', order);
        return transfer.id;
      };
      const cancel = async (transferId: string) => {
        await client.call('cancelTransfer', { transferId });
        await expect
          .poll(async () => (await client.call('getTransfer', { transferId })).transfer)
          .toMatchObject({ status: 'cancelled' });
      };
      const [first, second] = [
        service.freshName('sandbox-rival'),
        service.freshName('sandbox-rival'),
      ];
      const firstId = await begin(client, first);
      await client.call('changeRecords', { domain: first, creates: texts(60, 4_000) });
      await cancel(firstId);
      await begin(client, second);
      const answer = await client.request('changeRecords', {
        domain: second,
        creates: texts(60, 4_000),
      });
      expectRefusal(answer, refusal);
      expect(answer.text).toContain(
        '400000 bytes of records prepared for transfers in one workspace',
      );
      expect((await client.call('listRecords', { domain: second })).records).toEqual([]);
      await client.call('changeRecords', { domain: second, creates: texts(30, 4_000) });
      // Another attempt finds its own records, which are counted once.
      const again = await begin(client, first);
      expect((await client.call('listRecords', { domain: first })).records).toHaveLength(60);
      await cancel(again);
      const stranger = (await service.workspace()).client;
      await begin(stranger, first);
      await stranger.call('changeRecords', { domain: first, creates: texts(60, 4_000) });
    });
  },
  { settings, fixedLimits: { revisionBytes, preparedBytes: 400_000 } },
);
