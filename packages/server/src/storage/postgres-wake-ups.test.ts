/** Events of one process reach the others on the same database. */
import { withNotes } from '@hostmaster/test-rig/notes-store';
import { until } from '@hostmaster/test-rig/service';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { Database } from './database.ts';
import type { RowWrite } from './row-write.ts';

const noStatement: RowWrite = { kind: 'statement', name: 'absent', params: {}, rows: 'any' };

function announce<S>(
  db: Database<S>,
  zones: readonly string[],
  rows: readonly RowWrite[] = [],
): Promise<void> {
  const events = zones.map(
    (zone) => ({ kind: 'zone-changed', zone, isCatalogDue: false }) as const,
  );
  return db.change({
    keys: [],
    owner: '',
    commit: 'shared',
    load: async () => undefined,
    decide: () => ({ answer: undefined, writes: { rows, events } }),
  });
}

/** Fills up with the zones whose changes are published on the store's bus. */
function zonesReceivedBy<S>(db: Database<S>): string[] {
  const zones: string[] = [];
  db.events.subscribe('zone-changed', ({ zone }) => zones.push(zone));
  return zones;
}

async function listening<S>(db: Database<S>): Promise<void> {
  let isListening = false;
  db.events.subscribe('jobs-changed', () => {
    isListening = true;
  });
  db.listenToOthers();
  await until('the store listens', () => isListening);
}

it('a committed event is published by every listening process, once', () =>
  withNotes(async ({ db, open }) => {
    const other = await open();
    const received = { own: zonesReceivedBy(db), other: zonesReceivedBy(other) };
    await Promise.all([listening(db), listening(other)]);
    await announce(db, ['one.example']);
    await until('the other receives it', () => received.other.length > 0);
    await announce(other, ['two.example']);
    await until('the first receives it', () => received.own.length > 1);
    expect(received).toEqual({
      own: ['one.example', 'two.example'],
      other: ['one.example', 'two.example'],
    });
  }));

it('an event that is rolled back is never received', () =>
  withNotes(async ({ db, open }) => {
    const other = await open();
    const received = zonesReceivedBy(other);
    await listening(other);
    const refused = announce(db, ['refused.example'], [noStatement]);
    await expect(refused).rejects.toThrow('There is no statement');
    await announce(db, ['kept.example']);
    await until('the other receives the later one', () => received.length > 0);
    expect(received).toEqual(['kept.example']);
  }));

it('thousands of events of one moment arrive, in as many messages as they need', () =>
  withNotes(async ({ db, open }) => {
    const other = await open();
    const received = zonesReceivedBy(other);
    await listening(other);
    const zones = Array.from({ length: 3_000 }, (_, i) => `${'n'.repeat(60)}-${i}.example`);
    await announce(db, zones);
    await until('all are received', () => received.length >= zones.length);
    expect(received).toEqual(zones);
  }));

it('a process whose connection was cut listens again', () =>
  withNotes(async ({ db, open, url }) => {
    const other = await open();
    const received = zonesReceivedBy(other);
    await listening(other);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query = 'listen notes'`,
    );
    await client.end();
    expect(rowCount).toBe(1);
    let isListening = false;
    other.events.subscribe('jobs-changed', () => {
      isListening = true;
    });
    await until('it listens again', () => isListening);
    await announce(db, ['later.example']);
    await until('it receives again', () => received.includes('later.example'));
  }));
