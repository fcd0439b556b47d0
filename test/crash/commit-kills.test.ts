/**
 * The rows of the table of faults (docs/adr/0019) that need processes of their own: a process that is
 * killed, a lock that is held for too long, and a server that is replaced in the middle of a group.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '@hostmaster/test-rig/crash-until';
import {
  createEngine,
  createTestDirectory,
  describeOnBothEngines,
  type TestPlace,
} from '@hostmaster/test-rig/engines';
import { startPostgresPair } from '@hostmaster/test-rig/postgres-pair';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { StorageUnavailable } from '../../packages/server/src/base/errors.ts';
import {
  lockNote,
  type Moment,
  moments,
  openNotes,
  othersOf,
  type Place,
  places,
  schema,
  startGroup,
  stored,
  work,
} from './notes-group.ts';

const script = fileURLToPath(new URL('./killed-group.ts', import.meta.url));

describeOnBothEngines('a process that is killed with a group of changes', (engine) => {
  const cells = moments.flatMap((moment) => places.map((place) => [moment, place] as const));

  it.each(cells)(
    '%s of one that is %s: all of the group is stored, or nothing',
    async (...cell) => {
      const [moment, place] = cell;
      const at = await engine.emptyPlace();
      expect(await killedAt(moment, place, at)).toBe('SIGKILL');
      const db = await openNotes(at);
      engine.afterwards(() => db.close());
      const all = [...othersOf(place), 'culprit'].sort();
      expect(await stored(db)).toEqual(moment === 'after COMMIT' ? all : []);
      expect(await db.change(work('next'))).toBe('next');
    },
  );
});

async function killedAt(moment: Moment, place: Place, at: TestPlace): Promise<string | null> {
  const child = fork(script, [at.dataDir, at.databaseUrl ?? '', moment, place]);
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal;
}

describe('a server of PostgreSQL', () => {
  const engine = createEngine('postgres');

  it('whose lock is held for too long: the member gets 503, the others are stored', async () => {
    const ends = places.map(async (place) => {
      const at = await engine.emptyPlace();
      const db = await openNotes(at);
      const holder = new pg.Client({ connectionString: at.databaseUrl ?? '' });
      await holder.connect();
      await holder.query(`begin; select 1 from ${schema}.notes where id = 'taken' for update`);
      const { culprit, others } = startGroup(db, place, {
        load: (reader) => reader.first(lockNote, { id: 'taken' }),
      });
      await Promise.all(others);
      await expect(culprit, place).rejects.toBeInstanceOf(StorageUnavailable);
      expect(await stored(db), place).toEqual(othersOf(place));
      await holder.end();
      expect(await db.change(work('next')), place).toBe('next');
      await db.close();
    });
    await Promise.all(ends);
  });

  it('that is replaced before COMMIT: all of the group get 503, and nothing is stored', async () => {
    const directory = await createTestDirectory();
    engine.afterwards(directory.remove);
    const pair = await startPostgresPair(directory.path);
    engine.afterwards(() => pair.stop());
    const db = await openNotes({ dataDir: directory.path, databaseUrl: pair.url });
    engine.afterwards(() => db.close());
    const { culprit, others } = startGroup(db, 'middle', {
      async load(reader) {
        await pair.killPrimary();
        return reader.first(lockNote, { id: 'culprit' });
      },
    });
    for (const end of [culprit, ...others]) {
      await expect(end).rejects.toBeInstanceOf(StorageUnavailable);
    }
    await pair.promoteStandby();
    const next = () => db.change(work('next')).catch(() => null);
    await until(async () => (await next()) === 'next', {
      what: () => 'a change on the new primary',
      withinMs: 60_000,
    });
    expect(await stored(db)).toEqual(['next']);
  });
});
