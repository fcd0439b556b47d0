/** A term that was bought and that the registry has not confirmed yet. */
import { newId } from '../base/ids.ts';
import type { Term } from '../storage/tables/renewal/terms.ts';

/** Positions are given out by the store, under the lock of the domain. */
export type NewTerm = Omit<Term, 'position' | 'endsAt'>;

export function newTerm(
  { id: domainId }: { readonly id: string },
  term: Pick<Term, 'kind' | 'years' | 'holdId'> & {
    readonly at: number;
    readonly automatic?: boolean;
  },
): NewTerm {
  const { kind, years, holdId, at: acceptedAt, automatic = false } = term;
  const id = newId('trm');
  return { id, domainId, kind, years, state: 'pending', acceptedAt, holdId, automatic };
}
