/** Loads a server from another process, and prints what came of it. */
import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { LoadOrder, LoadResult } from './load.ts';
import type { Server } from './start-server.ts';

export interface ServerResult extends LoadResult {
  /** A server that is busy all the time is its own limit; one that is not waits for its database. */
  readonly cpuShare: number;
  /** CPU time of the server for one answer. */
  readonly cpuMicros: number;
}

/** A service that takes less in that time does nothing but look for work. */
const idleMs = 300;
const idleCpuSeconds = 0.03;

export type ServerLoad = Omit<LoadOrder, 'port' | 'tag'>;

export async function loadServer(server: Server, order: ServerLoad): Promise<ServerResult> {
  const { cpuSeconds: before = 0 } = await server.ask('usage');
  const result = await load({ ...order, port: server.port });
  const { cpuSeconds: after = 0 } = await server.ask('usage');
  const cpuMicros = ((after - before) * 1e6) / result.answers;
  return { ...result, cpuMicros, cpuShare: (cpuMicros * result.perSecond) / 1e6 };
}

/** What earlier loads have left to do is done: jobs, mails, the index of the search. */
export async function untilIdle(server: Server): Promise<void> {
  for (let before = Number.NEGATIVE_INFINITY; ; ) {
    const { cpuSeconds = 0 } = await server.ask('usage');
    if (cpuSeconds - before < idleCpuSeconds) return;
    before = cpuSeconds;
    await pause(idleMs);
  }
}

/** The names of each load are its own. It ends before its time when `ended` does. */
export async function load(
  order: Omit<LoadOrder, 'tag'>,
  ended?: Promise<unknown>,
): Promise<LoadResult> {
  const script = new URL('./load.ts', import.meta.url).pathname;
  const tag = `t${Date.now().toString(36)}${order.port.toString(36)}`;
  const loading = promisify(execFile)(
    process.execPath,
    [script, JSON.stringify({ ...order, tag })],
    { maxBuffer: 2 ** 24 },
  );
  void ended?.finally(() => loading.child.kill());
  const { stdout } = await loading;
  return JSON.parse(stdout) as LoadResult;
}

/** What else the machine does can only make a round slower. */
export function best<R extends Pick<LoadResult, 'perSecond'>>(results: readonly R[]): R {
  return results.reduce((a, b) => (b.perSecond > a.perSecond ? b : a));
}

export function figures(result: ServerResult): string[] {
  return [
    Math.round(result.perSecond).toLocaleString('en-US'),
    `${result.medianMs.toFixed(1)} ms`,
    `${result.p99Ms.toFixed(1)} ms`,
    `${(100 * result.cpuShare).toFixed(0)} %`,
  ];
}

export function row(cells: readonly string[]): void {
  const widths = [32, 12, 9, 9, 11, 14, 8];
  console.log(
    `  ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' ')}`,
  );
}

/** A line of another kind than those of the table. */
export function line(
  title: string,
  result: { readonly figures: string; readonly isMet: boolean },
): void {
  const { figures: shown, isMet } = result;
  console.log(`  ${title.padEnd(56)} ${shown.padEnd(40)} ${verdict(isMet)}`);
}

/** What limits a line that is missed is in the section named. */
export function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'MISSED: docs/benchmarks.md#what-limits-it';
}
