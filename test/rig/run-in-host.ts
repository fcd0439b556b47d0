/**
 * Runs an operator command in the one process that this worker keeps for them (command-host.ts), or
 * in a process of its own while that is busy for long. What serves, and what a test kills, has its own too.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from './program-environment.ts';
import { nodeFlags } from './warm-programs.ts';

export interface HostedCommand {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export interface HostedResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const entry = fileURLToPath(new URL('./command-host.ts', import.meta.url));
/** A command that waits for another one must not wait for that one's end. */
const turnMsMax = 2_000;
const state: { host: Promise<ChildProcess> | null; isBusy: boolean } = {
  host: null,
  isBusy: false,
};

/** Null: the command needs a process of its own. */
export async function runInHost(command: HostedCommand): Promise<HostedResult | null> {
  const [name, subcommand] = command.args;
  if (name === 'serve' || subcommand === 'epp') return null;
  const deadline = performance.now() + turnMsMax;
  while (state.isBusy && performance.now() < deadline) await pause(10);
  if (state.isBusy) return null;
  state.isBusy = true;
  state.host ??= start();
  const child = await state.host;
  const listening = new AbortController();
  const { signal } = listening;
  const ended = once(child, 'exit', { signal }).then(() => {
    state.host = null;
    throw new Error(`The process of commands ended: hostmaster ${command.args.join(' ')}`);
  });
  // It is aborted when the command has been answered.
  ended.catch(() => {});
  try {
    const answered = once(child, 'message', { signal });
    child.send(command);
    const [result] = (await Promise.race([answered, ended])) as [HostedResult];
    return result;
  } finally {
    listening.abort();
    state.isBusy = false;
  }
}

async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...nodeFlags, entry], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: await programEnvironment(),
  });
  process.on('exit', () => child.kill('SIGKILL'));
  child.unref();
  child.channel?.unref();
  return child;
}
