/** Which keys of a zone the registry has DS records of in each phase of DNSSEC (dnssec-phase.ts). Pure. */
import type { DnssecPhase } from '../storage/tables/domains/domain-dnssec.ts';
import type {
  ForeignKeyStage,
  KeyOffer,
  KeyStage,
  OwnKeyStage,
  ZoneKeyRow,
} from '../storage/tables/zones/zone-keys.ts';

type StagedKey = Pick<ZoneKeyRow, 'dnskey' | 'stage'>;

/** Whether it is a key of another operator, which has its private key. */
export function isForeign<K extends { readonly stage: KeyStage }>(
  key: K,
): key is K & { readonly stage: ForeignKeyStage } {
  return key.stage.startsWith('foreign');
}

export function isOwn<K extends { readonly stage: KeyStage }>(
  key: K,
): key is K & { readonly stage: OwnKeyStage } {
  return !isForeign(key);
}

/** Whether a DS record can lead to the key (RFC 4034, section 2.1.1). Own keys are entry points, too. */
export function isEntryPoint({ dnskey }: Pick<StagedKey, 'dnskey'>): boolean {
  return ((dnskey[1] ?? 0) & 1) === 1;
}

/** Those whose DS records the registry must have in a phase; null: what it has stays as it is. */
export function keysAtRegistry<K extends StagedKey>(
  phase: DnssecPhase,
  keys: readonly K[],
): readonly K[] | null {
  const stages = keysWithDs(phase, keys.some(isForeign));
  if (stages === null) return null;
  return keys.filter((key) => stages.includes(key.stage) && isEntryPoint(key));
}

/** The stages of these keys. */
export function keysWithDs(
  phase: DnssecPhase,
  hasForeignKeys: boolean,
): readonly KeyStage[] | null {
  switch (phase) {
    case 'signing':
    case 'waiting_for_servers':
    case 'waiting_for_caches':
      return hasForeignKeys ? ['foreign'] : null;
    case 'sending_both_ds':
    case 'waiting_for_both_ds':
    case 'shared':
    case 'confirming_nameservers':
    case 'waiting_for_nameservers':
      return ['current', 'foreign'];
    case 'removing_own_ds':
    case 'waiting_for_own_ds':
      return ['foreign'];
    case 'publishing_foreign_keys':
    case 'waiting_for_foreign_keys_at_servers':
    case 'waiting_for_foreign_keys_in_caches':
    case 'removing_foreign_ds':
    case 'waiting_for_foreign_ds':
    case 'removing_foreign_keys':
    case 'sending_ds':
    case 'on':
    case 'removing_old_ds':
    case 'waiting_for_old_ds':
    case 'removing_key':
      return ['current'];
    case 'adding_key':
    case 'waiting_for_key_at_servers':
    case 'waiting_for_key_in_caches':
      return ['leaving'];
    case 'adding_new_ds':
    case 'waiting_for_new_ds':
      return ['leaving', 'current'];
    case 'removing_ds':
    case 'waiting_for_ds_ttl':
    case 'unsigning':
      return [];
  }
}

/** What the zone asks its parent for in a phase, with one of its keys; null: as before. */
export function offerIn(
  phase: DnssecPhase,
  key: StagedKey,
  keys: readonly StagedKey[],
): KeyOffer | null {
  // The zone is about to have none.
  if (phase === 'unsigning') return null;
  const wanted = keysAtRegistry(phase, keys);
  if (wanted === null) return 'none';
  if (wanted.length === 0) return 'delete';
  return wanted.includes(key) ? 'ds' : 'none';
}
