/**
 * Kills the process around the COMMIT that several changes share. "During" is real: a second
 * thread kills the process while the first is inside SQLite's commit, writing and syncing.
 */
import { Worker } from 'node:worker_threads';
import { SqliteConnection } from '../../packages/server/src/storage/sqlite-connection.ts';
import { type Fault, leaveMark } from './fault.ts';

/** Spins until the flag is raised, so that no wake-up lies between the flag and the kill. */
const trigger = `
const { workerData } = require('node:worker_threads');
const flag = new Int32Array(workerData.flag);
while (Atomics.load(flag, 0) === 0) Atomics.wait(flag, 1, 0, 1);
while (Atomics.load(flag, 0) === 1);
process.kill(workerData.pid, 'SIGKILL');
`;

export function injectSharedCommitFaults(options: {
  readonly fault: Fault;
  readonly marks: string;
  /** The database whose commits are affected. */
  readonly file: string;
}): void {
  const { fault, marks } = options;
  const membersOf = new WeakMap<SqliteConnection, number>();
  const flag = new Int32Array(new SharedArrayBuffer(8));
  if (fault.point === 'during-shared-commit') {
    new Worker(trigger, { eval: true, workerData: { flag: flag.buffer, pid: process.pid } });
  }
  const { exec, query } = SqliteConnection.prototype;
  SqliteConnection.prototype.query = function (this: SqliteConnection, sql, parameters) {
    const members = membersOf.get(this) ?? 0;
    // Each member of the load writes one.
    if (sql.startsWith('insert into activity')) membersOf.set(this, members + 1);
    // Two members before the last: the second thread begins to spin.
    if (members + 2 >= (fault.membersMin ?? 1)) Atomics.compareExchange(flag, 0, 0, 1);
    return query.call(this, sql, parameters);
  };
  SqliteConnection.prototype.exec = function (this: SqliteConnection, sql: string): void {
    const members = membersOf.get(this) ?? 0;
    if (sql === 'begin immediate') membersOf.set(this, 0);
    const isMeant =
      sql === 'commit' && members >= (fault.membersMin ?? 1) && this.file.endsWith(options.file);
    if (!isMeant) {
      exec.call(this, sql);
      return;
    }
    const mark = `${fault.point} of ${members}`;
    switch (fault.point) {
      case 'before-shared-commit':
        leaveMark(marks, mark);
        process.kill(process.pid, 'SIGKILL');
        break;
      case 'during-shared-commit':
        leaveMark(marks, mark);
        Atomics.store(flag, 0, 2);
        exec.call(this, sql);
        leaveMark(marks, 'the commit was over');
        break;
      case 'after-shared-commit':
        exec.call(this, sql);
        leaveMark(marks, mark);
        process.kill(process.pid, 'SIGKILL');
        break;
      default:
        throw new Error(`${fault.point} is no point around a shared commit.`);
    }
  };
}
