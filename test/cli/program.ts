/**
 * The program as an operator runs it: real processes on a place of their own, with nothing of the
 * tester's environment. Every process is waited for, and none outlives the run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestPlace } from '@hostmaster/test-rig/engines';
import { programEnvironment } from '@hostmaster/test-rig/program-environment';
import { runInHost } from '@hostmaster/test-rig/run-in-host';
import { nodeFlags } from '@hostmaster/test-rig/warm-programs';

export type ProcessEnvironment = Readonly<Record<string, string>>;

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Banner {
  readonly text: string;
  readonly url: string;
  /** Printed on a first start only. */
  readonly apiKey: string | null;
  /** Where DNS is answered; null when it is not. */
  readonly dnsPort: number | null;
}

export interface RunningProcess {
  /** Once the API answers. Fails with what was printed when the process ends before. */
  banner(): Promise<Banner>;
  /** Standard output so far. */
  output(): string;
  /** Standard error so far. */
  errors(): string;
  /** Asks it to end and waits for that. */
  stop(): Promise<Result>;
  /** Ends it in the middle of what it does, and waits for that. */
  kill(): Promise<Result>;
  readonly ended: Promise<Result>;
}

export const binary = fileURLToPath(
  new URL('../../packages/server/bin/hostmaster.js', import.meta.url),
);
/** Shorter than the timeout of a test, so that a hanging process is ended and its output shown. */
const lifeMsMax = 280_000;
/** Free ports: a start that unexpectedly succeeds conflicts with no other process. */
const usual = {
  HOSTMASTER_LOG_LEVEL: 'warn',
  PORT: '0',
  HOSTMASTER_DNS_LISTEN: '127.0.0.1:0',
};
const living = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

/** Runs this version's command, or the one of another version's tree. */
export async function startProcess(
  args: readonly string[],
  environment: ProcessEnvironment,
  command = binary,
): Promise<RunningProcess> {
  const inherited = await programEnvironment();
  const child = spawn(process.execPath, [...nodeFlags, command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: lifeMsMax,
    killSignal: 'SIGKILL',
    env: { ...inherited, ...usual, ...environment },
  });
  living.add(child);
  let stdout = '';
  let stderr = '';
  const printed = Promise.withResolvers<Banner>();
  // A process may fail without a caller waiting for its banner.
  printed.promise.catch(() => {});
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    stdout += part;
    const banner = readBanner(stdout);
    if (banner !== null) printed.resolve(banner);
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
  });
  const ended = once(child, 'close').then(([code]): Result => {
    living.delete(child);
    printed.reject(new Error(`It ended (${code}) before it was ready:\n${stdout}${stderr}`));
    return { code: code as number | null, stdout, stderr };
  });
  return {
    banner: () => printed.promise,
    output: () => stdout,
    errors: () => stderr,
    ended,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** Runs a command to its end, where possible in the process that the tests keep for commands. */
export async function runCommand(
  args: readonly string[],
  environment: ProcessEnvironment,
): Promise<Result> {
  const hosted = await runInHost({ args, environment: { ...usual, ...environment } });
  return hosted ?? runProgram(args, environment);
}

/** Runs to its end, in a process of its own. */
export async function runProgram(
  args: readonly string[],
  environment: ProcessEnvironment = {},
): Promise<Result> {
  return (await startProcess(args, environment)).ended;
}

export function environmentOf(place: TestPlace): ProcessEnvironment {
  return {
    HOSTMASTER_DATA_DIR: place.dataDir,
    ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
  };
}

/** The banner ends with an empty line after its last hint. */
function readBanner(stdout: string): Banner | null {
  const url = /(?:API|Health)\s+(http:\/\/\S+)\/(?:v1|healthz)/.exec(stdout)?.[1];
  if (url === undefined || !stdout.endsWith('\n\n')) return null;
  const dnsPort = /DNS\s+\S+ port (\d+)/.exec(stdout)?.[1];
  return {
    text: stdout,
    url,
    apiKey: /shown only once\):\n\n {4}(\S+)$/m.exec(stdout)?.[1] ?? null,
    dnsPort: dnsPort === undefined ? null : Number(dnsPort),
  };
}

export interface TerminalProcess {
  /** What the terminal shows so far. */
  output(): string;
  /** Types a line. */
  type(line: string): void;
  kill(): Promise<number | null>;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
}

/** The command with a person at a terminal, which `script` of Debian's base stands for. */
export async function startAtTerminal(
  args: readonly string[],
  environment: ProcessEnvironment,
): Promise<TerminalProcess> {
  const inherited = await programEnvironment();
  const words = [process.execPath, ...nodeFlags, binary, ...args];
  const line = words.map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: lifeMsMax,
    killSignal: 'SIGKILL',
    env: { ...inherited, ...usual, ...environment, SHELL: '/bin/sh' },
  });
  living.add(child);
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    shown += part;
  });
  const ended = once(child, 'close').then(([code]) => {
    living.delete(child);
    return code as number | null;
  });
  return {
    output: () => shown,
    type: (text) => child.stdin.write(`${text}\n`),
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
    ended,
  };
}
