/**
 * The phases of DNSSEC and the rules between them, so that a name is never bogus. On: the zone is signed,
 * every server has it, no resolver remembers unsigned answers, and only then the registry gets the DS
 * record. Off: the reverse. Pure. Waits are by the calendar.
 */
import { limits } from '@hostmaster/contract';
import { dayMs } from '@hostmaster/contract/durations';
import type { DnssecPhase, DomainDnssec } from '../storage/tables/domains/domain-dnssec.ts';
import type { SigningState } from '../storage/tables/domains/domains.ts';

/** How long a resolver may remember an unsigned answer. */
export const answerTtlMs = limits.ttlSecondsMax * 1_000;
/** Registries publish DS records with a TTL of up to a day, and some a while after they have accepted it. */
export const dsTtlMs = 2 * dayMs;
/** After this time the registry gets a DS record again that it has refused or not confirmed. */
export const resendMs = dayMs;

/** What the next step depends on. */
export interface DnssecFacts {
  readonly phase: DnssecPhase;
  /** Calendar time. */
  readonly since: number;
  readonly now: number;
  readonly signing: SigningState;
  /** Servers that do not have the signed zone yet. */
  readonly serversBehind: readonly string[];
  /** Whether the registry shows the DS records of the phase; only its job knows. */
  readonly isDsConfirmed: boolean;
}

export type DnssecStep =
  | { readonly kind: 'wait'; readonly for: DnssecWait }
  | { readonly kind: 'enter'; readonly phase: DnssecPhase }
  /** The zone is served unsigned from now on. */
  | { readonly kind: 'unsign' }
  /** The zone is unsigned, and nothing is left of its keys. */
  | { readonly kind: 'end' };

export type DnssecWait =
  | { readonly kind: 'nothing' }
  /** The next step is due. */
  | { readonly kind: 'next' }
  | { readonly kind: 'signatures' }
  | { readonly kind: 'servers'; readonly names: readonly string[] }
  | { readonly kind: 'caches'; readonly until: number }
  | { readonly kind: 'registry' }
  | { readonly kind: 'ds-ttl'; readonly until: number }
  | { readonly kind: 'cleaning' };

export function nextStep(facts: DnssecFacts): DnssecStep {
  const { phase, since, now, signing, serversBehind, isDsConfirmed } = facts;
  switch (phase) {
    case 'signing':
      if (signing === 'signed') return enter('waiting_for_servers');
      return wait({ kind: 'signatures' });
    case 'waiting_for_servers':
      if (serversBehind.length === 0) return enter('waiting_for_caches');
      return wait({ kind: 'servers', names: serversBehind });
    case 'waiting_for_caches':
      if (now >= since + answerTtlMs) return enter('sending_ds');
      return wait({ kind: 'caches', until: since + answerTtlMs });
    case 'sending_ds':
      return isDsConfirmed ? enter('on') : wait({ kind: 'registry' });
    case 'on':
      return wait({ kind: 'nothing' });
    case 'removing_ds':
      return isDsConfirmed ? enter('waiting_for_ds_ttl') : wait({ kind: 'registry' });
    case 'waiting_for_ds_ttl':
      if (now >= since + dsTtlMs) return enter('unsigning');
      return wait({ kind: 'ds-ttl', until: since + dsTtlMs });
    case 'unsigning':
      if (signing === 'off') return { kind: 'end' };
      return signing === 'ending' ? wait({ kind: 'cleaning' }) : { kind: 'unsign' };
  }
}

function enter(phase: DnssecPhase): DnssecStep {
  return { kind: 'enter', phase };
}

function wait(its: DnssecWait): DnssecStep {
  return { kind: 'wait', for: its };
}

/** The phase after DNSSEC is turned on; null where that has to wait until the zone is unsigned. */
export function phaseAfterOn(phase: DnssecPhase | null): DnssecPhase | null {
  if (phase === null) return 'signing';
  if (phase === 'unsigning') return null;
  // The zone is signed with the same key all the time.
  return isTurningOff(phase) ? 'sending_ds' : phase;
}

/** The phase after DNSSEC is turned off. A DS record that was never sent need not be removed. */
export function phaseAfterOff(phase: DnssecPhase): DnssecPhase {
  if (phase === 'sending_ds' || phase === 'on') return 'removing_ds';
  return isTurningOff(phase) ? phase : 'unsigning';
}

/** Whether it is being turned off. */
export function isTurningOff(phase: DnssecPhase): boolean {
  return phase === 'removing_ds' || phase === 'waiting_for_ds_ttl' || phase === 'unsigning';
}

/** Whether resolvers may have the DS record, so that only the signed zone may be served. */
export function mayHaveDs(phase: DnssecPhase): boolean {
  return (
    phase === 'sending_ds' ||
    phase === 'on' ||
    phase === 'removing_ds' ||
    phase === 'waiting_for_ds_ttl'
  );
}

/** What the registry must have in a phase; `any`: what it has stays as it is. */
export function wantedDs(phase: DnssecPhase): 'ours' | 'none' | 'any' {
  if (phase === 'sending_ds' || phase === 'on') return 'ours';
  return isTurningOff(phase) ? 'none' : 'any';
}

/** When to look at a phase that begins now: at its end, or at once and often. */
export function timesOf(phase: DnssecPhase, now: number): Pick<DomainDnssec, 'dueAt' | 'checkAt'> {
  switch (phase) {
    case 'signing':
    case 'waiting_for_servers':
    case 'unsigning':
      return { dueAt: null, checkAt: 0 };
    case 'waiting_for_caches':
      return { dueAt: now + answerTtlMs, checkAt: null };
    case 'sending_ds':
    case 'removing_ds':
      return { dueAt: now + resendMs, checkAt: null };
    case 'waiting_for_ds_ttl':
      return { dueAt: now + dsTtlMs, checkAt: null };
    case 'on':
      return { dueAt: null, checkAt: null };
  }
}
