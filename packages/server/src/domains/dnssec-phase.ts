/**
 * The phases of DNSSEC and the rules between them, so that a name is never bogus. On: the zone is signed,
 * every server has it, no resolver remembers unsigned answers, and only then the registry gets the DS
 * record. Off: the reverse. Roll: the new key signs beside the old one, and a key leaves only when no
 * resolver depends on it. Moving: the keys and DS records of two operators stand beside each other, and one of
 * them goes when only the other one answers (docs/adr/0051). Pure. Waits are by the calendar.
 */
import { limits } from '@hostmaster/contract';
import { dayMs } from '@hostmaster/contract/durations';
import type { DnssecPhase, DomainDnssec } from '../storage/tables/domains/domain-dnssec.ts';
import type { SigningState } from '../storage/tables/domains/domains.ts';

/** How long a resolver may remember an unsigned answer. */
export const answerTtlMs = limits.ttlSecondsMax * 1_000;
/** Registries publish DS records with a TTL of up to a day, and some a while after they have accepted it. */
export const dsTtlMs = 2 * dayMs;
/** Delegations, and the NS records of zones, have a TTL of up to two days. */
export const nsTtlMs = 2 * dayMs;
/** After this time the registry gets a DS record again that it has refused or not confirmed. */
export const resendMs = dayMs;

/** How long resolvers that do not answer hold up DS records that the registry has confirmed. */
const parentMsMax = 7 * dayMs;

/** What the next step depends on. */
export interface DnssecFacts {
  readonly phase: DnssecPhase;
  /** Calendar time. */
  readonly since: number;
  readonly now: number;
  readonly signing: SigningState;
  /** Whether sets are still to be signed with the keys of the phase. */
  readonly isResigning: boolean;
  readonly isUrgent: boolean;
  /** Servers that do not have the signed zone yet. */
  readonly serversBehind: readonly string[];
  /** Whether the registry shows the DS records of the phase, and its zone does where that is asked. */
  readonly isDsConfirmed: boolean;
  /** When the registry has shown them, while its zone is asked; null where it has not, or is not asked. */
  readonly dsConfirmedAt: number | null;
  /** Whether no resolver has answered what its zone has. */
  readonly isParentSilent: boolean;
  /** Whether the zone has keys of another operator. */
  readonly hasForeignKeys: boolean;
  readonly delegation: Delegation;
}

/** Whose nameservers a domain has: only such as get its signed zone from here, none of them, or both. */
export type Delegation = 'here' | 'elsewhere' | 'both';

export type DnssecStep =
  | { readonly kind: 'wait'; readonly for: DnssecWait }
  | { readonly kind: 'enter'; readonly phase: DnssecPhase }
  /** The zone is served unsigned from now on. */
  | { readonly kind: 'unsign' }
  /** The same, and the registry keeps the DS records of another operator. */
  | { readonly kind: 'hand-over' }
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
  /** `until` is null where a resolver sees other DS records. */
  | { readonly kind: 'parent'; readonly until: number | null }
  | { readonly kind: 'ds-ttl'; readonly until: number }
  | { readonly kind: 'nameservers'; readonly until: number }
  | { readonly kind: 'cleaning' };

export function nextStep(facts: DnssecFacts): DnssecStep {
  const { phase, since, now, signing, isResigning, isUrgent, serversBehind } = facts;
  const afterDsTtl = (next: DnssecStep) =>
    now >= since + dsTtlMs ? next : wait({ kind: 'ds-ttl', until: since + dsTtlMs });
  switch (phase) {
    case 'signing':
      if (signing === 'signed') return enter('waiting_for_servers');
      return wait({ kind: 'signatures' });
    case 'waiting_for_servers':
      if (serversBehind.length === 0) return enter('waiting_for_caches');
      return wait({ kind: 'servers', names: serversBehind });
    case 'waiting_for_caches':
      if (now < since + answerTtlMs) return wait({ kind: 'caches', until: since + answerTtlMs });
      return enter(facts.hasForeignKeys ? 'sending_both_ds' : 'sending_ds');
    case 'sending_ds':
      return afterRegistry('on', facts);
    case 'on':
      return wait({ kind: 'nothing' });
    case 'adding_key':
      return isResigning ? wait({ kind: 'signatures' }) : enter('waiting_for_key_at_servers');
    case 'waiting_for_key_at_servers':
      if (serversBehind.length === 0) return enter('waiting_for_key_in_caches');
      return wait({ kind: 'servers', names: serversBehind });
    case 'waiting_for_key_in_caches':
      if (now < since + answerTtlMs) return wait({ kind: 'caches', until: since + answerTtlMs });
      // Both keys sign, so the DS records can be exchanged at once; that is one less wait.
      return enter(isUrgent ? 'removing_old_ds' : 'adding_new_ds');
    case 'adding_new_ds':
      return afterRegistry('waiting_for_new_ds', facts);
    case 'waiting_for_new_ds':
      return afterDsTtl(enter('removing_old_ds'));
    case 'removing_old_ds':
      return afterRegistry('waiting_for_old_ds', facts);
    case 'waiting_for_old_ds':
      return afterDsTtl(enter('removing_key'));
    case 'removing_key':
      return isResigning ? wait({ kind: 'signatures' }) : enter('on');
    case 'publishing_foreign_keys':
      if (isResigning) return wait({ kind: 'signatures' });
      return enter('waiting_for_foreign_keys_at_servers');
    case 'waiting_for_foreign_keys_at_servers':
      if (serversBehind.length === 0) return enter('waiting_for_foreign_keys_in_caches');
      return wait({ kind: 'servers', names: serversBehind });
    case 'waiting_for_foreign_keys_in_caches':
      if (now >= since + answerTtlMs) return enter('sending_both_ds');
      return wait({ kind: 'caches', until: since + answerTtlMs });
    case 'sending_both_ds':
      return afterRegistry('waiting_for_both_ds', facts);
    case 'waiting_for_both_ds':
      return afterDsTtl(enter('shared'));
    case 'shared':
      return wait({ kind: 'nothing' });
    case 'confirming_nameservers':
      return afterRegistry('waiting_for_nameservers', facts);
    case 'waiting_for_nameservers':
      if (now < since + nsTtlMs) return wait({ kind: 'nameservers', until: since + nsTtlMs });
      return enter(afterNameservers[facts.delegation]);
    case 'removing_foreign_ds':
      return afterRegistry('waiting_for_foreign_ds', facts);
    case 'waiting_for_foreign_ds':
      return afterDsTtl(enter('removing_foreign_keys'));
    case 'removing_foreign_keys':
      return isResigning ? wait({ kind: 'signatures' }) : enter('on');
    case 'removing_own_ds':
      return afterRegistry('waiting_for_own_ds', facts);
    case 'waiting_for_own_ds':
      return afterDsTtl({ kind: 'hand-over' });
    case 'removing_ds':
      return afterRegistry('waiting_for_ds_ttl', facts);
    case 'waiting_for_ds_ttl':
      return afterDsTtl(enter('unsigning'));
    case 'unsigning':
      if (signing === 'off') return { kind: 'end' };
      return signing === 'ending' ? wait({ kind: 'cleaning' }) : { kind: 'unsign' };
  }
}

/** The operator without nameservers goes. The registry may have refused those that were asked for. */
const afterNameservers: Readonly<Record<Delegation, DnssecPhase>> = {
  here: 'removing_foreign_ds',
  elsewhere: 'removing_own_ds',
  both: 'shared',
};

/** Other DS records in the zone of the registry are waited for without an end: resolvers believe that zone. */
function afterRegistry(
  next: DnssecPhase,
  { isDsConfirmed, dsConfirmedAt, isParentSilent, now }: DnssecFacts,
): DnssecStep {
  if (isDsConfirmed) return enter(next);
  if (dsConfirmedAt === null) return wait({ kind: 'registry' });
  if (!isParentSilent) return wait({ kind: 'parent', until: null });
  const until = dsConfirmedAt + parentMsMax;
  return now >= until ? enter(next) : wait({ kind: 'parent', until });
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

/**
 * What follows when DNSSEC is turned off; null where it is being turned off already. A DS record that was never
 * sent need not be removed. A domain that only another operator answers for keeps the DS records of that one.
 */
export function stepAfterOff(
  phase: DnssecPhase,
  { hasForeignKeys, delegation }: Pick<DnssecFacts, 'hasForeignKeys' | 'delegation'>,
): DnssecStep | null {
  if (isTurningOff(phase)) return null;
  if (hasForeignKeys && delegation === 'elsewhere') {
    if (isBeforeDs(phase)) return { kind: 'hand-over' };
    return isLeaving(phase) ? null : enter('confirming_nameservers');
  }
  return enter(mayHaveDs(phase) ? 'removing_ds' : 'unsigning');
}

/** Whether it goes to another operator, with the nameservers of that one. */
function isLeaving(phase: DnssecPhase): boolean {
  if (phase === 'removing_own_ds' || phase === 'waiting_for_own_ds') return true;
  return phase === 'confirming_nameservers' || phase === 'waiting_for_nameservers';
}

/** What follows when the keys of another operator are removed, whose nameservers are gone; null: it is under way. */
export function phaseWithoutForeignKeys(phase: DnssecPhase): DnssecPhase | null {
  switch (phase) {
    case 'publishing_foreign_keys':
    case 'waiting_for_foreign_keys_at_servers':
    case 'waiting_for_foreign_keys_in_caches':
      return 'removing_foreign_keys';
    case 'sending_both_ds':
    case 'waiting_for_both_ds':
    case 'shared':
      return 'confirming_nameservers';
    default:
      return null;
  }
}

/** Whether the nameservers of both operators may answer. */
export function mayMixNameservers(phase: DnssecPhase): boolean {
  if (phase === 'shared') return true;
  return phase === 'confirming_nameservers' || phase === 'waiting_for_nameservers';
}

/** Whether the registry has no DS record of the zone's own key yet. */
export function isBeforeDs(phase: DnssecPhase): boolean {
  return phase === 'signing' || phase === 'waiting_for_servers' || phase === 'waiting_for_caches';
}

/**
 * The phase after a roll is asked for; null where it cannot begin. A roll that is under way goes on, and
 * need not wait for the new DS record once the old key is known to be compromised.
 */
export function phaseAfterRoll(
  phase: DnssecPhase | null,
  { isUrgent }: { readonly isUrgent: boolean },
): DnssecPhase | null {
  if (phase === 'on') return 'adding_key';
  if (phase === null || !isRolling(phase)) return null;
  const isSkipped = phase === 'adding_new_ds' || phase === 'waiting_for_new_ds';
  return isUrgent && isSkipped ? 'removing_old_ds' : phase;
}

const rollPhases: ReadonlySet<DnssecPhase> = new Set([
  'adding_key',
  'waiting_for_key_at_servers',
  'waiting_for_key_in_caches',
  'adding_new_ds',
  'waiting_for_new_ds',
  'removing_old_ds',
  'waiting_for_old_ds',
  'removing_key',
]);

/** Whether the key is being replaced. Resolvers validate the domain all the time. */
export function isRolling(phase: DnssecPhase): boolean {
  return rollPhases.has(phase);
}

const movePhases: ReadonlySet<DnssecPhase> = new Set([
  'publishing_foreign_keys',
  'waiting_for_foreign_keys_at_servers',
  'waiting_for_foreign_keys_in_caches',
  'sending_both_ds',
  'waiting_for_both_ds',
  'shared',
  'confirming_nameservers',
  'waiting_for_nameservers',
  'removing_foreign_ds',
  'waiting_for_foreign_ds',
  'removing_foreign_keys',
  'removing_own_ds',
  'waiting_for_own_ds',
]);

/** Whether keys of another operator stand beside the own one. Resolvers validate the domain all the time. */
export function isMoving(phase: DnssecPhase): boolean {
  return movePhases.has(phase);
}

/** Whether it is being turned off. */
export function isTurningOff(phase: DnssecPhase): boolean {
  return phase === 'removing_ds' || phase === 'waiting_for_ds_ttl' || phase === 'unsigning';
}

/** Whether resolvers may have the DS record, so that only the signed zone may be served. */
export function mayHaveDs(phase: DnssecPhase): boolean {
  if (isRolling(phase) || isMoving(phase)) return true;
  if (phase === 'sending_ds' || phase === 'on') return true;
  return phase === 'removing_ds' || phase === 'waiting_for_ds_ttl';
}

/** Whether the phase ends when the registry shows the DS records that it needs. */
export function isOfRegistry(phase: DnssecPhase): boolean {
  return registryPhases.has(phase);
}

const registryPhases: ReadonlySet<DnssecPhase> = new Set([
  'sending_ds',
  'adding_new_ds',
  'removing_old_ds',
  'sending_both_ds',
  'confirming_nameservers',
  'removing_foreign_ds',
  'removing_own_ds',
  'removing_ds',
]);

/** When to look at a phase that begins now: at its end, or at once and often. */
export function timesOf(phase: DnssecPhase, now: number): Pick<DomainDnssec, 'dueAt' | 'checkAt'> {
  switch (phase) {
    case 'signing':
    case 'waiting_for_servers':
    case 'unsigning':
    case 'adding_key':
    case 'waiting_for_key_at_servers':
    case 'removing_key':
    case 'publishing_foreign_keys':
    case 'waiting_for_foreign_keys_at_servers':
    case 'removing_foreign_keys':
      return { dueAt: null, checkAt: 0 };
    case 'waiting_for_caches':
    case 'waiting_for_key_in_caches':
    case 'waiting_for_foreign_keys_in_caches':
      return { dueAt: now + answerTtlMs, checkAt: null };
    case 'sending_ds':
    case 'removing_ds':
    case 'adding_new_ds':
    case 'removing_old_ds':
    case 'sending_both_ds':
    case 'confirming_nameservers':
    case 'removing_foreign_ds':
    case 'removing_own_ds':
      return { dueAt: now + resendMs, checkAt: null };
    case 'waiting_for_nameservers':
      return { dueAt: now + nsTtlMs, checkAt: null };
    case 'waiting_for_ds_ttl':
    case 'waiting_for_new_ds':
    case 'waiting_for_old_ds':
    case 'waiting_for_both_ds':
    case 'waiting_for_foreign_ds':
    case 'waiting_for_own_ds':
      return { dueAt: now + dsTtlMs, checkAt: null };
    case 'shared':
    case 'on':
      return { dueAt: null, checkAt: null };
  }
}
