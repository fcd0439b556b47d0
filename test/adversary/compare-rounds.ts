/** What an attack may cost the victim and the service, and whether it did not cost more. */
import type { GeneratorResult } from './generate.ts';
import { type VictimKind, type VictimResult, victimKinds } from './victim-kinds.ts';

export interface Tolerance {
  /** The p99 beside the attack: at most so many times the quiet one, or so much more. */
  readonly factor: number;
  readonly moreMs: number;
  readonly residentMb: number;
}

export const promised: Tolerance = { factor: 2, moreMs: 25, residentMb: 600 };

export interface Round {
  readonly title: string;
  readonly quiet: VictimResult;
  readonly beside: VictimResult;
  readonly result: GeneratorResult;
  readonly peakMb: number;
  /** The last words of a service that ended. */
  readonly death: string | null;
}

export interface Line {
  readonly title: string;
  readonly perSecond: number;
  readonly statuses: string;
  readonly quietMs: Readonly<Record<VictimKind, number>>;
  readonly besideMs: Readonly<Record<VictimKind, number>>;
  readonly peakMb: number;
  /** What the service promises and did not keep; empty when all is well. */
  readonly broken: readonly string[];
  /** Another round would not change it: a fault, or too much memory. */
  readonly isFinal: boolean;
}

/** The best of this round and of those before it. */
export function compareRounds(before: Line | null, round: Round, tolerance: Tolerance): Line {
  const best = (old: Line['quietMs'] | undefined, now: Line['quietMs']) => {
    const of = (kind: VictimKind) => Math.min(old?.[kind] ?? Number.POSITIVE_INFINITY, now[kind]);
    return { get: of('get'), record: of('record'), answer: of('answer'), transfer: of('transfer') };
  };
  const quietMs = best(before?.quietMs, round.quiet.p99Ms);
  const besideMs = best(before?.besideMs, round.beside.p99Ms);
  const late = victimKinds.filter((kind) => {
    const quiet = quietMs[kind];
    return besideMs[kind] > Math.max(quiet * tolerance.factor, quiet + tolerance.moreMs);
  });
  const final = [
    ...(round.death === null ? [] : [`the service ended: ${round.death}`]),
    ...(round.peakMb > tolerance.residentMb ? ['memory'] : []),
    ...round.result.faults,
  ];
  const counts = Object.entries(round.result.statuses).toSorted(([, a], [, b]) => b - a);
  const requests = counts.reduce((sum, [, count]) => sum + count, 0);
  return {
    title: round.title,
    perSecond: requests / round.result.seconds,
    statuses: counts.map(([status, count]) => `${count} x ${status}`).join(', '),
    quietMs,
    besideMs,
    peakMb: Math.max(before?.peakMb ?? 0, round.peakMb),
    broken: [...final, ...round.beside.failures, ...late.map((kind) => `${kind} is late`)],
    isFinal: final.length > 0,
  };
}
