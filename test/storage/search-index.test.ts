/**
 * How the search index is written: step by step, by one process at a time, and again after a process has
 * died between any two commits. What it says is compared with what is stored.
 */
import { query } from '@hostmaster/test-rig/any-query';
import {
  contact,
  describeService,
  type TestService,
  type TestWorkspace,
  until,
} from '@hostmaster/test-rig/service';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { findDocuments } from '../../packages/server/src/search/find-documents.ts';
import { IndexWriter } from '../../packages/server/src/search/write-index.ts';
import { findStream } from '../../packages/server/src/storage/queries/events/events.ts';
import {
  findDeadSegment,
  findSearchIndex,
  listLiveSegments,
} from '../../packages/server/src/storage/queries/search/search-index.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import type { HostmasterDatabase } from '../../packages/server/src/storage/schema.ts';
import { statement } from '../../packages/server/src/storage/statements.ts';
import { eventStreams } from '../../packages/server/src/storage/tables/events/event-streams.ts';
import { searchIndexes } from '../../packages/server/src/storage/tables/search/search-indexes.ts';

/** The process is killed at one of its commits: nothing of it is written, and nothing after it. */
class Killed extends Error {}

/** The process itself writes no index: only the tests do. */
const settings = { HOSTMASTER_ROLES: 'api' };

const indexTests = (service: TestService) => {
  async function withDomain(): Promise<TestWorkspace & { domain: string }> {
    const workspace = await service.workspace();
    const domain = service.freshName('index');
    await workspace.client.call('registerDomain', { domain, contact });
    return { ...workspace, domain };
  }

  function addRecords(
    { client, domain }: TestWorkspace & { domain: string },
    word: string,
    count: number,
  ) {
    const creates = Array.from({ length: count }, (_, index) => ({
      type: 'TXT' as const,
      name: `${word}-${Math.floor(index / 50)}`,
      value: `${word} number ${index}.`,
    }));
    return client.call('changeRecords', { domain, creates });
  }

  /** Each is an event, and none changes a record. */
  async function makeEvents({ client, domain }: TestWorkspace & { domain: string }): Promise<void> {
    for (let change = 0; change < 100; change += 1) {
      await client.call('updateDomain', { domain, autoRenew: change % 2 === 0 });
    }
  }

  function writer(workspaceId: string, database = service.database, holder = 'test'): IndexWriter {
    return new IndexWriter({ database, clock: systemClock, workspaceId, holder });
  }

  async function writeAll(workspaceId: string): Promise<void> {
    const own = writer(workspaceId);
    await until('the index is written', async () => !(await own.step()));
  }

  async function found({ id: workspaceId }: TestWorkspace, text: string) {
    const question = { workspaceId, text, domainNames: null, after: '', limit: 5_000 };
    return findDocuments(service.database, question);
  }

  const values = async (workspace: TestWorkspace, text: string) =>
    (await found(workspace, text)).documents.map(({ record }) => record?.value).sort();

  it('finds the same after every step: pass, changes, merges', async () => {
    const workspace = await withDomain();
    await addRecords(workspace, 'early', 200);
    await writeAll(workspace.id);
    let expected = 200;
    for (let round = 0; round < 10; round += 1) {
      await addRecords(workspace, `round${round}`, 20);
      await makeEvents(workspace);
      expected += 20;
      expect(await values(workspace, ' number 1')).toHaveLength(111 + 11 * (round + 1));
      await writeAll(workspace.id);
      const { documents, isComplete } = await found(workspace, ' number ');
      expect(documents).toHaveLength(expected);
      expect(isComplete).toBe(true);
    }
    const segments = await service.database.all(listLiveSegments, { workspaceId: workspace.id });
    expect(segments.length).toBeLessThanOrEqual(8);
    expect(segments.some(({ documents }) => documents > 200)).toBe(true);
    expect(await values(workspace, 'round7 number 13.')).toEqual(['round7 number 13.']);
    expect((await found(workspace, workspace.domain)).documents).toHaveLength(1);
  });

  it('survives a kill at each of its commits', async () => {
    const workspace = await withDomain();
    await addRecords(workspace, 'kept', 300);
    for (let commits = 0; ; commits += 1) {
      const { database, isKilled } = killedAfter(service.database, commits);
      const killed = writer(workspace.id, database, `killed-${commits}`);
      const isOver = await stepToEnd(killed).catch((error: unknown) => {
        if (!isKilled()) throw error;
        return false;
      });
      await endHold(service.database, workspace.id);
      const during = await found(workspace, 'kept number');
      expect([0, 300]).toContain(during.documents.length);
      if (during.isComplete) expect(during.documents).toHaveLength(300);
      expect(isOver && !during.isComplete).toBe(false);
      if (isOver) break;
      expect(commits).toBeLessThan(50);
    }
    const { isComplete } = await found(workspace, 'kept number 299.');
    expect(isComplete).toBe(true);
    const workspaceId = workspace.id;
    expect(await service.database.first(findDeadSegment, { workspaceId })).toBeUndefined();
  });

  it('is written by one process at a time', async () => {
    const workspace = await withDomain();
    expect(await writer(workspace.id, service.database, 'first').step()).toBe(true);
    expect(await writer(workspace.id, service.database, 'second').step()).toBe(false);
    const index = await service.database.first(findSearchIndex, { workspaceId: workspace.id });
    expect(index?.holder).toBe('first');
  });

  it('is written from the beginning when events that it needs are no longer kept', async () => {
    const workspace = await withDomain();
    const { id: workspaceId } = workspace;
    await writeAll(workspaceId);
    await addRecords(workspace, 'lost', 30);
    await makeEvents(workspace);
    const stream = await service.database.first(findStream, { workspaceId });
    const firstSeq = (stream?.lastSeq ?? 0) + 1;
    await persistChange(service.database, {
      rows: [
        statement('deleteEventsBefore', { workspaceId, firstSeq }),
        update(eventStreams, { workspaceId }, { firstSeq, oldestAt: null, bytes: 0 }),
      ],
    });
    expect((await found(workspace, 'lost number')).isComplete).toBe(false);
    await writeAll(workspaceId);
    const { documents, isComplete } = await found(workspace, 'lost number');
    expect(documents).toHaveLength(30);
    expect(isComplete).toBe(true);
  });

  it('is made again when most of what it has is outdated, and finds everything meanwhile', async () => {
    const workspace = await withDomain();
    const { id: workspaceId } = workspace;
    await addRecords(workspace, 'again', 40);
    await writeAll(workspaceId);
    const [segment] = await service.database.all(listLiveSegments, { workspaceId });
    await service.database.transaction((tx) =>
      tx.run(claimDocuments, { id: segment?.id ?? '', documents: 200_000 }),
    );
    const own = writer(workspaceId);
    expect(await own.step()).toBe(true);
    const during = await found(workspace, 'again number');
    expect(during.documents).toHaveLength(40);
    expect(during.isComplete).toBe(true);
    await writeAll(workspaceId);
    const segments = await service.database.all(listLiveSegments, { workspaceId });
    expect(segments.map(({ documents }) => documents)).toEqual([41]);
    expect((await found(workspace, 'again number')).documents).toHaveLength(40);
  });
};

describeService('the search index', indexTests, { settings });

async function stepToEnd(writer: IndexWriter): Promise<true> {
  while (await writer.step());
  return true;
}

function killedAfter(
  database: HostmasterDatabase,
  commits: number,
): { readonly database: HostmasterDatabase; isKilled(): boolean } {
  let left = commits;
  return {
    isKilled: () => left < 0,
    database: new Proxy(database, {
      get(target, name) {
        if (name === 'change') {
          left -= 1;
          if (left < 0) throw new Killed();
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
  };
}

/** As if a minute had passed since the process died. */
function endHold(database: HostmasterDatabase, workspaceId: string): Promise<unknown> {
  return database.transaction((tx) => tx.run(releaseIndex, { workspaceId }));
}

const releaseIndex = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .updateTable('search_indexes')
    .set(searchIndexes.set({ heldUntil: 0 }))
    .where('workspace_id', '=', p.workspaceId),
);

const claimDocuments = query<{ id: string; documents: number }>()(({ db, p }) =>
  db
    .updateTable('search_segments')
    .set({ documents: sql<number>`cast(${p.documents} as integer)` })
    .where('id', '=', p.id),
);
