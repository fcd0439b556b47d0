/** Runs operator commands on one place and checks the format of every answer. */

import type { TestPlace } from '@hostmaster/test-rig/engines';
import { expect } from 'vitest';
import type { SettingName } from '../../packages/server/src/config/settings.ts';
import { environmentOf, type ProcessEnvironment, type Result, runCommand } from './program.ts';

export class Operator {
  readonly #environment: ProcessEnvironment;

  constructor(place: TestPlace, settings: Partial<Record<SettingName, string>> = {}) {
    this.#environment = { ...environmentOf(place), ...settings };
  }

  run(...args: readonly string[]): Promise<Result> {
    return runCommand(args, this.#environment);
  }

  /** For scripts: exactly one JSON object on standard output and nothing anywhere else. */
  async json<T>(...args: readonly string[]): Promise<T> {
    const { code, stdout, stderr } = await this.run(...args, '--json');
    expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' });
    expect(stdout, args.join(' ')).toMatch(/^\{.*\}\n$/);
    return JSON.parse(stdout) as T;
  }

  /** For people: lines that are not JSON. */
  async text(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(...args);
    expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' });
    expect(stdout, args.join(' ')).toMatch(/\S\n$/);
    expect(stdout, args.join(' ')).not.toMatch(/undefined|null|NaN|\[object|[ \t]\n/);
    return stdout;
  }

  /** A refusal is one line that says what is wrong; nothing is printed for scripts to misread. */
  async refused(...args: readonly string[]): Promise<string> {
    const result = await this.run(...args);
    expectRefusal(result, args.join(' '));
    return result.stderr;
  }
}

export function expectRefusal(result: Result, context: string): void {
  expect({ code: result.code, stdout: result.stdout }, context).toEqual({ code: 2, stdout: '' });
  expect(result.stderr, context).toMatch(/^hostmaster: \S.*\n$/);
}
