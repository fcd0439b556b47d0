/** Whether a process has ended, by itself or by a signal. */
import type { ChildProcess } from 'node:child_process';

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
