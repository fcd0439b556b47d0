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
    hasLostKey,
  }: Pick<DomainDnssec, 'phase' | 'refusal' | 'dueAt' | 'parentUnanswered'> & {
    readonly hasLostKey: boolean;
  },
): string | null {
  switch (wait.kind) {
    case 'nothing':
    case 'next':
      return null;
    case 'signatures':
      if (hasLostKey) {
        return 'A private key of the zone cannot be decrypted, or is not the one of its DNSKEY record. The operator has to restore it; turning DNSSEC off needs no key.';
      }
      if (phase === 'adding_key') return 'The zone is being signed with the new key.';
      if (phase === 'removing_key') return 'The signatures of the old key are being replaced.';
      if (phase === 'publishing_foreign_keys') {
        return 'The keys of the other operator are being published.';
      }
      if (phase === 'removing_foreign_keys') {
        return 'The keys of the other operator are being removed from the zone.';
      }
      return 'The zone is being signed.';
    case 'servers': {
      const what = contentOf(phase);
      return `These servers do not have the ${what} yet: ${wait.names.join(', ')}.`;
    }
    case 'caches': {
      return `Resolvers may remember ${oldAnswersOf(phase)} until ${isoTime(wait.until)}.`;
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
    case 'nameservers':
      return `Resolvers may remember the nameservers from before until ${isoTime(wait.until)}.`;
    case 'cleaning':
      return 'The signatures are being deleted.';
  }
}

function contentOf(phase: DnssecPhase): string {
  if (phase === 'waiting_for_servers') return 'signed zone';
  return phase === 'waiting_for_key_at_servers' ? 'new key' : 'keys of the other operator';
}

function oldAnswersOf(phase: DnssecPhase): string {
  if (phase === 'waiting_for_caches') return 'unsigned answers';
  return phase === 'waiting_for_key_in_caches'
    ? 'signatures without the new key'
    : 'the keys of the zone without those of the other operator';
}

function changeOf(phase: DnssecPhase): string {
  switch (phase) {
    case 'removing_ds':
      return 'the removal of the DS record';
    case 'adding_new_ds':
      return 'the DS record of the new key';
    case 'removing_old_ds':
      return 'the removal of the old DS record';
    case 'sending_both_ds':
      return 'the DS records of both operators';
    case 'confirming_nameservers':
      return 'the nameservers';
    case 'removing_foreign_ds':
      return 'the removal of the DS records of the other operator';
    case 'removing_own_ds':
      return 'the removal of the DS record of this service';
    default:
      return 'the DS record';
  }
}

function oldSignersOf(phase: DnssecPhase): string {
  switch (phase) {
    case 'waiting_for_new_ds':
      return 'the DS records without the new one';
    case 'waiting_for_old_ds':
      return 'the old DS record';
    case 'waiting_for_both_ds':
      return 'the DS records of one operator alone';
    case 'waiting_for_foreign_ds':
      return 'the DS records of the other operator';
    case 'waiting_for_own_ds':
      return 'the DS record of this service';
    default:
      return 'the DS record';
  }
}
