/**
 * Follows one SQLite database into a folder of chains, from another process than the service.
 *
 * A read transaction is open at all times, and it began before the frames that are not copied yet. SQLite
 * then neither begins its log again beyond them nor overwrites pages that a copy of the file needs. The
 * next transaction begins before the previous one ends, so a checkpoint can make progress.
 */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  type Chain,
  changesOf,
  createChain,
  deleteChain,
  listChains,
  readChainEnd,
  writeDatabase,
} from './chain.ts';
import { ChangeFile } from './change-file.ts';
import {
  hasFrame,
  type LogEnd,
  LogLostError,
  type LogPosition,
  readFrames,
  readLogEnd,
} from './write-ahead-log.ts';

export interface FollowerOptions {
  readonly databaseFile: string;
  /** Folder of the chains. */
  readonly folder: string;
  /** Age at which a new chain begins. */
  readonly chainMsMax: number;
  /** How far back a restore can go. */
  readonly keepMs: number;
  now(): number;
}

/** Frames after which the log is made to begin again: 16 MiB with the usual pages. */
const logFramesMax = 4_096;
const lockMsMax = 10_000;

interface OpenChain {
  readonly chain: Chain;
  readonly changes: ChangeFile;
  position: LogPosition | null;
  isVerified: boolean;
}

export class DatabaseFollower {
  readonly #options: FollowerOptions;
  #reader: DatabaseSync | null = null;
  #next: { readonly reader: DatabaseSync; readonly end: LogEnd } | null = null;
  #open: OpenChain | null = null;
  /** A new chain must begin. */
  #isLogLost = false;
  /** Where the log was when it was last allowed to begin again. */
  #restartedAt: LogPosition | null = null;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /** Decides which state is copied next. Copies the whole file where a chain begins. */
  mark(): void {
    this.#reader ??= this.#openReader();
    if (this.#open !== null && this.#isTooOld(this.#open.chain)) this.#closeChain();
    this.#open ??= this.#continueChain() ?? this.#beginChain();
    const reader = this.#openReader();
    this.#next = { reader, end: readLogEnd(this.#options.databaseFile) };
  }

  /** Copies up to the marked state; it is on disk when this returns. */
  append(): void {
    const [next, open] = [this.#next, this.#open];
    if (next === null || open === null) throw new Error('No state is marked.');
    try {
      this.#copyFrames(open, next.end);
    } catch (error) {
      this.#isLogLost = error instanceof LogLostError;
      throw error;
    }
    this.#reader?.close();
    this.#reader = next.reader;
    this.#next = null;
    if (!open.isVerified) this.#verify(open);
  }

  /** Lets the log begin again, which never happens by itself under steady load. */
  restartLog(): void {
    const position = this.#open?.position ?? null;
    if (position === null || position.frame < logFramesMax) return;
    if (position === this.#restartedAt) return;
    const { databaseFile } = this.#options;
    const writer = new DatabaseSync(databaseFile, { timeout: lockMsMax });
    const checkpointer = new DatabaseSync(databaseFile, { timeout: lockMsMax });
    try {
      writer.exec('begin immediate');
      this.#step();
      checkpointer.exec('pragma wal_checkpoint(passive)');
      // A transaction that begins now reads the database file only, so the log may begin again.
      this.#step();
      writer.exec('rollback');
      this.#restartedAt = this.#open?.position ?? null;
    } finally {
      checkpointer.close();
      writer.close();
    }
  }

  /** Ends the read transaction: what follows may be lost, and then a new chain begins. */
  release(): void {
    this.#closeChain();
    this.#next?.reader.close();
    this.#reader?.close();
    this.#next = null;
    this.#reader = null;
  }

  #step(): void {
    this.mark();
    this.append();
  }

  #openReader(): DatabaseSync {
    const reader = new DatabaseSync(this.#options.databaseFile, {
      readOnly: true,
      timeout: lockMsMax,
    });
    try {
      reader.exec('begin; select 1 from sqlite_schema limit 1');
      return reader;
    } catch (error) {
      reader.close();
      throw error;
    }
  }

  #isTooOld({ startedAt }: Chain): boolean {
    return this.#options.now() - startedAt >= this.#options.chainMsMax;
  }

  /** Null when frames may be missing since the chain was left. */
  #continueChain(): OpenChain | null {
    const chain = listChains(this.#options.folder).at(-1);
    if (chain === undefined || this.#isTooOld(chain)) return null;
    const end = readChainEnd(chain);
    if (end === null || this.#isLogLost) return null;
    const { databaseFile } = this.#options;
    const { position } = end.record;
    if (!hasFrame(databaseFile, position, readLogEnd(databaseFile))) return null;
    const changes = new ChangeFile(changesOf(chain), end.endsAt);
    return { chain, changes, position, isVerified: false };
  }

  #beginChain(): OpenChain {
    const { folder, databaseFile, now } = this.#options;
    const newest = listChains(folder).at(-1);
    if (newest !== undefined && readChainEnd(newest) === null) deleteChain(newest);
    // A clock that was set back must not hide the new chain behind an older one.
    const startedAt = Math.max(now(), (newest?.startedAt ?? 0) + 1);
    const chain = createChain(folder, databaseFile, startedAt);
    const changes = new ChangeFile(changesOf(chain), 0);
    this.#isLogLost = false;
    return { chain, changes, position: null, isVerified: false };
  }

  /** Only the end is a state of the database: a copy may be newer than the frames before it. */
  #copyFrames(open: OpenChain, end: LogEnd): void {
    const { pageSize } = end;
    const { databaseFile, now } = this.#options;
    const begins = open.position === null;
    for (const { position, pages } of readFrames(databaseFile, open.position, end)) {
      const databasePages = position.frame === end.frame ? end.databasePages : 0;
      open.changes.append({ position, pages, pageSize, databasePages, at: now() });
      open.position = position;
    }
    if (!begins || open.position !== null) return;
    // A log without frames: the file is the database.
    const { size } = statSync(databaseFile);
    const position = { salts: end.salts, frame: 0, checksum: [0, 0] } as const;
    const usedPageSize = pageSize === 0 ? readPageSize(databaseFile) : pageSize;
    const databasePages = size / usedPageSize;
    open.changes.append({
      position,
      pages: new Map(),
      pageSize: usedPageSize,
      databasePages,
      at: now(),
    });
    open.position = position;
  }

  /** Older chains are deleted only when the new one was restored as a trial. */
  #verify(open: OpenChain): void {
    const end = readChainEnd(open.chain);
    if (end === null) throw new Error(`${open.chain.folder} cannot be restored.`);
    const trial = join(open.chain.folder, 'trial.db');
    writeDatabase(open.chain, end, trial);
    rmSync(trial);
    open.isVerified = true;
    this.#prune();
  }

  #prune(): void {
    const chains = listChains(this.#options.folder);
    const oldestAt = this.#options.now() - this.#options.keepMs;
    for (const [index, chain] of chains.entries()) {
      const successor = chains[index + 1];
      if (successor !== undefined && successor.startedAt < oldestAt) deleteChain(chain);
    }
  }

  #closeChain(): void {
    this.#open?.changes.close();
    this.#open = null;
  }
}

function readPageSize(databaseFile: string): number {
  const database = new DatabaseSync(databaseFile, { readOnly: true });
  try {
    return Number(database.prepare('pragma page_size').get()?.page_size);
  } finally {
    database.close();
  }
}
