/**
 * Checkpoints of SQLite: the pages of the write-ahead log are copied into the file of the database.
 * That takes a tenth of a second for 16 MiB, so a thread does it while commits go on.
 *
 * The log begins again once all of it is copied and no reader needs it. The thread alone would never
 * get that far under load, so the last pages are copied here, between two commits.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { programThread } from '../base/program-files.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { ThreadAnswer, ThreadOrder } from './wal-checkpoint-thread.ts';
import { framesLeft, restFramesMax } from './wal-frames.ts';

/** With pages of 4 KiB, 8 MiB. */
const framesMin = 2_048;
/** Looking how long the log is takes as long as a short statement. */
const commitsPerLook = 8;
/** Where a reader holds the log, it is asked again after so many more. */
const framesStep = 512;
/** The extension of this file; the thread has the same. */
const extension = extname(import.meta.url);

export class WalCheckpoints {
  readonly #writer: SqliteConnection;
  #thread: Worker | null = null;
  #isMoving = false;
  #commits = 0;
  #lastLog = 0;
  #nextAt = framesMin;

  constructor(writer: SqliteConnection) {
    this.#writer = writer;
  }

  /** Called between two transactions of the writer. What fails here is tried again later, or by SQLite. */
  afterCommit(): void {
    this.#commits += 1;
    if (this.#isMoving || this.#commits < commitsPerLook) return;
    this.#commits = 0;
    try {
      this.#moveFrames();
    } catch {
      this.#nextAt = this.#lastLog + framesStep;
    }
  }

  /** Before the other connections are closed: the last one to close removes the log. */
  async close(): Promise<void> {
    const thread = this.#thread;
    if (thread === null) return;
    const { promise: ended, resolve } = Promise.withResolvers<unknown>();
    thread.ref();
    thread.once('exit', resolve);
    this.#order('end');
    await ended;
  }

  #moveFrames(): void {
    const frames = this.#writer.logFrames();
    const hasBegunAgain = frames.log < this.#lastLog;
    this.#lastLog = frames.log;
    if (hasBegunAgain) this.#nextAt = framesMin;
    if (frames.log < this.#nextAt) return;
    this.#nextAt = frames.log + framesStep;
    if (framesLeft(frames) > restFramesMax) this.#order('move');
    else this.#writer.query('pragma wal_checkpoint(passive)', []);
  }

  #order(order: ThreadOrder): void {
    this.#isMoving = true;
    this.#thread ??= this.#start();
    this.#thread.postMessage(order);
  }

  #start(): Worker {
    const file = new URL(`./wal-checkpoint-thread${extension}`, import.meta.url);
    const thread = new Worker(programThread(file), {
      workerData: this.#writer.file,
      name: 'checkpoints',
      execArgv: [],
    });
    thread.unref();
    thread.on('message', ({ isNearlyDone }: ThreadAnswer) => {
      this.#isMoving = false;
      if (!isNearlyDone) return;
      this.#nextAt = 0;
      this.#commits = commitsPerLook;
    });
    // Without the thread SQLite makes its own checkpoints, at a longer log.
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      this.#thread = null;
    });
    return thread;
  }
}
