/** Runs user commands against a service, as a customer does, and checks the format of every answer. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type ProcessEnvironment, type Result, runCommand } from './program.ts';

export interface Ending {
  readonly code: number;
  readonly message: string;
}

export class Customer {
  readonly environment: ProcessEnvironment;
  /** Where `login` would keep a key, and for the files of a test. */
  readonly directory = mkdtempSync(join(tmpdir(), 'hostmaster-customer-'));

  constructor(connection: { readonly url?: string; readonly apiKey?: string }) {
    const { url, apiKey } = connection;
    this.environment = {
      XDG_CONFIG_HOME: this.directory,
      ...(url === undefined ? {} : { HOSTMASTER_URL: url }),
      ...(apiKey === undefined ? {} : { HOSTMASTER_API_KEY: apiKey }),
    };
  }

  run(...args: readonly string[]): Promise<Result> {
    return runCommand(args, this.environment);
  }

  /** For scripts: exactly one JSON object on standard output and nothing anywhere else. */
  async json<T>(...args: readonly string[]): Promise<T> {
    const { code, stdout, stderr } = await this.run(...args, '--json');
    expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' });
    expect(stdout, args.join(' ')).toMatch(/^\{.*\}\n$/);
    return JSON.parse(stdout) as T;
  }

  /** For people: lines that are not JSON, without colours. */
  async text(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(...args);
    expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' });
    expect(stdout, args.join(' ')).toMatch(/\S\n$/);
    expect(stdout, args.join(' ')).not.toMatch(/undefined|null|NaN|\[object|[ \t]\n/);
    expect(stdout, args.join(' ')).not.toContain('\u001b');
    return stdout;
  }

  /** A failure has its exit code and says why; nothing is printed for scripts to misread. */
  async fails(...args: readonly string[]): Promise<Ending> {
    const { code, stdout, stderr } = await this.run(...args);
    expect(stdout, args.join(' ')).toBe('');
    expect(stderr, args.join(' ')).toMatch(/^hostmaster: \S.*\n$/s);
    return { code: code ?? -1, message: stderr };
  }

  /** The path of a file with this content. */
  file(name: string, content: string): string {
    const path = join(this.directory, name);
    writeFileSync(path, content);
    return path;
  }
}
