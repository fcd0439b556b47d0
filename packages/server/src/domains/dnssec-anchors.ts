/** Which keys of a signed zone must lead to valid answers. Pure. */
import type { DnssecPhase } from '../storage/tables/domains/domain-dnssec.ts';
import type { KeyStage } from '../storage/tables/zones/zone-keys.ts';
import { keysWithDs } from './keys-with-ds.ts';

/** Those with a DS record; where there is none yet, or none any more, all that sign. */
export function anchorStages(phase: DnssecPhase): readonly KeyStage[] {
  // Those of another operator do not sign here.
  const wanted = (keysWithDs(phase, false) ?? []).filter((stage) => stage !== 'foreign');
  return wanted.length > 0 ? wanted : ['current', 'leaving'];
}

/** Whether every secondary has had the signed zone. */
export function isSignedEverywhere(phase: DnssecPhase): boolean {
  return phase !== 'signing' && phase !== 'waiting_for_servers';
}
