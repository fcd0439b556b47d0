/** Runs the lines of an example as a reader would: in a shell, in a program, and as a command. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type ClientOptions, createClient } from '@hostmaster/sdk';
import { expect } from 'vitest';

const execute = promisify(execFile);

/** In a folder of its own where it writes a file. */
export async function runCurl(
  lines: string,
  apiKey: string,
  cwd?: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const env = { PATH: process.env.PATH, HOSTMASTER_API_KEY: apiKey };
  const line = lines.replace(/^curl/, "curl -sS -w '\\n%{http_code}'");
  const { stdout } = await execute('bash', ['-c', line], { env, cwd });
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), text: stdout.slice(0, end) };
}

export function runSdk(line: string, options: ClientOptions): Promise<unknown> {
  const run = new Function('client', `return (async () => { return ${line} })()`);
  return run(createClient(options)) as Promise<unknown>;
}

/** The arguments of a command, as a shell reads them. */
export function argumentsOf(line: string): readonly string[] {
  const [program, ...args] = wordsOf(line);
  expect(program).toBe('hostmaster');
  return args;
}

function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|\\(')/g, (_, inside = '', quote = '') => `${inside}${quote}`),
  );
}
