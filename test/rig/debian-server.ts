/** A server of a Debian package beside the service, run as its user for the time of a test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { environment } from './debian-packages.ts';
import { asUser, type DebianUser } from './debian-user.ts';
import type { TestEngine } from './engines.ts';
import { hasEnded } from './has-ended.ts';
import { until } from './service.ts';

export interface DebianServer {
  /** Everything it has logged. */
  log(): string;
  signal(signal: NodeJS.Signals): void;
  /** Without a warning; waits for its end. */
  kill(): Promise<void>;
}

const startMsMax = 60_000;

export async function startDebianServer(
  engine: Pick<TestEngine, 'afterwards'>,
  options: {
    readonly user: DebianUser;
    readonly command: readonly string[];
    readonly isReady: () => Promise<boolean>;
  },
): Promise<DebianServer> {
  const [program = '', ...args] = asUser(options.user, options.command);
  const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      log += part;
    });
  }
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const kill = async () => {
    process.off('exit', killNow);
    killNow();
    await exited;
  };
  engine.afterwards(kill);
  const isReady = async () => {
    if (hasEnded(child)) throw new Error(`${options.command[0]} ended: ${log}`);
    return options.isReady();
  };
  await until(`${options.command[0]} is ready`, isReady, startMsMax).catch((error: Error) => {
    throw new Error(`${error.message}\n${log.slice(-4_000)}`);
  });
  return {
    log: () => log,
    signal(signal) {
      child.kill(signal);
    },
    kill,
  };
}

/** Whether a server listens on this port. */
export async function isListening(port: number, host = '127.0.0.1'): Promise<boolean> {
  const socket = connect({ host, port });
  const answer = Promise.withResolvers<boolean>();
  socket.once('connect', () => answer.resolve(true));
  socket.once('error', () => answer.resolve(false));
  try {
    return await answer.promise;
  } finally {
    socket.destroy();
  }
}

/** The text of a configuration with other values for `NAME = value` lines, all of which it must have. */
export function withSettings(text: string, settings: Readonly<Record<string, string>>): string {
  let changed = text;
  for (const [name, value] of Object.entries(settings)) {
    const line = new RegExp(`^${name} = .*`, 'm');
    if (!line.test(changed)) throw new Error(`The configuration has no ${name}.`);
    changed = changed.replace(line, () => `${name} = ${value}`);
  }
  return changed;
}
