/** hostmaster backup --follow: copies every change a second after it, until a signal stops it. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dayMs, minuteMs } from '@hostmaster/contract/durations';
import { printable } from '../../base/printable.ts';
import { createRuntime } from '../../composition/runtime.ts';
import type { StoreFlags } from '../command.ts';
import { noteBackup } from '../last-backup.ts';
import { print, printLines } from '../print.ts';
import { onStopSignal } from '../stop-signals.ts';
import type { DatabaseFile } from './database-files.ts';
import { DatabaseFollower } from './database-follower.ts';

const everyMs = 1_000;
const afterFailureMs = 10_000;

export async function follow(options: {
  readonly sources: readonly DatabaseFile[];
  readonly directory: string;
  readonly keepMs: number;
  readonly dataDir: string;
  readonly flags: StoreFlags;
}): Promise<void> {
  const { directory, keepMs, dataDir, flags } = options;
  const { clock } = createRuntime();
  const now = () => clock.now();
  const followers = options.sources.map(
    ({ name, source }) =>
      new DatabaseFollower({
        databaseFile: source,
        folder: join(directory, name),
        chainMsMax: dayMs,
        keepMs,
        now,
      }),
  );
  const stop = new AbortController();
  onStopSignal(() => stop.abort());
  const state = { isFollowing: false, notedAt: 0, failure: '' };
  for (let isLast = false; !isLast; ) {
    // What was committed before the signal is copied too.
    isLast = stop.signal.aborted;
    try {
      copyChanges(followers);
      noteProgress();
    } catch (error) {
      noteFailure(error as Error);
    }
    const waitMs = state.isFollowing ? everyMs : afterFailureMs;
    if (!isLast) await delay(waitMs, undefined, { signal: stop.signal }).catch(() => undefined);
  }
  for (const follower of followers) follower.release();
  print(flags, { directory, complete: state.isFollowing }, ['Stopped.']);
  if (!state.isFollowing) process.exitCode = 1;

  function noteProgress(): void {
    if (!state.isFollowing && flags.json !== true) {
      printLines([`Every change is copied to ${directory}.`]);
    }
    state.isFollowing = true;
    state.failure = '';
    if (now() - state.notedAt < minuteMs) return;
    state.notedAt = now();
    noteBackup(dataDir, directory);
  }

  /** The read transactions end, so that the service's own disk does not fill up in the meantime. */
  function noteFailure({ message }: Error): void {
    for (const follower of followers) follower.release();
    state.isFollowing = false;
    if (message === state.failure) return;
    state.failure = message;
    console.error(`hostmaster: The backup waits and tries again: ${printable(message)}`);
  }
}

/** The last one is marked last and written first, so that its copy is never the older one. */
function copyChanges(followers: readonly DatabaseFollower[]): void {
  for (const follower of followers) follower.mark();
  for (const follower of followers.toReversed()) follower.append();
  for (const follower of followers) follower.restartLog();
}
