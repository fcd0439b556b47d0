/** What the doctor has found out about one thing, and what to do about it. */
import type { MachineClock } from '../../base/clock.ts';
import { OutsideCallError, outsideCall } from '../../base/outside-call.ts';
import type { RandomSource } from '../../base/random.ts';
import type { Config } from '../../config/config.ts';

/** What is examined, and what that takes. */
export interface Subject {
  readonly config: Config;
  readonly clock: MachineClock;
  readonly random: RandomSource;
}

export const checks = [
  'settings',
  'database',
  'disk',
  'clock',
  'ports',
  'dns',
  'secondaries',
  'delegation',
  'dnssec',
  'registry',
  'mail',
  'tls',
  'backups',
] as const;

export type CheckName = (typeof checks)[number];

export interface Finding {
  readonly check: CheckName;
  /** `skipped`: it does not apply, or another problem is in the way. */
  readonly result: 'ok' | 'warning' | 'problem' | 'skipped';
  readonly finding: string;
  /** What to do; null when nothing. */
  readonly advice: string | null;
}

/** The findings of one check, in its words. */
export class Findings {
  readonly #check: CheckName;
  readonly list: Finding[] = [];

  constructor(check: CheckName) {
    this.#check = check;
  }

  ok(finding: string): void {
    this.#add('ok', finding, null);
  }

  skipped(finding: string): void {
    this.#add('skipped', finding, null);
  }

  warning(finding: string, advice: string): void {
    this.#add('warning', finding, advice);
  }

  problem(finding: string, advice: string): void {
    this.#add('problem', finding, advice);
  }

  #add(result: Finding['result'], finding: string, advice: string | null): void {
    this.list.push({ check: this.#check, result, finding, advice });
  }
}

/** Each check takes at most this time, and all run at the same time. */
const checkMsMax = 25_000;
const never = new AbortController().signal;

/** Settles within the limit; a check that fails is a problem by itself. */
export async function runCheck(
  check: CheckName,
  work: (findings: Findings) => Promise<void>,
): Promise<readonly Finding[]> {
  const findings = new Findings(check);
  const limit = { peer: `the check of ${check}`, totalMs: checkMsMax, stopping: never };
  try {
    await outsideCall(limit, () => work(findings));
  } catch (error) {
    findings.problem(
      error instanceof Error ? error.message : String(error),
      error instanceof OutsideCallError
        ? 'Find out what it waits for, and run the command again.'
        : 'Correct the cause, and run the command again.',
    );
  }
  return [...findings.list];
}

export function reasonOf(error: unknown): string {
  const cause = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
