/** The number of records of a domain and of a name, and what a change costs beside many others. */
import { makeUpdate, Name, rcodes, readZoneFile } from '@hostmaster/dns';
import { exchange } from '@hostmaster/dns/node';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { lockDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';
import {
  keptRecords,
  listOwnerRecords,
  readNamedOwnerSets,
  readOwnerSets,
} from '../../packages/server/src/storage/queries/records/records.ts';
import { insert, update } from '../../packages/server/src/storage/row-write.ts';
import { domains } from '../../packages/server/src/storage/tables/domains/domains.ts';
import { records } from '../../packages/server/src/storage/tables/records/records.ts';
import { member } from '../dashboard-api/people.ts';
import { createKey, tsigKey } from '../dns-update/updater.ts';

const settings = {
  HOSTMASTER_RECORDS_PER_ZONE: '6',
  HOSTMASTER_RECORDS_PER_NAME: '3',
};
const fixedLimits = { charactersPerSet: 100 };
const refusal = { status: 409, code: 'quota_exceeded' } as const;

describeService(
  'the quota of records',
  (service) => {
    const create = (client: ApiClient, domain: string, name: string, value: string) =>
      client.request('createRecord', { domain, name, type: 'TXT', value });

    async function filled(names: readonly string[]) {
      const workspace = await service.workspace();
      const domain = await service.liveDomain(workspace.client);
      const ids: string[] = [];
      for (const [index, name] of names.entries()) {
        const answer = await create(workspace.client, domain, name, `value ${index}`);
        ids.push(JSON.parse(answer.text).record.id as string);
      }
      return { workspace, client: workspace.client, domain, ids };
    }

    it('hole 3: 409 for more characters at a name and type; shrinking is allowed', async () => {
      const { client, domain, ids } = await filled(['a', 'a']);
      const [recordId = ''] = ids;
      const change = (value: string) => client.request('updateRecord', { domain, recordId, value });
      const answer = await change('x'.repeat(100));
      expectRefusal(answer, refusal);
      expect(answer.text).toContain('at most 100 characters at one name and type');
      expect((await change('x'.repeat(93))).status).toBe(200);
      const other = { domain, name: 'a', type: 'A', value: '192.0.2.1' } as const;
      expect((await client.request('createRecord', other)).status).toBe(200);
      expect((await change('x'.repeat(94))).status).toBe(409);
      expect((await change('x'.repeat(50))).status).toBe(200);
    });

    it('hole 3: 409 for one record more at a name, which is named', async () => {
      const { client, domain, ids } = await filled(['a', 'a', 'a']);
      const answer = await create(client, domain, 'a', 'one more');
      expectRefusal(answer, refusal);
      expect(answer.text).toContain('at most 3 records at one name');
      expect((await client.call('listRecords', { domain })).records).toHaveLength(3);
      expect((await create(client, domain, 'b', 'elsewhere')).status).toBe(200);
      // A record that moves to a full name counts there.
      const [other] = ids;
      const moved = { domain, recordId: other ?? '', name: 'b' };
      expect((await client.request('updateRecord', moved)).status).toBe(200);
    });

    it('hole 3: 409 for one record more in the domain, while edits and deletes go on', async () => {
      const { client, domain, ids } = await filled(['a', 'a', 'a', 'b', 'b', 'b']);
      const answer = await create(client, domain, 'c', 'one more');
      expectRefusal(answer, refusal);
      expect(answer.text).toContain('at most 6 records in one domain');
      const [first = '', second = ''] = ids;
      const edit = { domain, recordId: first, value: 'edited' };
      expect((await client.request('updateRecord', edit)).status).toBe(200);
      const gone = await client.request('deleteRecord', { domain, recordId: second });
      expect(gone.status).toBe(200);
      expect((await create(client, domain, 'c', 'now')).status).toBe(200);
      expectRefusal(await create(client, domain, 'c', 'again'), refusal);
    });

    it('hole 3: records saved while the domain is provisioning count too', async () => {
      const { client } = await service.workspace();
      const domain = service.freshName();
      const held = service.registry.hold('create', domain);
      await client.call('registerDomain', { domain, contact });
      for (const value of ['1', '2', '3']) {
        expect((await create(client, domain, 'a', value)).status).toBe(200);
      }
      expectRefusal(await create(client, domain, 'a', '4'), refusal);
      held.release();
      await service.untilLive(client, domain);
    });

    it('hole 3: DNS UPDATE and imports have the same limits', async () => {
      const { workspace, client, domain } = await filled(['a', 'a', 'a', 'b', 'b']);
      const key = await createKey(service, workspace, { domain });
      const update = async (line: string) => {
        const origin = Name.parse(domain);
        const [record] = readZoneFile(line, { origin });
        if (record === undefined) throw new Error('no record');
        const message = makeUpdate(7, {
          zone: origin,
          prerequisites: [],
          actions: [{ kind: 'add', record }],
        });
        const reply = await exchange(message, {
          address: '127.0.0.1',
          port: service.dnsPort,
          transport: 'tcp',
          timeoutMs: 20_000,
          nowSeconds: () => Math.floor(Date.now() / 1_000),
          key: tsigKey(key),
        });
        return reply.rcode;
      };
      expect(await update('a 60 TXT four')).toBe(rcodes.REFUSED);
      expect(await update('b 60 TXT three')).toBe(rcodes.NOERROR);
      expect(await update('c 60 TXT seventh')).toBe(rcodes.REFUSED);
      const { page, inside } = await member(service, { workspace });
      const file = { ...inside, domain, text: 'd 60 A 192.0.2.1\n' };
      const { planHash } = await page.call('planZoneImport', file);
      expectRefusal(await page.request('applyZoneImport', { ...file, planHash }), refusal);
      expect((await client.call('listRecords', { domain })).records).toHaveLength(6);
    });

    it('hole 3: who is above the limit can edit and shrink; a wrong number is counted again', async () => {
      const { workspace, client, domain, ids } = await filled(['a', 'a', 'a', 'b', 'b', 'b']);
      const row = await service.database.first(lockDomain, {
        workspaceId: workspace.id,
        name: domain,
      });
      const domainId = row?.id ?? '';
      const extra = ['x', 'y', 'z'].map((value) =>
        insert(records, {
          id: `rec_${domain}_${value}`,
          domainId,
          type: 'TXT',
          name: 'a',
          ttlSeconds: 60,
          value,
          createdAt: 0,
        }),
      );
      const forgetCount = update(domains, { id: domainId }, { recordCount: null });
      await persistChange(service.database, { rows: [...extra, forgetCount] });
      const [first = '', second = ''] = ids;
      const edit = { domain, recordId: first, value: 'edited' };
      expect((await client.request('updateRecord', edit)).status).toBe(200);
      expectRefusal(await create(client, domain, 'c', 'more'), refusal);
      const gone = await client.request('deleteRecord', { domain, recordId: second });
      expect(gone.status).toBe(200);
      await persistChange(service.database, {
        rows: [update(domains, { id: domainId }, { recordCount: 50 })],
      });
      expectRefusal(await create(client, domain, 'c', 'more'), refusal);
      for (const value of ['x', 'y', 'z']) {
        const recordId = `rec_${domain}_${value}`;
        expect((await client.request('deleteRecord', { domain, recordId })).status).toBe(200);
      }
      expect((await create(client, domain, 'c', 'more')).status).toBe(200);
    });
  },
  { settings, fixedLimits },
);

describeService('a change beside many others', (service) => {
  it('hole 3: a change reads the sets that it touches, not the whole name', async () => {
    const workspace = await service.workspace();
    const { client } = workspace;
    const domain = await service.liveDomain(client);
    const row = await service.database.first(lockDomain, {
      workspaceId: workspace.id,
      name: domain,
    });
    const domainId = row?.id ?? '';
    await persistChange(service.database, {
      rows: Array.from({ length: 100 }, (_, index) =>
        insert(records, {
          id: `rec_${domain}_${index}`,
          domainId,
          type: 'TXT',
          name: 'big',
          ttlSeconds: 60,
          value: `value ${index}`,
          createdAt: 0,
        }),
      ),
    });
    const ran = await service.queries.during(() =>
      client.call('createRecord', { domain, name: 'big', type: 'A', value: '192.0.2.1' }),
    );
    expect(ran).toContain(readNamedOwnerSets);
    expect(ran).not.toContain(listOwnerRecords);
    const found = await service.database.first(readOwnerSets, {
      domainId,
      name: 'big',
      types: ['A', 'CNAME', 'ALIAS'],
      countMax: 50,
    });
    expect(found?.ownerCount).toBe(51);
    expect(keptRecords(found ?? { found: '[]' }, [])).toMatchObject([
      { type: 'A', value: '192.0.2.1' },
    ]);
  });

  it('a CNAME beside other data is still flattened as a whole', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const create = (type: 'A' | 'TXT' | 'CNAME', value: string) =>
      client.call('createRecord', { domain, name: 'x', type, value });
    await create('CNAME', 'target.example.net');
    await create('TXT', 'text');
    const ran = await service.queries.during(() => create('A', '192.0.2.1'));
    expect(ran).toContain(listOwnerRecords);
  });
});
