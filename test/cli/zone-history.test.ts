/** hostmaster zone history, diff and restore. */

import { query } from '@hostmaster/test-rig/any-query';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { deleteOldRevisions } from '../../packages/server/src/revisions/prune-revisions.ts';
import { createRecord } from '../api/create-record.ts';
import { Operator } from './operator.ts';

const countRevisions = query<{ domain: string }>()(({ db, p }) =>
  db
    .selectFrom('zone_revisions')
    .innerJoin('domains', 'domains.id', 'zone_revisions.domain_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('zone_revisions.revision').as('oldest'),
    ])
    .where('domains.name', '=', p.domain),
);

describeService('the history of a zone by command', (service) => {
  const operator = () => new Operator(service.place);

  it('lists, compares and restores', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    expect(await operator().text('zone', 'history', domain)).toBe(
      `${domain} has no changes yet.\n`,
    );
    const record = await createRecord(client, domain, { type: 'A', name: 'a', value: '192.0.2.1' });
    await client.call('updateRecord', { domain, recordId: record.id, value: '192.0.2.2' });
    expect(await operator().text('zone', 'history', domain)).toMatch(
      /^REVISION +AT +BY +VIA +CHANGES\n2 +\S+ +api_key key_\w+ +api +\+0 ~1 -0\n1 +\S+ +api_key key_\w+ +api +\+1 ~0 -0\n$/,
    );
    expect(await operator().text('zone', 'diff', domain)).toBe(
      `${domain}: revision 1 to 2\n- a 3600 A 192.0.2.1\n+ a 3600 A 192.0.2.2\n`,
    );
    expect(await operator().json('zone', 'diff', domain, '2', '0')).toMatchObject({
      changes: [{ kind: 'removed', before: { value: '192.0.2.2' } }],
    });
    expect(await operator().text('zone', 'restore', domain, '1', '--dry-run')).toBe(
      '- a 3600 A 192.0.2.2\n+ a 3600 A 192.0.2.1\nNothing was changed.\n',
    );
    expect(await operator().json('zone', 'restore', domain, '1')).toMatchObject({
      applied: true,
      revision: 3,
    });
    expect((await client.call('listRecords', { domain })).records).toEqual([record]);
    const { revisions } = await client.call('listRevisions', { domain, limit: 1 });
    expect(revisions).toMatchObject([
      { revision: 3, actor: { kind: 'operator' }, via: 'restore', changed: 1 },
    ]);
    expect(await operator().refused('zone', 'restore', domain, '9')).toMatch(/no revision 9/);
    expect(await operator().refused('zone', 'diff', domain, 'x')).toMatch(/"x" is not a revision/);
    expect(await operator().refused('zone', 'history', 'nowhere.com')).toMatch(/not found/);
  });

  it('loses only what is old and not among the last revisions', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const record = await createRecord(client, domain, { type: 'A', name: 'a', value: '192.0.2.1' });
    for (let ttl = 60; ttl < 320; ttl += 1) {
      await client.call('updateRecord', { domain, recordId: record.id, ttl });
    }
    const { database } = service;
    const later = Date.now() + 60_000;
    const prune = (now: number, revisionsKept: number) =>
      deleteOldRevisions({ database, now }, { revisionsMs: 30_000, revisionsKept });
    expect(await prune(Date.now(), 1)).toBe(0);
    expect(await prune(later, 12)).toBe(0);
    expect(await prune(later, 11)).toBe(250);
    expect(await database.first(countRevisions, { domain })).toEqual({ count: 11, oldest: 251 });
    const gone = await client.request('getRevision', { domain, revision: '250' });
    expect(gone.status).toBe(404);
    const kept = await client.call('getRevision', { domain, revision: '251' });
    expect(kept.records).toEqual([{ ...record, ttl: 309 }]);
  });
});
