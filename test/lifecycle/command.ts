/** One operator command with settings of its own, in a process beside the test. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { TestPlace } from '@hostmaster/test-rig/engines';
import { programEnvironment } from '@hostmaster/test-rig/program-environment';
import { runInHost } from '@hostmaster/test-rig/run-in-host';

export interface CommandEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const commandLine = fileURLToPath(
  new URL('../../packages/server/bin/hostmaster.js', import.meta.url),
);

export async function command(
  place: TestPlace,
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<CommandEnd> {
  const chosen = {
    HOSTMASTER_DATA_DIR: place.dataDir,
    ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
    ...environment,
  };
  const hosted = await runInHost({ args, environment: chosen });
  if (hosted !== null) return hosted;
  const child = spawn(process.execPath, [commandLine, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...(await programEnvironment()), ...chosen },
  });
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  child.once('close', resolve);
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** The same, for answers in JSON; anything but success fails the test. */
export async function commandJson<T>(
  place: TestPlace,
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<T> {
  const { code, stdout, stderr } = await command(place, environment, ...args, '--json');
  if (code !== 0) throw new Error(`hostmaster ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}
