import {
  describeOnBothEngines,
  type TestEngine,
  type TestPlace,
} from '@hostmaster/test-rig/engines';
import { beforeAll, expect, it } from 'vitest';
import { newId } from '../base/ids.ts';
import { appendEvent } from '../changes/stream-slot.ts';
import { readMigrations } from '../storage/migrate.ts';
import { lockStream } from '../storage/queries/events/events.ts';
import type { HostmasterDatabase, Schema } from '../storage/schema.ts';
import { deleteOldEvents } from './delete-old-events.ts';
import { cursorAfter, eventView, parseCursor, parseEventId } from './event-view.ts';
import { readEvents } from './read-events.ts';

const migrations = readMigrations(new URL('../storage/migrations/', import.meta.url));
const at = Date.parse('2030-05-01T12:00:00.000Z');

describeOnBothEngines('events', (engine) => {
  let place: TestPlace;
  let db: HostmasterDatabase;
  beforeAll(async () => {
    place = await engine.place();
    db = await open(engine, place);
  });

  it('are numbered without gaps in the order of commits, with several writers and readers', async () => {
    const [one, two] = [db, await open(engine, place)];
    const workspaces = ['ws_a', 'ws_b', 'ws_c'];
    let isWriting = true;
    const readers = workspaces.map(async (workspaceId) => {
      const seen: string[] = [];
      for (let cursor = 0; ; ) {
        const isLast = !isWriting;
        const page = await readEvents(one, whole(workspaceId), { after: cursor, limit: 7 });
        seen.push(...page.events.map(({ id }) => id));
        cursor = page.lastSeq;
        if (isLast && !page.hasMore) return seen;
        await new Promise(setImmediate);
      }
    });
    const committed = new Map<string, number>();
    await Promise.all(
      Array.from({ length: 240 }, async (_, index) => {
        const workspaceId = workspaces[index % 3] ?? '';
        const isRefused = index % 5 === 0;
        const count = 1 + (index % 2);
        const events = Array.from({ length: count }, () => ({ workspaceId, name: `n${index}` }));
        const done = happen(index % 7 === 0 ? two : one, events, {
          commit: index % 4 === 0 ? 'alone' : 'shared',
          decide: () => {
            if (isRefused) throw new Error('refused');
          },
        });
        if (isRefused) await expect(done).rejects.toThrow('refused');
        else await done;
        if (!isRefused) committed.set(workspaceId, (committed.get(workspaceId) ?? 0) + count);
      }),
    );
    isWriting = false;
    const seen = await Promise.all(readers);
    for (const [index, workspaceId] of workspaces.entries()) {
      const numbers = (seen[index] ?? []).map((id) => parseEventId(id)?.seq);
      const total = committed.get(workspaceId) ?? 0;
      expect(total).toBeGreaterThan(60);
      expect(numbers).toEqual(Array.from({ length: total }, (_, each) => each + 1));
    }
  });

  it('of one change keep their order, and a change of two workspaces numbers both', async () => {
    await happen(db, [
      { workspaceId: 'ws_z', name: 'first' },
      { workspaceId: 'ws_z', name: 'second' },
      { workspaceId: 'ws_y', name: 'other' },
      { workspaceId: 'ws_z', name: 'third' },
    ]);
    const page = await readEvents(db, whole('ws_z'), { after: null, limit: 10 });
    expect(page.events.map(({ domain }) => domain)).toEqual(['first', 'second', 'third']);
    expect((await readEvents(db, whole('ws_y'), { after: null, limit: 10 })).lastSeq).toBe(1);
  });

  // SQLite has one writer.
  if (engine.name === 'postgres') {
    it('are written alone when the counter is locked elsewhere, and the connection still works', async () => {
      const workspaceId = 'ws_locked';
      const write = () => happen(db, [{ workspaceId, name: 'l.com' }]);
      await write();
      const other = await open(engine, place);
      const locked = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      const holding = other.transaction(async (tx) => {
        await tx.first(lockStream, { workspaceId });
        locked.resolve();
        await release.promise;
      });
      await locked.promise;
      let runs = 0;
      await happen(db, [{ workspaceId, name: 'm.com' }], {
        decide: () => {
          runs += 1;
          // The second run has left the group, and waits for the lock at its own commit.
          if (runs === 2) release.resolve();
        },
      });
      await holding;
      expect(runs).toBe(2);
      for (let count = 0; count < 12; count += 1) await Promise.all([write(), write()]);
      const page = await readEvents(db, whole(workspaceId), { after: null, limit: 100 });
      expect(page.events.map(({ id }) => parseEventId(id)?.seq)).toEqual(
        Array.from({ length: 26 }, (_, index) => index + 1),
      );
    });
  }

  it('a key for certain domains sees theirs only, and its cursor passes the others', async () => {
    const names = ['a.com', 'b.com', 'a.com', 'b.com', 'b.com'];
    await happen(
      db,
      names.map((name) => ({ workspaceId: 'ws_k', name })),
    );
    const actor = { workspaceId: 'ws_k', domainNames: new Set(['a.com']), readsAll: true };
    const first = await readEvents(db, actor, { after: null, limit: 1 });
    expect(first).toMatchObject({ events: [{ domain: 'a.com' }], lastSeq: 1, hasMore: true });
    const second = await readEvents(db, actor, { after: first.lastSeq, limit: 5 });
    expect(second).toMatchObject({ events: [{ domain: 'a.com' }], lastSeq: 5, hasMore: false });
  });

  it('are deleted when they are too old; an older cursor has expired, numbers go on', async () => {
    const future = Date.now() + 1_000_000;
    // Those of the tests before.
    await deleteOldEvents({ database: db, clock: { now: () => future } }, keptFor(0));
    const workspaceId = 'ws_old';
    const add = () => happen(db, [{ workspaceId, name: 'old.com' }]);
    for (let count = 0; count < 3; count += 1) await add();
    const now = Date.now();
    expect(
      await deleteOldEvents({ database: db, clock: { now: () => now } }, keptFor(60_000)),
    ).toBe(0);
    const later = { database: db, clock: { now: () => now + 61_000 } };
    expect(await deleteOldEvents(later, keptFor(60_000))).toBe(3);
    expect(await deleteOldEvents(later, keptFor(60_000))).toBe(0);
    const read = (after: number | null) => readEvents(db, whole(workspaceId), { after, limit: 5 });
    expect(await read(null)).toMatchObject({ events: [], lastSeq: 3 });
    expect(await read(3)).toMatchObject({ events: [] });
    await expect(read(2)).rejects.toMatchObject({ code: 'cursor_expired' });
    await expect(read(4)).rejects.toMatchObject({ fields: [{ path: 'cursor' }] });
    await add();
    expect(await read(null)).toMatchObject({ events: [{ type: 'domain.released' }], lastSeq: 4 });
    await expect(read(2)).rejects.toMatchObject({ code: 'cursor_expired' });
    expect(await deleteOldEvents(later, keptFor(60_000))).toBe(1);
  });

  it('an age limit deletes in steps and keeps what is younger', async () => {
    const workspaceId = 'ws_many';
    await happen(
      db,
      Array.from({ length: 1_200 }, () => ({ workspaceId, name: 'm.com' })),
    );
    const clock = { now: () => Date.now() + 61_000 };
    expect(await deleteOldEvents({ database: db, clock }, keptFor(60_000))).toBe(1_200);
    const page = await readEvents(db, whole(workspaceId), { after: null, limit: 5 });
    expect(page).toMatchObject({ events: [], lastSeq: 1_200 });
  });

  it('beyond the bytes of a workspace the oldest are deleted, of that workspace only', async () => {
    const mebibyte = 1024 * 1024;
    const [workspaceId, other] = ['ws_full', 'ws_small'];
    // More than the smallest stream that counts as full.
    const name = `${'n'.repeat(9_000)}.com`;
    for (let round = 0; round < 5; round += 1) {
      await happen(
        db,
        Array.from({ length: 400 }, () => ({ workspaceId, name })),
      );
    }
    await happen(db, [{ workspaceId: other, name: 'small.com' }]);
    const parts = { database: db, clock: { now: () => Date.now() } };
    const kept = { eventsMs: 60_000, eventBytesPerWorkspace: 17 * mebibyte };
    const deleted = await deleteOldEvents(parts, kept);
    const first = await readEvents(db, whole(workspaceId), { after: null, limit: 5 });
    expect(deleted).toBeGreaterThan(0);
    expect(parseEventId(first.events[0]?.id ?? '')?.seq).toBe(deleted + 1);
    expect(await deleteOldEvents(parts, kept)).toBe(0);
    const small = await readEvents(db, whole(other), { after: null, limit: 5 });
    expect(small.events).toHaveLength(1);
  });
});

function keptFor(eventsMs: number) {
  return { eventsMs, eventBytesPerWorkspace: Number.MAX_SAFE_INTEGER };
}

it('cursors and ids read back, and nothing else is one', () => {
  expect(parseCursor(cursorAfter(123_456))).toBe(123_456);
  for (const text of ['', 'c', 'c01', 'c-1', 'x1', 'c1 ', 'C1', `c${'z'.repeat(12)}`]) {
    expect(() => parseCursor(text), text).toThrow('cursor: must be a cursor');
  }
  expect(parseEventId('evt_01kgb2q4x3h8m6n5p7r9t2v4w52s')).toEqual({
    idBase: 'evt_01kgb2q4x3h8m6n5p7r9t2v4w5',
    seq: 100,
  });
  expect(parseEventId('evt_01kgb2q4x3h8m6n5p7r9t2v4w5')).toBeNull();
});

it.each([
  ['a.com', 'a.com'],
  ['all domains', null],
  ['a.com and 2 more', null],
])('an event that was stored with the domain %s is about %s', (stored, domain) => {
  const row = { workspaceId: 'ws_a', seq: 1, type: 'update_key.created', at, data: {} };
  expect(eventView({ ...row, idBase: newId('evt'), domain: stored }).domain).toBe(domain);
});

function whole(workspaceId: string) {
  return { workspaceId, domainNames: null, readsAll: true };
}

/** A change with these events. */
function happen(
  database: HostmasterDatabase,
  events: readonly { readonly workspaceId: string; readonly name: string }[],
  options: { readonly commit?: 'shared' | 'alone'; readonly decide?: () => void } = {},
): Promise<void> {
  return database.change({
    keys: [],
    owner: events[0]?.workspaceId ?? '',
    commit: options.commit ?? 'shared',
    load: async () => undefined,
    decide() {
      options.decide?.();
      const late = events.map(({ workspaceId, name: domain }) => {
        const type = 'domain.released' as const;
        return appendEvent({
          workspaceId,
          idBase: newId('evt'),
          type,
          at,
          domain,
          data: { domain },
        });
      });
      return { answer: undefined, writes: { rows: [], late } };
    },
  });
}

function open(engine: TestEngine, place: TestPlace): Promise<HostmasterDatabase> {
  return engine.open<Schema>({ migrations, place });
}
