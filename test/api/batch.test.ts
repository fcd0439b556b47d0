/** POST /v1/domains/{domain}/dns/batch: all edits or none, one revision, one serial. */
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { findZone } from '../../packages/server/src/storage/queries/zones/zones.ts';
import { readActivity } from '../../packages/server/src/workspaces/activity.ts';
import { createRecord as create } from './create-record.ts';

describeService('a batch of record edits', (service) => {
  it('creates, changes and deletes in one revision and one serial', async () => {
    const { client, id: workspaceId } = await service.workspace();
    const domain = await service.liveDomain(client);
    const old = await create(client, domain, {
      type: 'CNAME',
      name: 'www',
      value: 'a.example.net',
    });
    const kept = await create(client, domain, { type: 'A', name: 'kept', value: '192.0.2.7' });
    const before = await serialOf(domain);
    const answer = await client.call('changeRecords', {
      domain,
      creates: [
        { type: 'A', name: 'www', value: '192.0.2.1', ttl: 5 },
        { type: 'TXT', value: 'hello' },
      ],
      updates: [{ id: kept.id, value: '192.0.2.8' }],
      deletes: [{ id: old.id }],
    });
    expect(answer).toEqual({
      created: [
        { id: expect.stringMatching(/^rec_/), type: 'A', name: 'www', ttl: 60, value: '192.0.2.1' },
        { id: expect.stringMatching(/^rec_/), type: 'TXT', name: '@', ttl: 3_600, value: 'hello' },
      ],
      updated: [{ ...kept, value: '192.0.2.8' }],
      deleted: [old.id],
      revision: 3,
      pendingFulfillment: false,
    });
    const { records } = await client.call('listRecords', { domain });
    expect(records).toEqual([answer.updated[0], ...answer.created]);
    // A serial is the time or the next number, so one change within the same second adds one.
    expect(await serialOf(domain)).toBeLessThanOrEqual(
      Math.max(before + 1, Math.floor(Date.now() / 1_000)),
    );
    expect(await readActivity(service.database, { workspaceId, limit: 1 })).toMatchObject([
      { action: 'records.change', details: { revision: 3, added: 2, changed: 1, removed: 1 } },
    ]);
  });

  it('changes nothing when one edit is wrong, and names the field', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const record = await create(client, domain, { type: 'A', name: 'a', value: '192.0.2.1' });
    const other = await create(client, domain, { type: 'A', name: 'o', value: '192.0.2.3' });
    const good = { type: 'A', name: 'b', value: '192.0.2.2' } as const;
    const refused: readonly [body: object, status: number, fields: readonly string[]][] = [
      [{}, 400, ['creates']],
      [{ creates: [] }, 400, ['creates']],
      [
        { creates: [good, { ...good, value: '999.1.1.1' }, { ...good, name: 'a..b' }] },
        400,
        ['creates[1].value', 'creates[2].name'],
      ],
      [{ creates: [good, { ...good, type: 'NOPE' }] }, 400, ['creates[1].type']],
      [{ creates: [good, { ...good, ttl: '60' }] }, 400, ['creates[1].ttl']],
      [{ creates: [good], updates: [{ id: record.id }] }, 400, ['updates[0].type']],
      [{ creates: [good], updates: [{ id: record.id, type: 'AAAA' }] }, 400, ['updates[0].value']],
      [{ creates: [good], deletes: [{}] }, 400, ['deletes[0].id']],
      // What the schema finds and what the grammar finds are named together.
      [
        {
          creates: [{ type: 'A' }, { ...good, value: '999.1.1.1' }, 7, { type: 5, value: 'x' }],
          updates: [{ id: record.id, name: 'a..b' }],
        },
        400,
        [
          'creates[0].value',
          'creates[2]',
          'creates[3].type',
          'creates[1].value',
          'updates[0].name',
        ],
      ],
      [
        {
          updates: [
            { id: record.id, type: 'AAAA' },
            { id: other.id, value: 'no address' },
          ],
        },
        400,
        ['updates[0].value', 'updates[1].value'],
      ],
      [
        { creates: [good], updates: [{ id: record.id, ttl: 60 }], deletes: [{ id: record.id }] },
        400,
        ['deletes[0].id'],
      ],
      [{ creates: [good], deletes: [{ id: record.id }, { id: 'rec_x' }] }, 404, ['deletes[1].id']],
      [{ creates: Array.from({ length: 1_001 }, () => good) }, 400, ['creates']],
      [
        {
          creates: Array.from({ length: 600 }, () => good),
          deletes: Array.from({ length: 600 }, (_, index) => ({ id: `rec_${index}` })),
        },
        400,
        ['creates'],
      ],
    ];
    for (const [body, status, fields] of refused) {
      const answer = await client.request('changeRecords', { domain, ...body });
      expect(answer.status, answer.text).toBe(status);
      const { fields: named } = answer.body as { fields: { path: string }[] };
      expect(named.map(({ path }) => path)).toEqual(fields);
    }
    expect((await client.call('listRecords', { domain })).records).toEqual([record, other]);
    const { revisions } = await client.call('listRevisions', { domain });
    expect(revisions).toHaveLength(2);
  });

  it('has limits for the records that result, not for the steps', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const at = { type: 'A', name: 'full' } as const;
    const { recordsPerName } = service.config.limits;
    const full = await client.call('changeRecords', {
      domain,
      creates: Array.from({ length: recordsPerName }, (_, index) => ({
        ...at,
        value: `10.0.${index >> 8}.${index & 255}`,
      })),
    });
    const another = { ...at, value: '192.0.2.1' };
    expectRefusal(await client.request('changeRecords', { domain, creates: [another] }), {
      status: 409,
      code: 'quota_exceeded',
    });
    const [first] = full.created;
    await client.call('changeRecords', {
      domain,
      creates: [another],
      deletes: [{ id: first?.id ?? '' }],
    });
  });

  it('is carried out once for an idempotency key, and never for another workspace', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const headers = { 'idempotency-key': 'batch-1' };
    const body = { domain, creates: [{ type: 'A', name: 'once', value: '192.0.2.1' }] };
    const first = await client.request('changeRecords', body, { headers });
    const second = await client.request('changeRecords', body, { headers });
    expect(second.text).toBe(first.text);
    expect((await client.call('listRecords', { domain })).records).toHaveLength(1);
    const stranger = (await service.workspace()).client;
    expectRefusal(await stranger.request('changeRecords', body), {
      status: 404,
      code: 'domain_not_found',
    });
    const record = { id: (first.body as { created: { id: string }[] }).created[0]?.id };
    const own = await service.liveDomain(stranger);
    const stolen = await stranger.request('changeRecords', { domain: own, deletes: [record] });
    expectRefusal(stolen, { status: 404, code: 'record_not_found', fields: ['deletes[0].id'] });
  });

  it('takes two mebibytes', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const creates = Array.from({ length: 1_000 }, (_, index) => ({
      type: 'TXT',
      name: `t${index}`,
      value: 'x'.repeat(1_500),
    }));
    const answer = await client.request('changeRecords', { domain, creates });
    expect(answer.status, answer.text.slice(0, 200)).toBe(200);
    const tooLarge = await client.request('changeRecords', {
      domain,
      creates: [{ type: 'TXT', value: 'x'.repeat(2 * 1_024 * 1_024) }],
    });
    expectRefusal(tooLarge, { status: 413, code: 'body_too_large' });
  });

  async function serialOf(name: string): Promise<number> {
    return (await service.database.first(findZone, { name }))?.serial ?? 0;
  }
});
