/**
 * A clock for programs that a test starts, by Debian's faketime: all that run with its environment see the
 * same time, which the test moves while they run. What they measure (timers, time limits) stays real.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environment, requirePrograms } from './debian-packages.ts';
import { createTestDirectory, type TestEngine } from './engines.ts';

export class MovedClock {
  readonly environment: Readonly<Record<string, string>>;
  readonly #file: string;
  #aheadMs = 0;

  private constructor(file: string, shared: string) {
    this.#file = file;
    this.environment = {
      // The loader knows where the libraries of this machine are. With the memory of the C library first,
      // the allocator that BIND is linked with does not ask for the time before the library is ready.
      LD_PRELOAD: '/usr/$LIB/faketime/libfaketimeMT.so.1:libc.so.6',
      FAKETIME_SHARED: shared,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    };
  }

  static async create(engine: Pick<TestEngine, 'afterwards'>): Promise<MovedClock> {
    requirePrograms({ programs: ['faketime'], packages: ['faketime'] });
    const { path } = await createTestDirectory();
    // Programs run as other users too.
    await chmod(path, 0o755);
    const clock = new MovedClock(join(path, 'time'), await shareMemory(engine));
    await clock.moveBy(0);
    return clock;
  }

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  async moveBy(ms: number): Promise<void> {
    this.#aheadMs += ms;
    const seconds = Math.round(this.#aheadMs / 1_000);
    const next = `${this.#file}.next`;
    await writeFile(next, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    await rename(next, this.#file);
  }
}

/**
 * The memory that the library wants, as its variable names it. Without it each program makes some of its own,
 * leaves it behind when it is killed, and fails when it changes its user.
 */
async function shareMemory(engine: Pick<TestEngine, 'afterwards'>): Promise<string> {
  const holder = spawn('faketime', ['-f', '+0', 'sh', '-c', 'echo "$FAKETIME_SHARED"; read line'], {
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  engine.afterwards(async () => {
    const ended = once(holder, 'exit');
    holder.stdin.end();
    await ended;
  });
  const [line] = (await once(holder.stdout.setEncoding('utf8'), 'data')) as [string];
  const [, semaphore, memory] = /^\/(\S+) \/(\S+)\n$/.exec(line) ?? [];
  const files = [`/dev/shm/sem.${semaphore}`, `/dev/shm/${memory}`];
  await Promise.all(files.map((file) => chmod(file, 0o666)));
  return line.trim();
}
