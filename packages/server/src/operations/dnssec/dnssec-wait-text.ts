/** What a phase of DNSSEC waits for, as a sentence. */
import { isoTime } from '../../base/iso-time.ts';
import type { DnssecWait } from '../../domains/dnssec-phase.ts';
import type { DnssecPhase, DomainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';

export function waitText(
  wait: DnssecWait,
  {
    phase,
    refusal,
    dueAt,
    parentUnanswered,
  }: Pick<DomainDnssec, 'phase' | 'refusal' | 'dueAt' | 'parentUnanswered'>,
): string | null {
  switch (wait.kind) {
    case 'nothing':
    case 'next':
      return null;
    case 'signatures':
      if (phase === 'adding_key') return 'The zone is being signed with the new key.';
      if (phase === 'removing_key') return 'The signatures of the old key are being replaced.';
      return 'The zone is being signed.';
    case 'servers': {
      const what = phase === 'waiting_for_servers' ? 'signed zone' : 'new key';
      return `These servers do not have the ${what} yet: ${wait.names.join(', ')}.`;
    }
    case 'caches': {
      const what =
        phase === 'waiting_for_caches' ? 'unsigned answers' : 'signatures without the new key';
      return `Resolvers may remember ${what} until ${isoTime(wait.until)}.`;
    }
    case 'registry': {
      const what = changeOf(phase);
      if (refusal === null) return `The registry has not confirmed ${what} yet.`;
      const again = dueAt === null ? '' : ` It is tried again at ${isoTime(dueAt)}.`;
      return `The registry refused ${what}: ${refusal}${again}`;
    }
    case 'parent': {
      const confirmed = `The registry has confirmed ${changeOf(phase)}`;
      return parentUnanswered === null
        ? `${confirmed}, but it has not been seen in its zone yet.`
        : `${confirmed}, but no resolver has answered what its zone has: ${parentUnanswered}.`;
    }
    case 'ds-ttl':
      return `Resolvers may remember ${oldSignersOf(phase)} until ${isoTime(wait.until)}.`;
    case 'cleaning':
      return 'The signatures are being deleted.';
  }
}

function changeOf(phase: DnssecPhase): string {
  if (phase === 'removing_ds') return 'the removal of the DS record';
  if (phase === 'adding_new_ds') return 'the DS record of the new key';
  return phase === 'removing_old_ds' ? 'the removal of the old DS record' : 'the DS record';
}

function oldSignersOf(phase: DnssecPhase): string {
  if (phase === 'waiting_for_new_ds') return 'the DS records without the new one';
  return phase === 'waiting_for_old_ds' ? 'the old DS record' : 'the DS record';
}
