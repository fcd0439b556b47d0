/** Looks any name up: one of this service in its own public data, others in the RDAP of the world. */
import { domainAnswer } from '../../rdap/answers.ts';
import type { LookUp, LookUps } from '../../rdap/look-up.ts';
import type { PublicationPolicy } from '../../rdap/publication-policy.ts';
import { publishedDomain } from '../../rdap/published-domain.ts';
import { type DomainSummary, summariseRdap } from '../../rdap/summary.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { readPublicDomain } from './read-public-domain.ts';

export interface LookUpSources {
  readonly policy: PublicationPolicy;
  readonly lookUps: LookUps;
}

export type LookedUp =
  | (Extract<LookUp, { kind: 'found' }> & { readonly summary: DomainSummary })
  | Exclude<LookUp, { kind: 'found' }>;

/** `name` is in ASCII. */
export async function lookUpDomain(
  reader: HostmasterReader,
  { policy, lookUps }: LookUpSources,
  { name, at }: { readonly name: string; readonly at: number },
): Promise<LookedUp> {
  const facts = await readPublicDomain(reader, name);
  const url = `${policy.rdapUrl}domain/${name}`;
  const found: LookUp =
    facts === null
      ? await lookUps.lookUp(name)
      : {
          kind: 'found',
          url,
          answer: domainAnswer(publishedDomain(facts, policy), policy, { url, at }),
        };
  if (found.kind !== 'found') return found;
  const summary = summariseRdap(found.answer, name);
  if (summary !== null) return { ...found, summary };
  return { kind: 'unavailable', url: found.url, reason: 'The answer is about another name.' };
}
