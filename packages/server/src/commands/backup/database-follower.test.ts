/** Whatever SQLite does with its log, and wherever a copy ends, a chain is a state of the database. */
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSmallDisk } from '@hostmaster/test-rig/crash-small-disk';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { randomNumbers, testSeed } from '@hostmaster/test-rig/seed';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changesOf, listChains, readChainEnd, writeDatabase } from './chain.ts';
import { readRecords } from './change-file.ts';
import { DatabaseFollower } from './database-follower.ts';

const dayMs = 86_400_000;
const keepMs = 3 * dayMs;

let place: string;
let file: string;
let folder: string;
let source: DatabaseSync;
let now: number;
let followers: DatabaseFollower[];

beforeEach(async () => {
  place = (await createTestDirectory()).path;
  file = join(place, 'source.db');
  folder = join(place, 'backup');
  now = 1_800_000_000_000;
  followers = [];
  source = openSource();
  source.exec('create table notes (id integer primary key, text text)');
});

afterEach(() => {
  for (const follower of followers) follower.release();
  if (source.isOpen) source.close();
});

describe('a chain', () => {
  it('has each committed change, and nothing of a transaction that goes on', () => {
    write('first');
    const follower = follow();
    expect(restored()).toBe(contentOf(file));
    source.exec("begin; insert into notes (text) values ('undecided')");
    step(follower);
    const before = restored();
    source.exec('commit');
    expect(restored()).toBe(before);
    step(follower);
    expect(restored()).toBe(contentOf(file));
    expect(listChains(folder)).toHaveLength(1);
  });

  it('is right after any mixture of writes, checkpoints, vacuums and copies', () => {
    const random = randomNumbers(testSeed);
    const actions = [
      () => write('x'.repeat(random() * 9_000)),
      () => source.exec('delete from notes where id % 3 = 0'),
      () => source.exec('update notes set text = text || id where id % 7 = 1'),
      () => source.exec('pragma wal_checkpoint(passive)'),
      () => source.exec('pragma wal_checkpoint(truncate)'),
      () => source.exec('vacuum'),
      () => {
        source.exec('begin');
        for (let row = 0; row < 200; row += 1) write('large transaction');
        source.exec(random() < 0.2 ? 'rollback' : 'commit');
      },
    ];
    const follower = follow();
    for (let round = 0; round < 300; round += 1) {
      actions[Math.floor(random() ** 2 * actions.length)]?.();
      if (random() < 0.5) continue;
      if (random() < 0.1) now += dayMs;
      follower.mark();
      const marked = contentOf(file);
      // Between the decision what to copy and the copy.
      for (let count = random() * 3; count > 1; count -= 1) {
        actions[Math.floor(random() * actions.length)]?.();
      }
      follower.append();
      if (random() < 0.3) follower.restartLog();
      else expect(restored(), `round ${round}, seed ${testSeed}`).toBe(marked);
    }
  }, 300_000);

  it('lets the log begin again under steady load', () => {
    const follower = follow();
    for (let round = 0; round < 60; round += 1) {
      for (let row = 0; row < 100; row += 1) write('x'.repeat(9_000));
      step(follower);
      follower.restartLog();
    }
    expect(statSync(`${file}-wal`).size).toBeLessThan(40 * 2 ** 20);
    write('last');
    step(follower);
    expect(restored()).toBe(contentOf(file));
    expect(listChains(folder)).toHaveLength(1);
  }, 300_000);
});

describe('a follower that is killed', () => {
  it('leaves the state before, wherever its last record is cut', () => {
    const follower = follow();
    write('kept');
    step(follower);
    const before = restored();
    const [chain] = listChains(folder);
    if (chain === undefined) throw new Error('There is no chain.');
    const whole = statSync(changesOf(chain)).size;
    write('x'.repeat(20_000));
    step(follower);
    const after = restored();
    expect(after).not.toBe(before);
    follower.release();
    const bytes = readFileSync(changesOf(chain));
    for (let length = whole; length < bytes.length; length += 7) {
      writeFileSync(changesOf(chain), bytes.subarray(0, length));
      expect(restored()).toBe(before);
    }
    const next = follow();
    expect(listChains(folder)).toHaveLength(1);
    expect(restored()).toBe(after);
    write('later');
    step(next);
    expect(restored()).toBe(contentOf(file));
  });

  it('continues the chain when the log still has its place', () => {
    const first = follow();
    write('one');
    step(first);
    first.release();
    write('two');
    follow();
    expect(listChains(folder)).toHaveLength(1);
    expect(restored()).toBe(contentOf(file));
  });

  it('begins a chain when the log began again in the meantime', () => {
    const first = follow();
    write('one');
    step(first);
    first.release();
    write('two');
    source.exec('pragma wal_checkpoint(truncate)');
    write('three');
    follow();
    expect(listChains(folder)).toHaveLength(2);
    expect(restored()).toBe(contentOf(file));
  });

  it('begins a chain when the database was closed in the meantime', () => {
    follow().release();
    write('one');
    source.close();
    source = openSource();
    follow();
    expect(restored()).toBe(contentOf(file));
  });

  it('leaves a copy without a record, which the next one deletes', () => {
    const first = follow();
    first.release();
    const [chain] = listChains(folder);
    if (chain === undefined) throw new Error('There is no chain.');
    cpSync(chain.folder, join(folder, String(chain.startedAt + 1)), { recursive: true });
    const [, copied] = listChains(folder);
    if (copied === undefined) throw new Error('There is no copy.');
    truncateSync(changesOf(copied), 20);
    now += 5;
    follow();
    expect(listChains(folder).map(({ startedAt }) => startedAt)).not.toContain(copied.startedAt);
    expect(restored()).toBe(contentOf(file));
  });
});

describe('a damaged chain', () => {
  it.each([0, 100, 5_000])('is refused: byte %i of the copy', (offset) => {
    write('x'.repeat(50_000));
    source.exec('pragma wal_checkpoint(truncate)');
    follow();
    const [chain] = listChains(folder);
    const base = join(chain?.folder ?? '', 'base.db');
    const bytes = readFileSync(base);
    bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset);
    writeFileSync(base, bytes);
    expect(restored).toThrow('is damaged');
  });

  it('ends before the damaged record', () => {
    const follower = follow();
    const before = restored();
    write('one');
    step(follower);
    write('two');
    step(follower);
    const [chain] = listChains(folder);
    if (chain === undefined) throw new Error('There is no chain.');
    const [first] = readRecords(changesOf(chain));
    const bytes = readFileSync(changesOf(chain));
    const offset = (first?.endsAt ?? 0) + 90;
    bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset);
    writeFileSync(changesOf(chain), bytes);
    expect(restored()).toBe(before);
    expect(readChainEnd(chain)?.unusedBytes).toBe(bytes.length - (first?.endsAt ?? 0));
  });
});

describe('chains', () => {
  it('begin once a day and are deleted once nothing in their time is kept', () => {
    const follower = follow();
    const starts = [now];
    for (let day = 1; day <= 6; day += 1) {
      now += dayMs;
      write(`day ${day}`);
      step(follower);
      starts.push(now);
    }
    const kept = listChains(folder).map(({ startedAt }) => startedAt);
    expect(kept).toEqual(starts.slice(-5));
    expect(restored()).toBe(contentOf(file));
  });

  it('begin after the newest one also when the clock was set back', () => {
    follow().release();
    source.exec('pragma wal_checkpoint(truncate)');
    now -= dayMs / 2;
    write('later');
    follow();
    expect(listChains(folder)).toHaveLength(2);
    expect(restored()).toBe(contentOf(file));
  });
});

describe('a full disk', () => {
  const disk = openSmallDisk({ megabytes: 4 });

  it.skipIf(disk === null)('keeps what was copied, and nothing of what was not', () => {
    if (disk === null) return;
    try {
      folder = join(disk.path, 'backup');
      const follower = follow();
      write('copied');
      step(follower);
      const before = restored();
      disk.fill();
      write(randomBytes(200_000).toString('hex'));
      expect(() => step(follower)).toThrow('ENOSPC');
      follower.release();
      expect(restored()).toBe(before);
      disk.free();
      step(follower);
      expect(restored()).toBe(contentOf(file));
    } finally {
      disk.remove();
    }
  });
});

function openSource(): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 });
  database.exec('pragma journal_mode = wal');
  return database;
}

function write(text: string): void {
  source.prepare('insert into notes (text) values (?)').run(text);
}

function follow(): DatabaseFollower {
  const follower = new DatabaseFollower({
    databaseFile: file,
    folder,
    chainMsMax: dayMs,
    keepMs,
    now: () => now,
  });
  followers.push(follower);
  step(follower);
  return follower;
}

function step(follower: DatabaseFollower): void {
  follower.mark();
  follower.append();
}

/** What a restore of the newest chain contains. */
function restored(): string {
  const chain = listChains(folder).at(-1);
  const end = chain === undefined ? null : readChainEnd(chain);
  if (chain === undefined || end === null) throw new Error('There is no whole chain.');
  const target = join(place, 'restored.db');
  writeDatabase(chain, end, target);
  return contentOf(target);
}

function contentOf(database: string): string {
  const reader = new DatabaseSync(database, { readOnly: true });
  try {
    const rows = reader.prepare('select * from notes order by id').all();
    return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  } finally {
    reader.close();
  }
}
