/**
 * A chain of a continuous backup: a copy of the database file and the pages that changed since. The copy
 * is made while the service writes, so it is a database only with the first record.
 */
import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type ChangeRecord, readRecords } from './change-file.ts';

export interface Chain {
  readonly folder: string;
  readonly startedAt: number;
}

/** The last state that a chain can be restored to. */
export interface ChainEnd {
  readonly record: ChangeRecord;
  readonly endsAt: number;
  /** Bytes after it that are no part of a whole transaction. */
  readonly unusedBytes: number;
}

const copyLength = 2 ** 20;

export const changesOf = ({ folder }: Chain) => join(folder, 'changes');
const baseOf = ({ folder }: Chain) => join(folder, 'base.db');
const digestOf = ({ folder }: Chain) => join(folder, 'base.sha256');

/** The oldest first. */
export function listChains(folder: string): readonly Chain[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d{13,15}$/.test(name))
    .sort((a, b) => Number(a) - Number(b))
    .map((name) => ({ folder: join(folder, name), startedAt: Number(name) }));
}

/** Copies the database file. If that fails, nothing is left. */
export function createChain(folder: string, databaseFile: string, startedAt: number): Chain {
  const chain = { folder: join(folder, String(startedAt)), startedAt };
  mkdirSync(chain.folder, { recursive: true, mode: 0o700 });
  try {
    const digest = createHash('sha256');
    copyFile(databaseFile, baseOf(chain), digest);
    writeFileSync(digestOf(chain), `${digest.digest('hex')}\n`, { mode: 0o600, flush: true });
    syncFolder(chain.folder);
    syncFolder(folder);
    return chain;
  } catch (error) {
    deleteChain(chain);
    throw error;
  }
}

export function deleteChain({ folder }: Chain): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Null while the chain has no whole transaction. */
export function readChainEnd(chain: Chain): ChainEnd | null {
  if (!existsSync(changesOf(chain)) || !existsSync(digestOf(chain))) return null;
  const { size } = statSync(changesOf(chain));
  let end: ChainEnd | null = null;
  for (const { record, endsAt } of readRecords(changesOf(chain))) {
    if (record.databasePages === 0) continue;
    end = { record: { ...record, pages: new Map() }, endsAt, unusedBytes: size - endsAt };
  }
  return end;
}

/** Writes the database of the chain's end, and checks it. Nothing is left if that fails. */
export function writeDatabase(chain: Chain, end: ChainEnd, target: string): void {
  const partial = `${target}.partial`;
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  try {
    const digest = createHash('sha256');
    copyFile(baseOf(chain), partial, digest);
    if (digest.digest('hex') !== readFileSync(digestOf(chain), 'utf8').trim()) {
      throw new Error(`${baseOf(chain)} is damaged.`);
    }
    applyChanges(chain, end, partial);
    checkDatabase(partial);
    renameSync(partial, target);
    syncFolder(dirname(target));
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${partial}${suffix}`, { force: true });
  }
}

function applyChanges(chain: Chain, { record: last, endsAt: end }: ChainEnd, file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    for (const { record, endsAt } of readRecords(changesOf(chain))) {
      for (const [number, page] of record.pages) {
        writeSync(descriptor, page, 0, page.length, (number - 1) * record.pageSize);
      }
      if (endsAt === end) break;
    }
    ftruncateSync(descriptor, last.databasePages * last.pageSize);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function checkDatabase(file: string): void {
  const database = new DatabaseSync(file);
  try {
    const [result] = database.prepare('pragma quick_check(1)').all();
    if (result?.quick_check === 'ok') return;
    throw new Error(`The copy is not a whole database: ${String(result?.quick_check)}`);
  } finally {
    database.close();
  }
}

function copyFile(from: string, to: string, digest: Hash): void {
  const source = openSync(from, 'r');
  const target = openSync(to, 'w', 0o600);
  try {
    const bytes = Buffer.allocUnsafe(copyLength);
    for (let length = readSync(source, bytes); length > 0; length = readSync(source, bytes)) {
      const part = bytes.subarray(0, length);
      digest.update(part);
      for (let written = 0; written < length; ) written += writeSync(target, part, written);
    }
    fsyncSync(target);
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
