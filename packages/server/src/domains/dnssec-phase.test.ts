import { dayMs } from '@hostmaster/contract/durations';
import { describe, expect, it } from 'vitest';
import type { DnssecPhase } from '../storage/tables/domains/domain-dnssec.ts';
import {
  answerTtlMs,
  type Delegation,
  type DnssecFacts,
  dsTtlMs,
  isMoving,
  isRolling,
  isTurningOff,
  mayHaveDs,
  mayMixNameservers,
  nextStep,
  nsTtlMs,
  phaseAfterOn,
  phaseAfterRoll,
  phaseWithoutForeignKeys,
  stepAfterOff,
  timesOf,
} from './dnssec-phase.ts';
import { keysWithDs } from './keys-with-ds.ts';

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
  isParentSilent: false,
  hasForeignKeys: false,
  delegation: 'here',
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
/** The own key and those of another operator beside it: together, then one of them goes. */
const joinPhases: readonly DnssecPhase[] = [
  'publishing_foreign_keys',
  'waiting_for_foreign_keys_at_servers',
  'waiting_for_foreign_keys_in_caches',
  'sending_both_ds',
  'waiting_for_both_ds',
  'shared',
];
const settlePhases: readonly DnssecPhase[] = ['confirming_nameservers', 'waiting_for_nameservers'];
const stayPhases: readonly DnssecPhase[] = [
  'removing_foreign_ds',
  'waiting_for_foreign_ds',
  'removing_foreign_keys',
];
const leavePhases: readonly DnssecPhase[] = ['removing_own_ds', 'waiting_for_own_ds'];
const movePhases = [...joinPhases, ...settlePhases, ...stayPhases, ...leavePhases];
const phases: readonly DnssecPhase[] = [
  'signing',
  'waiting_for_servers',
  'waiting_for_caches',
  'sending_ds',
  'on',
  ...rollPhases,
  ...movePhases,
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
    expect(rollPhases.map((phase) => keysWithDs(phase, false))).toEqual([
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
      { isDsConfirmed: false, dsConfirmedAt: since + 4 * dayMs, isParentSilent: true },
      { kind: 'parent', until: since + 11 * dayMs },
    ],
    [
      'removing_ds',
      { isDsConfirmed: false, dsConfirmedAt: since, now: since + 100 * dayMs },
      { kind: 'parent', until: null },
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
    ['publishing_foreign_keys', { isResigning: true }, { kind: 'signatures' }],
    [
      'waiting_for_foreign_keys_at_servers',
      { serversBehind: ['a'] },
      { kind: 'servers', names: ['a'] },
    ],
    [
      'waiting_for_foreign_keys_in_caches',
      { now: since + answerTtlMs - 1 },
      { kind: 'caches', until: since + answerTtlMs },
    ],
    ['sending_both_ds', { isDsConfirmed: false }, { kind: 'registry' }],
    [
      'waiting_for_both_ds',
      { now: since + dsTtlMs - 1 },
      { kind: 'ds-ttl', until: since + dsTtlMs },
    ],
    ['shared', {}, { kind: 'nothing' }],
    ['confirming_nameservers', { isDsConfirmed: false }, { kind: 'registry' }],
    [
      'waiting_for_nameservers',
      { now: since + nsTtlMs - 1 },
      { kind: 'nameservers', until: since + nsTtlMs },
    ],
    ['removing_foreign_ds', { isDsConfirmed: false }, { kind: 'registry' }],
    [
      'waiting_for_foreign_ds',
      { now: since + dsTtlMs - 1 },
      { kind: 'ds-ttl', until: since + dsTtlMs },
    ],
    ['removing_foreign_keys', { isResigning: true }, { kind: 'signatures' }],
    ['removing_own_ds', { isDsConfirmed: false }, { kind: 'registry' }],
    [
      'waiting_for_own_ds',
      { now: since + dsTtlMs - 1 },
      { kind: 'ds-ttl', until: since + dsTtlMs },
    ],
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
      expect([dueAt, checkAt].filter((at) => at !== null)).toHaveLength(isSteady(phase) ? 0 : 1);
      const { for: waits } = { for: null, ...nextStep({ ...settled, phase, now: since }) };
      if (waits !== null && 'until' in waits) expect(dueAt).toBe(waits.until);
      if (checkAt !== null) expect(checkAt).toBe(0);
    }
  });
});

describe('moving between two operators that sign', () => {
  const foreign = { hasForeignKeys: true } as const;

  it('shares the zone when both keys are known, whether it is signed here before or not', () => {
    expect(walk('publishing_foreign_keys', foreign)).toEqual(joinPhases);
    expect(walk('signing', { ...foreign, delegation: 'elsewhere' })).toEqual([
      'signing',
      'waiting_for_servers',
      'waiting_for_caches',
      'sending_both_ds',
      'waiting_for_both_ds',
      'shared',
    ]);
  });

  it('removes the operator that has no nameservers, and neither while both have', () => {
    const after = (delegation: Delegation) =>
      walk('confirming_nameservers', { ...foreign, delegation });
    expect(after('here')).toEqual([...settlePhases, ...stayPhases, 'on']);
    expect(after('elsewhere')).toEqual([...settlePhases, ...leavePhases, 'hand-over']);
    expect(after('both')).toEqual([...settlePhases, 'shared']);
  });

  it('has the DS record of each operator whose nameservers may answer', () => {
    const stages = (each: readonly DnssecPhase[]) => each.map((phase) => keysWithDs(phase, true));
    expect(stages(['signing', 'waiting_for_servers', 'waiting_for_caches'])).toEqual([
      ['foreign'],
      ['foreign'],
      ['foreign'],
    ]);
    for (const phase of movePhases) {
      expect(isMoving(phase)).toBe(true);
      if (mayMixNameservers(phase)) expect(keysWithDs(phase, true)).toEqual(['current', 'foreign']);
    }
    expect(stages(stayPhases)).toEqual([['current'], ['current'], ['current']]);
    expect(stages(leavePhases)).toEqual([['foreign'], ['foreign']]);
    // Nothing is wanted of a key that is published for less than a day.
    expect(stages(joinPhases.slice(0, 3))).toEqual([['current'], ['current'], ['current']]);
  });

  it('hands the domain over when it is turned off with nameservers of the other operator', () => {
    const off = (phase: DnssecPhase, delegation: Delegation) =>
      stepAfterOff(phase, { ...foreign, delegation });
    for (const phase of ['signing', 'waiting_for_servers', 'waiting_for_caches'] as const) {
      expect(off(phase, 'elsewhere')).toEqual({ kind: 'hand-over' });
    }
    const begins = { kind: 'enter', phase: 'confirming_nameservers' };
    for (const phase of ['sending_both_ds', 'waiting_for_both_ds', 'shared'] as const) {
      expect(off(phase, 'elsewhere')).toEqual(begins);
    }
    for (const phase of [...settlePhases, ...leavePhases]) {
      expect(off(phase, 'elsewhere')).toBeNull();
    }
    // Own nameservers would answer unsigned.
    for (const phase of movePhases) {
      const removing = { kind: 'enter', phase: 'removing_ds' };
      expect([off(phase, 'here'), off(phase, 'both')]).toEqual([removing, removing]);
    }
  });

  it('removes keys at once as long as the registry has no DS record of them', () => {
    expect(movePhases.map(phaseWithoutForeignKeys)).toEqual([
      'removing_foreign_keys',
      'removing_foreign_keys',
      'removing_foreign_keys',
      'confirming_nameservers',
      'confirming_nameservers',
      'confirming_nameservers',
      ...[...settlePhases, ...stayPhases, ...leavePhases].map(() => null),
    ]);
  });
});

/** Nothing ends it but a request. */
function isSteady(phase: DnssecPhase): boolean {
  return phase === 'on' || phase === 'shared';
}

/** The phase after DNSSEC is turned off, of a domain without keys of another operator. */
function phaseAfterOff(phase: DnssecPhase): DnssecPhase {
  const step = stepAfterOff(phase, { hasForeignKeys: false, delegation: 'here' });
  return step?.kind === 'enter' ? step.phase : phase;
}

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
      ...[...rollPhases, ...movePhases].map(() => 'removing_ds'),
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
      const wanted = keysWithDs(phase, false);
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
