import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { SqliteConnection } from './sqlite-connection.ts';
import { WalCheckpoints } from './wal-checkpoints.ts';
import type { LogFrames } from './wal-frames.ts';

const folder = mkdtempSync(join(tmpdir(), 'hostmaster-checkpoints-'));
const row = 'x'.repeat(3_000);
const opened: SqliteConnection[] = [];

afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the log is copied by a thread, begins again under load and is removed at the end', async () => {
  const { writer, checkpoints } = open('load.sqlite');
  let longest = 0;
  let begunAgain = 0;
  for (let written = 0, before = 0; begunAgain < 2; written += 1) {
    expect(written).toBeLessThan(5_000);
    commit(writer, written);
    const { log } = writer.logFrames();
    if (log < before) begunAgain += 1;
    before = log;
    longest = Math.max(longest, log);
    await letThreadWork(writer, checkpoints);
  }
  // SQLite's own checkpoint, in this thread, would have come at 16,384.
  expect(longest).toBeLessThan(16_384);
  expect(longest).toBeGreaterThan(2_000);

  const { rows } = writer.query('select count(*) as rows from entries', []);
  await checkpoints.close();
  writer.close();
  expect(existsSync(`${writer.file}-wal`)).toBe(false);
  const reader = new SqliteConnection(writer.file, { readOnly: true });
  opened.push(reader);
  expect(reader.query('select count(*) as rows from entries', []).rows).toEqual(rows);
});

test('a reader that holds the log delays it, and is waited for', async () => {
  const { writer, checkpoints } = open('held.sqlite');
  const reader = new SqliteConnection(writer.file, { readOnly: true });
  opened.push(reader);
  reader.run('begin');
  const before = reader.query('select count(*) as rows from entries', []).rows;
  let written = 0;
  for (; writer.logFrames().log < 6_000; written += 1) {
    commit(writer, written);
    checkpoints.afterCommit();
    await new Promise(setImmediate);
  }
  expect(reader.query('select count(*) as rows from entries', []).rows).toEqual(before);

  reader.run('commit');
  for (let log = writer.logFrames().log, last = 0; log >= last; log = writer.logFrames().log) {
    last = log;
    expect(log).toBeLessThan(16_384);
    commit(writer, written);
    written += 1;
    await letThreadWork(writer, checkpoints);
  }
  await checkpoints.close();
});

test('without the thread commits go on, and SQLite makes its own checkpoints', async () => {
  const { writer, checkpoints } = open('away/log.sqlite');
  for (let written = 0; writer.logFrames().log < 2_000; written += 1) commit(writer, written);
  renameSync(join(folder, 'away'), join(folder, 'moved'));
  let last = 0;
  for (let written = 0; writer.logFrames().log >= last; written += 1) {
    last = writer.logFrames().log;
    commit(writer, written);
    checkpoints.afterCommit();
    await new Promise(setImmediate);
  }
  expect(last).toBeGreaterThanOrEqual(16_384);
  await checkpoints.close();
});

test('a checkpoint that cannot be made stops no commit', async () => {
  const { writer, checkpoints } = open('gone.sqlite');
  writer.close();
  checkpoints.afterCommit();
  await checkpoints.close();
});

function open(name: string): { writer: SqliteConnection; checkpoints: WalCheckpoints } {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  const writer = new SqliteConnection(file, { readOnly: false });
  opened.push(writer);
  for (const pragma of ['journal_mode = wal', 'wal_autocheckpoint = 16384']) {
    writer.exec(`pragma ${pragma}`);
  }
  writer.exec('create table entries (id integer primary key, text text)');
  return { writer, checkpoints: new WalCheckpoints(writer) };
}

/** A busy machine may run the thread late: commits wait for it before SQLite's own checkpoint comes. */
async function letThreadWork(writer: SqliteConnection, checkpoints: WalCheckpoints): Promise<void> {
  do {
    checkpoints.afterCommit();
    await new Promise(setImmediate);
  } while (isNearlyFull(writer.logFrames()));
}

function isNearlyFull({ log, checkpointed }: LogFrames): boolean {
  return log > 12_000 && checkpointed < log;
}

/** Some twenty pages. */
function commit(writer: SqliteConnection, number: number): void {
  writer.run('begin immediate');
  for (let i = 0; i < 20; i += 1) {
    writer.query('insert into entries (text) values (?)', [`${number} ${row}`]);
  }
  writer.run('commit');
}
