/** The activity and the ledger prove by their hash chains that they are as they were written. */
import { dayMs, yearMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines, type TestPlace } from '@hostmaster/test-rig/engines';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import { runStatement } from '@hostmaster/test-rig/run-statement';
import { configFor } from '@hostmaster/test-rig/service-config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkHash, sha256Hex } from '../../packages/server/src/base/hash-chain.ts';
import { firstIdAt, newId } from '../../packages/server/src/base/ids.ts';
import { ofWorkspace, persist } from '../../packages/server/src/changes/persist.ts';
import { persistRows } from '../../packages/server/src/changes/persist-rows.ts';
import { openStores, type Stores } from '../../packages/server/src/composition/open-stores.ts';
import { happened } from '../../packages/server/src/facts/fact.ts';
import { deleteOldRows } from '../../packages/server/src/jobs/delete-old-rows.ts';
import { topUp } from '../../packages/server/src/ledger/ledger-entry.ts';
import { verifyLedger } from '../../packages/server/src/ledger/verify-ledger.ts';
import { eraseEntry } from '../../packages/server/src/operations/events/erase-entry.ts';
import { readMigrations } from '../../packages/server/src/storage/migrate.ts';
import { insert, remove, removeAll, update } from '../../packages/server/src/storage/row-write.ts';
import { ledgerEntries } from '../../packages/server/src/storage/tables/credits/ledger-entries.ts';
import { activity } from '../../packages/server/src/storage/tables/events/activity.ts';
import { eventStreams } from '../../packages/server/src/storage/tables/events/event-streams.ts';
import { hashChainLinks } from '../../packages/server/src/storage/tables/events/hash-chain-links.ts';
import { operatorActor } from '../../packages/server/src/workspaces/actor.ts';
import { verifyActivity } from '../../packages/server/src/workspaces/verify-activity.ts';
import { newWorkspace } from '../../packages/server/src/workspaces/workspaces.ts';

const listLinks = query<{ workspaceId: string; kind: 'activity' | 'ledger' }>()(({ db, p }) =>
  db
    .selectFrom('hash_chain_links')
    .select(hashChainLinks.select('seq', 'entryId', 'salt', 'hash'))
    .where('hash_chain_links.workspace_id', '=', p.workspaceId)
    .where('hash_chain_links.kind', '=', p.kind)
    .orderBy('seq'),
);

const findEntry = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('activity').select(activity.select()).where('id', '=', p.id),
);

const migrations = readMigrations(
  new URL('../../packages/server/src/storage/migrations/', import.meta.url),
);
const now = Date.UTC(2031, 5, 10, 12);

describeOnBothEngines('hash chains', (engine) => {
  let stores: Stores;
  let place: TestPlace;
  beforeAll(async () => {
    place = await engine.place();
    stores = await openStores(configFor(place));
  });
  afterAll(() => stores.close());

  async function newWorkspaceId(): Promise<string> {
    const workspace = newWorkspace({ name: 'W', email: null, creditCents: 0, at: now });
    return (await persistDecided(stores.database, workspace)).id;
  }

  /** A workspace with this many entries, each by a change of its own. */
  async function workspaceWith(count: number): Promise<string> {
    const workspaceId = await newWorkspaceId();
    await Promise.all(
      Array.from({ length: count }, (_, index) => happen(workspaceId, `n${index}`)),
    );
    return workspaceId;
  }

  function happen(workspaceId: string, name: string, ids = [newId('act')]): Promise<void> {
    return persist(stores.database, {
      ...ofWorkspace(workspaceId),
      keys: [`domain ${name}`],
      load: async () => undefined,
      decide: () => ({
        answer: undefined,
        change: {
          facts: ids.map((operationId) => {
            const call = { actor: operatorActor(workspaceId), operationId, now };
            return happened(call, { kind: 'workspace.create', workspaceId, name });
          }),
        },
      }),
    });
  }

  const linksOf = (workspaceId: string, kind: 'activity' | 'ledger' = 'activity') =>
    stores.database.all(listLinks, { workspaceId, kind });
  const proof = (workspaceId: string) => verifyActivity(stores.database, workspaceId);
  const change = (...rows: Parameters<typeof persistRows>[1][]) =>
    persistRows(stores.database, ...rows);

  it('link the entries of commits that many changes share, without gaps', async () => {
    const [one, two] = await Promise.all([workspaceWith(40), workspaceWith(40)]);
    await happen(one, 'several', [newId('act'), newId('act'), newId('act')]);
    for (const [workspaceId, count] of [
      [one, 43],
      [two, 40],
    ] as const) {
      const links = await linksOf(workspaceId);
      expect(links.map(({ seq }) => seq)).toEqual(links.map((_, index) => index + 1));
      expect(links.length).toBeGreaterThanOrEqual(count);
      expect(await proof(workspaceId)).toEqual({
        entries: links.length,
        head: { seq: links.length, hash: links.at(-1)?.hash },
        problem: null,
      });
    }
  });

  it('have the form that docs/adr/0041 describes', async () => {
    const workspaceId = await workspaceWith(2);
    const links = await linksOf(workspaceId);
    let previous = '0'.repeat(64);
    for (const { entryId, salt, hash } of links) {
      const entry = await stores.database.first(findEntry, { id: entryId });
      if (entry === undefined) throw new Error('no entry');
      const { at, actorKind, actorId, action, subject, details } = entry;
      const content = sha256Hex(JSON.stringify([salt, subject, details, null]));
      const fields = [entryId, workspaceId, at, actorKind, actorId, action, content];
      expect(salt).toMatch(/^[0-9a-f-]{36}$/);
      expect(hash).toBe(sha256Hex(previous + sha256Hex(JSON.stringify(fields))));
      previous = hash;
    }
    expect((await proof(workspaceId)).head).toEqual({ seq: links.length, hash: previous });
  });

  it.each([
    ['a changed text', { subject: 'another' }],
    ['changed details', { details: { name: 'another' } }],
    ['another time', { at: 1 }],
    ['another actor', { actorId: 'another' }],
    ['another action', { action: 'workspace.suspend' }],
  ])('notice %s', async (_, set) => {
    const workspaceId = await workspaceWith(3);
    const links = await linksOf(workspaceId);
    const [, id = ''] = links.map(({ entryId }) => entryId);
    await change(update(activity, { id }, set));
    expect((await proof(workspaceId)).problem).toBe(`Entry 2 (${id}) is not as it was written.`);
  });

  it('notice a removed row, with and without its link', async () => {
    const workspaceId = await workspaceWith(3);
    const [, id = ''] = (await linksOf(workspaceId)).map(({ entryId }) => entryId);
    await change(remove(activity, { id }));
    expect((await proof(workspaceId)).problem).toBe(`Entry 2 (${id}) is missing.`);
    await change(remove(hashChainLinks, { entryId: id }));
    expect((await proof(workspaceId)).problem).toBe('Entry 2 is missing.');
  });

  it('notice a swapped pair', async () => {
    const workspaceId = await workspaceWith(3);
    const links = await linksOf(workspaceId);
    const [, second, third] = links.map(({ entryId }) => entryId);
    if (second === undefined || third === undefined) throw new Error('no links');
    await change(
      update(hashChainLinks, { entryId: second }, { entryId: 'swapped' }),
      update(hashChainLinks, { entryId: third }, { entryId: second }),
      update(hashChainLinks, { entryId: 'swapped' }, { entryId: third }),
    );
    expect((await proof(workspaceId)).problem).toBe(`Entry 2 (${third}) is not as it was written.`);
  });

  it('notice a truncated tail by its number, and a lowered number by a head that was kept', async () => {
    const workspaceId = await workspaceWith(3);
    const links = await linksOf(workspaceId);
    const { entryId: id, seq: lastSeq, hash } = links.at(-1) ?? { entryId: '', seq: 0, hash: '' };
    const before = links.at(-2)?.hash ?? '';
    await change(remove(activity, { id }), remove(hashChainLinks, { entryId: id }));
    expect((await proof(workspaceId)).problem).toBe(`Entry ${lastSeq} is missing.`);
    await change(update(eventStreams, { workspaceId }, { activitySeq: lastSeq - 1 }));
    expect((await proof(workspaceId)).problem).toBeNull();
    const kept = { seq: lastSeq, hash };
    expect((await verifyActivity(stores.database, workspaceId, kept)).problem).toBe(
      `Entry ${lastSeq} has not the hash that was expected.`,
    );
    const earlier = { seq: lastSeq - 1, hash: before };
    expect((await verifyActivity(stores.database, workspaceId, earlier)).problem).toBeNull();
  });

  it('notice a last link that was changed, numbers that were changed, and their loss', async () => {
    const workspaceId = await workspaceWith(2);
    const { entryId = '', seq = 0, hash = '' } = (await linksOf(workspaceId)).at(-1) ?? {};
    await change(update(hashChainLinks, { entryId }, { hash: 'f'.repeat(64) }));
    const problem = async () => (await proof(workspaceId)).problem;
    expect(await problem()).toBe(`Entry ${seq} (${entryId}) is not as it was written.`);
    await change(update(hashChainLinks, { entryId }, { hash }));
    expect(await problem()).toBeNull();
    await change(update(eventStreams, { workspaceId }, { activitySeq: seq - 1 }));
    expect(await problem()).toBe(`Entry ${seq} was added by other means.`);
    await change(update(eventStreams, { workspaceId }, { activitySeq: seq + 1 }));
    expect(await problem()).toBe(`Entry ${seq + 1} is missing.`);
    await change(remove(eventStreams, { workspaceId }));
    expect(await problem()).toBe('Entry 1 was added by other means.');
  });

  it('accept entries without a link until a day after the first link, and none later', async () => {
    const workspaceId = await workspaceWith(1);
    const row = { ...entryOf(workspaceId), id: firstIdAt('act', Date.now() + dayMs / 2) };
    await change(insert(activity, row));
    expect((await proof(workspaceId)).problem).toBeNull();
    const late = firstIdAt('act', Date.now() + 2 * dayMs);
    await change(insert(activity, { ...row, id: late }));
    expect((await proof(workspaceId)).problem).toBe(`Entry ${late} is not in the chain.`);
    await change(removeAll(activity, { id: [row.id, late] }));
  });

  it('keep what was erased provable, without its text', async () => {
    const workspaceId = await workspaceWith(3);
    const id = (await linksOf(workspaceId))[1]?.entryId ?? '';
    const erase = (entryId: string, other = workspaceId) =>
      eraseEntry(stores.database, { workspaceId: other, entryId, reason: 'asked', at: now });
    expect(await erase(id, await newWorkspaceId())).toBe('unknown');
    expect(await erase('act_none')).toBe('unknown');
    expect(await erase(id)).toBe('erased');
    expect(await erase(id)).toBe('already erased');
    expect(await stores.database.first(findEntry, { id })).toMatchObject({
      ...{ subject: '', details: '{}', origin: null },
    });
    const link = (await linksOf(workspaceId)).find(({ entryId }) => entryId === id);
    expect(link?.salt).toBeNull();
    expect((await proof(workspaceId)).problem).toBeNull();
    await change(update(activity, { id }, { subject: 'invented' }));
    expect((await proof(workspaceId)).problem).toBe(`Entry 2 (${id}) is not as it was written.`);
  });

  it('begin at an anchor once older entries were deleted', async () => {
    const workspaceId = await workspaceWith(1);
    const start = (await linksOf(workspaceId)).length;
    const age = (ms: number, name: string) => [`${firstIdAt('act', now - ms)}${name}`];
    await happen(workspaceId, 'a', age(3 * yearMs, 'a'));
    // An old operation that was committed after a younger one.
    await happen(workspaceId, 'b', age(yearMs, 'b'));
    await happen(workspaceId, 'c', age(3 * yearMs - dayMs, 'c'));
    await happen(workspaceId, 'd', age(dayMs, 'd'));
    const clock = { ...stores.clock, now: () => now };
    const kept = { mailsMs: 99 * yearMs, sendsMs: 99 * yearMs, eventsMs: 99 * yearMs };
    await deleteOldRows({ database: stores.database, clock }, { activityMs: 2 * yearMs, ...kept });
    const links = await linksOf(workspaceId);
    expect(links.map(({ seq }) => seq)).toEqual([start + 4]);
    expect(await proof(workspaceId)).toMatchObject({ entries: 1, problem: null });
    await happen(workspaceId, 'e');
    expect(await proof(workspaceId)).toMatchObject({ entries: 2, problem: null });
    await change(update(eventStreams, { workspaceId }, { activityAnchor: 'f'.repeat(64) }));
    expect((await proof(workspaceId)).problem).toMatch(/^Entry \d+ \(act_\w+\) is not as it/);
  });

  it('of the ledger notice a changed and a removed entry', async () => {
    const workspaceId = await newWorkspaceId();
    for (const amountCents of [100, 200, 300]) {
      const reason = 'a gift';
      await persist(stores.database, {
        ...ofWorkspace(workspaceId),
        load: async () => undefined,
        decide: () => ({
          answer: undefined,
          change: { ledger: [topUp({ workspaceId, amountCents, reason, at: now })] },
        }),
      });
    }
    const own = async () =>
      (await verifyLedger(stores.database)).problems.filter((text) => text.includes(workspaceId));
    expect(await own()).toEqual([]);
    const links = await linksOf(workspaceId, 'ledger');
    const { entryId: id, seq } = links.at(-2) ?? { entryId: '', seq: 0 };
    await change(update(ledgerEntries, { id }, { reason: 'another' }));
    expect(await own()).toEqual([expect.stringContaining(`Entry ${seq} (${id}) is not as it was`)]);
    await change(remove(ledgerEntries, { id }));
    expect(await own()).toEqual(
      expect.arrayContaining([expect.stringContaining(`Entry ${seq} (${id}) is missing.`)]),
    );
  });

  it('go on where commits before migration chains-in-streams have ended', async () => {
    const [workspaceId, other] = await Promise.all([workspaceWith(3), workspaceWith(1)]);
    const streams = () =>
      runStatement<Record<string, unknown>>(
        place,
        `select * from event_streams where workspace_id in ('${workspaceId}', '${other}')
          order by workspace_id`,
      );
    const before = await streams();
    await runStatement(
      place,
      `insert into hash_chains (workspace_id, kind, began_at, last_seq, head, first_seq, anchor)
        select workspace_id, 'activity', chained_at, activity_seq, '', activity_first_seq,
          activity_anchor from event_streams
        union all
        select workspace_id, 'ledger', chained_at, ledger_seq, '', 1, activity_anchor
        from event_streams where ledger_seq > 0`,
    );
    await runStatement(
      place,
      `update event_streams set chained_at = null, activity_seq = 0, activity_first_seq = 1,
        activity_anchor = '${'0'.repeat(64)}', ledger_seq = 0`,
    );
    await runStatement(
      place,
      `delete from event_streams where workspace_id = '${other}' and last_seq = 0`,
    );
    const { statements } = migrations.find(({ name }) => name.endsWith('chains-in-streams')) ?? {};
    for (const statement of statements ?? []) {
      if (/^(insert|update)/.test(statement)) await runStatement(place, statement);
    }
    expect(await streams()).toEqual(before);
    await happen(workspaceId, 'later');
    expect(await proof(workspaceId)).toMatchObject({ entries: 5, problem: null });
    expect((await proof(other)).problem).toBeNull();
  });

  function entryOf(workspaceId: string) {
    const actor = { actorKind: 'system', actorId: 'x' } as const;
    const action = 'workspace.create';
    return { workspaceId, at: 0, ...actor, action, subject: 'x', details: {}, origin: null };
  }
});

it('the hash of a link covers the one before', () => {
  expect(linkHash('a', 'b')).toBe(sha256Hex('ab'));
});
