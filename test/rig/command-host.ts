/**
 * A process that runs operator commands one after the other, each from the first line of main.ts on:
 * starting Node and loading the program takes ten times what a command does. See run-in-host.ts.
 */
import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { HostedCommand, HostedResult } from './run-in-host.ts';

const main = new URL('../../packages/server/src/main.ts', import.meta.url);
const leftOverMsMax = 20_000;

process.umask(0o077);
let count = 0;

// The worker has ended. An orderly end would write compiled code into a directory that is going away.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (command: HostedCommand) => {
  void run(command).then((result) => process.send?.(result));
});

async function run({ args, environment }: HostedCommand): Promise<HostedResult> {
  const before = process.getActiveResourcesInfo().length;
  const [stdout, stderr] = [new Sink(), new Sink()];
  Object.defineProperty(process, 'stdout', { value: stdout, configurable: true });
  Object.defineProperty(process, 'stderr', { value: stderr, configurable: true });
  globalThis.console = new Console(stdout, stderr);
  process.argv = [process.execPath, 'hostmaster', ...args];
  process.env = { ...environment };
  process.exitCode = 0;
  count += 1;
  await import(/* @vite-ignore */ `${main.href}?run=${count}`);
  const code = Number(process.exitCode);
  return { code, stdout: stdout.text, stderr: `${stderr.text}${await leftOver(before)}` };
}

/** What would keep a process of its own from ending. */
async function leftOver(before: number): Promise<string> {
  const deadline = performance.now() + leftOverMsMax;
  while (process.getActiveResourcesInfo().length > before) {
    if (performance.now() > deadline) {
      return `The command has ended and left: ${process.getActiveResourcesInfo().join(', ')}\n`;
    }
    await pause(5, undefined, { ref: false });
  }
  return '';
}

class Sink extends Writable {
  text = '';

  override _write(chunk: Buffer, _: unknown, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
