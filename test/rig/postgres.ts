/** Fresh PostgreSQL databases for tests, on the server that the run shares. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { shared } from './shared.ts';

export interface TestDatabase {
  readonly url: string;
  /** Also closes connections that a failed test left open. */
  drop(): Promise<void>;
}

/** Empty, or a copy of a database that no one is connected to. */
export async function createTestDatabase(template = 'template0'): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = new URL(await shared('postgres'));
  // template0 never has a connection, so that databases can be made by many files at once.
  // Copying its files takes 25 ms of processor time, writing all pages to the log takes 60.
  await administer(`create database ${name} template ${template} strategy file_copy`);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`) };
}

/** Arbitrary, and the same for every worker of the run. */
const turnLock = 7_001;
const triesMax = 5;

/**
 * One at a time: a database that is dropped asks for a checkpoint, which fails when the files of
 * another one vanish under it. The server's own checkpoints can meet the same; then it is tried again.
 */
async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: await shared('postgres') });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(${turnLock})`);
    for (let tries = 1; ; tries += 1) {
      try {
        await client.query(statement);
        return;
      } catch (error) {
        if (!/checkpoint request failed/.test(String(error)) || tries === triesMax) throw error;
      }
    }
  } finally {
    await client.end();
  }
}
