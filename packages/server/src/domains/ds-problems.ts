/** What the DS records of the registry say about DNSSEC of a domain that is served here. Pure. */

import type { DnssecProblem } from '../storage/tables/domains/dnssec-problems.ts';
import type { DnssecPhase } from '../storage/tables/domains/domain-dnssec.ts';
import type { KeyStage } from '../storage/tables/zones/zone-keys.ts';
import { isBeforeDs, isTurningOff } from './dnssec-phase.ts';
import { isForeign, keysWithDs } from './keys-with-ds.ts';

export const dsProblemKinds = ['key_without_ds', 'ds_without_key'] as const;

export interface DsFacts {
  /** Null for an unsigned domain. */
  readonly phase: DnssecPhase | null;
  /** Why the registry has refused the latest change of DS records; null where it has not. */
  readonly refusal: string | null;
  /** The DS records of the keys of the zone that are entry points, as text. */
  readonly keys: readonly { readonly ds: string; readonly stage: KeyStage }[];
  /** The DS records that the registry has, as text. */
  readonly atRegistry: readonly string[];
}

export function dsProblems(facts: DsFacts): readonly Pick<DnssecProblem, 'kind' | 'detail'>[] {
  const { phase, refusal, keys, atRegistry } = facts;
  const hasForeignKeys = keys.some(isForeign);
  const published = keys.filter(({ stage }) => stage !== 'prepared').map(({ ds }) => ds);
  const foreign = atRegistry.filter((ds) => !published.includes(ds));
  if (phase === null || (isBeforeDs(phase) && !hasForeignKeys)) {
    if (atRegistry.length === 0) return [];
    const why = phase === null ? 'the zone is not signed' : 'the signed zone is not everywhere yet';
    const detail = `The registry has a DS record (${atRegistry.join('; ')}), but ${why}: resolvers that validate reject the domain.`;
    return [{ kind: 'ds_without_key', detail }];
  }
  const wanted = keysWithDs(phase, hasForeignKeys) ?? [];
  const expected = keys.filter(({ stage }) => wanted.includes(stage)).map(({ ds }) => ds);
  const isMissing = expected.length > 0 && !expected.some((ds) => atRegistry.includes(ds));
  const isOn = !isTurningOff(phase) && (phase !== 'sending_ds' || refusal !== null);
  return [
    ...(isMissing && isOn ? [keyWithoutDs(refusal)] : []),
    ...(foreign.length === 0
      ? []
      : [
          {
            kind: 'ds_without_key',
            detail: `The registry has a DS record (${foreign.join('; ')}) of a key that the zone does not have.`,
          } as const,
        ]),
  ];
}

export function keyWithoutDs(refusal: string | null): Pick<DnssecProblem, 'kind' | 'detail'> {
  const why = refusal === null ? '' : ` It refused it: ${refusal}`;
  const detail = `The registry does not have the DS record of the key, so that resolvers do not validate the domain.${why}`;
  return { kind: 'key_without_ds', detail };
}
