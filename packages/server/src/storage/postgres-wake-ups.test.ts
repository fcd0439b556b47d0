/** Events of one process reach the others on the same database. */
import { withNotes } from '@hostmaster/test-rig/notes-store';
import { until } from '@hostmaster/test-rig/service';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { ServiceEvent } from '../base/events.ts';
import type { Database } from './database.ts';

function zoneChanged(zone: string): ServiceEvent {
  return { kind: 'zone-changed', zone, isCatalogDue: false };
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
    await db.transaction(async (tx) => tx.announce(zoneChanged('one.example')));
    await until('the other receives it', () => received.other.length > 0);
    await other.transaction(async (tx) => tx.announce(zoneChanged('two.example')));
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
    const refused = db.transaction(async (tx) => {
      tx.announce(zoneChanged('refused.example'));
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    await db.transaction(async (tx) => tx.announce(zoneChanged('kept.example')));
    await until('the other receives the later one', () => received.length > 0);
    expect(received).toEqual(['kept.example']);
  }));

it('thousands of events of one moment arrive, in as many messages as they need', () =>
  withNotes(async ({ db, open }) => {
    const other = await open();
    const received = zonesReceivedBy(other);
    await listening(other);
    const zones = Array.from({ length: 3_000 }, (_, i) => `${'n'.repeat(60)}-${i}.example`);
    await db.transaction(async (tx) => {
      for (const zone of zones) tx.announce(zoneChanged(zone));
    });
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
    await db.transaction(async (tx) => tx.announce(zoneChanged('later.example')));
    await until('it receives again', () => received.includes('later.example'));
  }));
