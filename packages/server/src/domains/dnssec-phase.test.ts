import { dayMs } from '@hostmaster/contract/durations';
import { describe, expect, it } from 'vitest';
import type { DnssecPhase } from '../storage/tables/domains/domain-dnssec.ts';
import {
  answerTtlMs,
  type DnssecFacts,
  dsTtlMs,
  isRolling,
  isTurningOff,
  keysWithDs,
  mayHaveDs,
  nextStep,
  phaseAfterOff,
  phaseAfterOn,
  phaseAfterRoll,
  timesOf,
} from './dnssec-phase.ts';

const since = Date.UTC(2030, 4, 17, 12);
const settled: DnssecFacts = {
  phase: 'signing',
  since,
  now: since + 10 * dayMs,
  signing: 'signed',
  isResigning: false,
  isUrgent: false,
  serversBehind: [],
  isDsConfirmed: true,
  dsConfirmedAt: null,
};
const rollPhases: readonly DnssecPhase[] = [
  'adding_key',
  'waiting_for_key_at_servers',
  'waiting_for_key_in_caches',
  'adding_new_ds',
  'waiting_for_new_ds',
  'removing_old_ds',
  'waiting_for_old_ds',
  'removing_key',
];
const phases: readonly DnssecPhase[] = [
  'signing',
  'waiting_for_servers',
  'waiting_for_caches',
  'sending_ds',
  'on',
  ...rollPhases,
  'removing_ds',
  'waiting_for_ds_ttl',
  'unsigning',
];

/** All phases from a start on, when nothing has to be waited for. */
function walk(start: DnssecPhase, facts: Partial<DnssecFacts> = {}): string[] {
  const step = nextStep({ ...settled, ...facts, phase: start });
  if (step.kind === 'wait') return [start];
  return step.kind === 'enter' ? [start, ...walk(step.phase, facts)] : [start, step.kind];
}

describe('the phases of DNSSEC', () => {
  it('lead to on, the DS record last', () => {
    expect(walk('signing')).toEqual([
      'signing',
      'waiting_for_servers',
      'waiting_for_caches',
      'sending_ds',
      'on',
    ]);
  });

  it('lead to an unsigned zone, the DS record first', () => {
    expect(walk('removing_ds', { signing: 'off' })).toEqual([
      'removing_ds',
      'waiting_for_ds_ttl',
      'unsigning',
      'end',
    ]);
    expect(walk('unsigning')).toEqual(['unsigning', 'unsign']);
  });

  it('lead from one key to the next, and never leave a resolver without one it knows', () => {
    expect(walk('adding_key')).toEqual([...rollPhases, 'on']);
    const urgent = rollPhases.filter((phase) => !/new_ds/.test(phase));
    expect(walk('adding_key', { isUrgent: true })).toEqual([...urgent, 'on']);
    // Between two DS sets a wait has passed in which both keys signed.
    expect(rollPhases.map(keysWithDs)).toEqual([
      ['leaving'],
      ['leaving'],
      ['leaving'],
      ['leaving', 'current'],
      ['leaving', 'current'],
      ['current'],
      ['current'],
      ['current'],
    ]);
  });

  it.each<[DnssecPhase, Partial<DnssecFacts>, object]>([
    ['signing', { signing: 'listing' }, { kind: 'signatures' }],
    ['signing', { signing: 'signing' }, { kind: 'signatures' }],
    ['waiting_for_servers', { serversBehind: ['ns2'] }, { kind: 'servers', names: ['ns2'] }],
    [
      'waiting_for_caches',
      { now: since + answerTtlMs - 1 },
      { kind: 'caches', until: since + answerTtlMs },
    ],
    ['sending_ds', { isDsConfirmed: false }, { kind: 'registry' }],
    [
      'sending_ds',
      { isDsConfirmed: false, dsConfirmedAt: since + 4 * dayMs },
      { kind: 'parent', until: since + 11 * dayMs },
    ],
    ['on', {}, { kind: 'nothing' }],
    ['adding_key', { isResigning: true }, { kind: 'signatures' }],
    ['waiting_for_key_at_servers', { serversBehind: ['a'] }, { kind: 'servers', names: ['a'] }],
    [
      'waiting_for_key_in_caches',
      { now: since + answerTtlMs - 1, isUrgent: true },
      { kind: 'caches', until: since + answerTtlMs },
    ],
    ['adding_new_ds', { isDsConfirmed: false }, { kind: 'registry' }],
    [
      'waiting_for_new_ds',
      { now: since + dsTtlMs - 1 },
      { kind: 'ds-ttl', until: since + dsTtlMs },
    ],
    ['removing_old_ds', { isDsConfirmed: false }, { kind: 'registry' }],
    [
      'waiting_for_old_ds',
      { now: since + dsTtlMs - 1, isUrgent: true },
      { kind: 'ds-ttl', until: since + dsTtlMs },
    ],
    ['removing_key', { isResigning: true }, { kind: 'signatures' }],
    ['removing_ds', { isDsConfirmed: false }, { kind: 'registry' }],
    [
      'waiting_for_ds_ttl',
      { now: since + dsTtlMs - 1 },
      { kind: 'ds-ttl', until: since + dsTtlMs },
    ],
    ['unsigning', { signing: 'ending' }, { kind: 'cleaning' }],
  ])('wait in %s for what they depend on: %o', (phase, facts, wait) => {
    expect(nextStep({ ...settled, ...facts, phase })).toEqual({ kind: 'wait', for: wait });
  });

  it('last as long as resolvers may remember something', () => {
    expect(answerTtlMs).toBe(dayMs);
    expect(dsTtlMs).toBeGreaterThan(dayMs);
    const at = (phase: DnssecPhase, now: number) => nextStep({ ...settled, phase, now }).kind;
    expect(at('waiting_for_caches', since + answerTtlMs)).toBe('enter');
    expect(at('waiting_for_ds_ttl', since + dsTtlMs)).toBe('enter');
  });

  it('are looked at when they can end', () => {
    for (const phase of phases) {
      const { dueAt, checkAt } = timesOf(phase, since);
      expect([dueAt, checkAt].filter((at) => at !== null)).toHaveLength(phase === 'on' ? 0 : 1);
      const { for: waits } = { for: null, ...nextStep({ ...settled, phase, now: since }) };
      if (waits !== null && 'until' in waits) expect(dueAt).toBe(waits.until);
      if (checkAt !== null) expect(checkAt).toBe(0);
    }
  });
});

describe('turning DNSSEC on and off', () => {
  it('starts from nothing, and twice is the same as once', () => {
    expect(phaseAfterOn(null)).toBe('signing');
    for (const phase of phases) {
      const once = phaseAfterOn(phase);
      if (once !== null) expect(phaseAfterOn(once)).toBe(once);
      expect(phaseAfterOff(phaseAfterOff(phase))).toBe(phaseAfterOff(phase));
    }
  });

  it('removes a DS record that may be there, and otherwise unsigns at once', () => {
    expect(phases.map(phaseAfterOff)).toEqual([
      'unsigning',
      'unsigning',
      'unsigning',
      'removing_ds',
      'removing_ds',
      ...rollPhases.map(() => 'removing_ds'),
      'removing_ds',
      'waiting_for_ds_ttl',
      'unsigning',
    ]);
  });

  it('goes on with the same key while the zone is signed', () => {
    expect(phaseAfterOn('removing_ds')).toBe('sending_ds');
    expect(phaseAfterOn('waiting_for_ds_ttl')).toBe('sending_ds');
    expect(phaseAfterOn('unsigning')).toBeNull();
    expect(phaseAfterOn('on')).toBe('on');
  });

  it('never unsigns a zone whose DS record resolvers may have', () => {
    for (const phase of phases) {
      const after = phaseAfterOff(phase);
      if (mayHaveDs(phase)) expect(after).not.toBe('unsigning');
      const step = nextStep({ ...settled, phase, now: since });
      if (phase === 'waiting_for_ds_ttl') expect(step.kind).toBe('wait');
    }
    for (const phase of phases) {
      const wanted = keysWithDs(phase);
      expect(wanted !== null && wanted.length > 0).toBe(mayHaveDs(phase) && !isTurningOff(phase));
      expect(wanted?.length === 0).toBe(isTurningOff(phase));
    }
  });

  it('replaces a key while it is on, once', () => {
    for (const isUrgent of [false, true]) {
      expect(phaseAfterRoll('on', { isUrgent })).toBe('adding_key');
      expect(phaseAfterRoll(null, { isUrgent })).toBeNull();
      for (const phase of phases.filter((each) => each !== 'on' && !isRolling(each))) {
        expect(phaseAfterRoll(phase, { isUrgent })).toBeNull();
      }
    }
    for (const phase of rollPhases) {
      expect(isRolling(phase)).toBe(true);
      expect(phaseAfterOn(phase)).toBe(phase);
      expect(phaseAfterRoll(phase, { isUrgent: false })).toBe(phase);
      const urgent = phaseAfterRoll(phase, { isUrgent: true });
      expect(urgent).toBe(/new_ds/.test(phase) ? 'removing_old_ds' : phase);
    }
  });
});
