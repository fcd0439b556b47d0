/** Runs a statement in the database of a test on a connection of its own, as another process would. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { TestPlace } from './engines.ts';

export async function runStatement<Row>(place: TestPlace, statement: string): Promise<Row[]> {
  if (place.databaseUrl === null) {
    const db = new DatabaseSync(join(place.dataDir, 'hostmaster.db'));
    try {
      return db.prepare(statement).all() as Row[];
    } finally {
      db.close();
    }
  }
  const client = await connectTo(place);
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}

export async function connectTo({ databaseUrl }: TestPlace): Promise<pg.Client> {
  const options = '-c search_path=hostmaster';
  const client = new pg.Client({ connectionString: databaseUrl ?? '', options });
  await client.connect();
  return client;
}
