/**
 * Real server processes: started on a place, killed, stopped, continued and started again on it.
 * Every process ends with the block that started it, whatever its tests did.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from './crash-until.ts';
import type { TestEngine, TestPlace } from './engines.ts';
import { hasEnded } from './has-ended.ts';
import { programEnvironment } from './program-environment.ts';
import { runInHost } from './run-in-host.ts';
import { nodeFlags } from './warm-programs.ts';

export interface ServerOptions {
  readonly place: TestPlace;
  /** What runs instead of the command line: a script that starts the service with faults in it. */
  readonly entry?: URL;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServerProcess extends ProgramProcess {
  readonly url: string;
}

export interface ProgramProcess {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** Everything it printed so far. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
  /** Only with an entry of one's own: delivers a message and waits for the answer, or for the end. */
  send(message: object): Promise<unknown>;
  /** Ends it at once, also when it is stopped. */
  destroy(): Promise<void>;
}

export interface CommandResult extends Exit {
  readonly stdout: string;
  readonly stderr: string;
}

const commandLine = fileURLToPath(
  new URL('../../packages/server/bin/hostmaster.js', import.meta.url),
);
const readyMsMax = 120_000;

const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

export async function startServer(
  engine: Pick<TestEngine, 'afterwards'>,
  options: ServerOptions,
): Promise<ServerProcess> {
  const environment = { PORT: '0', ...placeOf(options.place), ...options.environment };
  const { entry } = options;
  return startProgram(engine, {
    program: entry === undefined ? [commandLine, 'serve'] : [fileURLToPath(entry)],
    canBeTold: entry !== undefined,
    environment,
    ready: async ({ stdout }) => {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(stdout())?.[0];
      if (url === undefined) return undefined;
      const answer = await fetch(`${url}/readyz`).catch(() => null);
      await answer?.body?.cancel();
      return answer?.ok === true ? { url } : undefined;
    },
  });
}

/** Resolves once `ready` finds what the program prints when it serves. */
export async function startProgram<Ready extends object>(
  engine: Pick<TestEngine, 'afterwards'>,
  options: {
    readonly program: readonly string[];
    readonly environment: Readonly<Record<string, string>>;
    readonly canBeTold: boolean;
    readonly ready: (output: Output) => Promise<Ready | undefined>;
  },
): Promise<ProgramProcess & Ready> {
  const child = await launch(options.program, options);
  const exited = exitOf(child);
  const destroy = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  engine.afterwards(destroy);
  const output = collect(child);
  const said = () => `${output.stdout()}${output.stderr()}`;
  const found = await until(
    async () => {
      if (hasEnded(child)) {
        const { code, signal } = await exited;
        throw new Error(`The program ended before it was ready (${code ?? signal}):\n${said()}`);
      }
      return options.ready(output);
    },
    { what: () => `a program that is ready; it said:\n${said()}`, withinMs: readyMsMax },
  );
  if (child.pid === undefined) throw new Error('The process has no id.');
  return {
    ...found,
    pid: child.pid,
    exited,
    output: said,
    kill: (signal) => child.kill(signal),
    send: async (message) => {
      const answered = once(child, 'message').then(([answer]) => answer as unknown);
      if (child.connected) child.send(message);
      return Promise.race([answered, exited]);
    },
    destroy,
  };
}

/** Runs one operator command to its end. */
export async function runCommand(
  place: TestPlace,
  ...args: readonly string[]
): Promise<CommandResult> {
  const hosted = await runInHost({ args, environment: commandEnvironment(placeOf(place)) });
  return hosted === null ? (await startCommand(place, ...args)).ended : { ...hosted, signal: null };
}

/** Starts one operator command, which the test ends or waits for. */
export async function startCommand(
  place: TestPlace,
  ...args: readonly string[]
): Promise<{ readonly ended: Promise<CommandResult>; kill(): void }> {
  const child = await launch([commandLine, ...args], { environment: placeOf(place) });
  const output = collect(child);
  const ended = exitOf(child).then((exit) => ({
    ...exit,
    stdout: output.stdout(),
    stderr: output.stderr(),
  }));
  return { ended, kill: () => child.kill('SIGKILL') };
}

function placeOf(place: TestPlace): Record<string, string> {
  return {
    HOSTMASTER_DATA_DIR: place.dataDir,
    ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
  };
}

function commandEnvironment(chosen: Readonly<Record<string, string>>): Record<string, string> {
  return { HOSTMASTER_LOG_LEVEL: 'warn', HOSTMASTER_DNS_LISTEN: '127.0.0.1:0', ...chosen };
}

async function launch(
  program: readonly string[],
  options: {
    readonly environment: Readonly<Record<string, string>>;
    readonly canBeTold?: boolean;
  },
): Promise<ChildProcess> {
  const environment = await programEnvironment();
  const child = spawn(process.execPath, [...nodeFlags, ...program], {
    stdio: ['ignore', 'pipe', 'pipe', ...(options.canBeTold === true ? (['ipc'] as const) : [])],
    env: { ...environment, ...commandEnvironment(options.environment) },
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  return child;
}

async function exitOf(child: ChildProcess): Promise<Exit> {
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal };
}

interface Output {
  stdout(): string;
  stderr(): string;
}

function collect(child: ChildProcess): Output {
  const text = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text.stdout += part;
  });
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    text.stderr += part;
  });
  return { stdout: () => text.stdout, stderr: () => text.stderr };
}
