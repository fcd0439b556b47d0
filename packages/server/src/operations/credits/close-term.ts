/** The two ways a term ends: its credits are spent, or they return. Each happens once. */
import type { Change } from '../../changes/change.ts';
import { post, type StoredHold, voiding } from '../../ledger/ledger-entry.ts';
import type { PaidTerm } from '../../storage/queries/renewal/terms.ts';
import { type RowWrite, update } from '../../storage/row-write.ts';
import { type Term, terms } from '../../storage/tables/renewal/terms.ts';

export function postTerm(term: PaidTerm, at: number): Change {
  return { rows: [settled(term, 'posted')], ledger: [post(holdOf(term), at)] };
}

export function refundTerm(term: PaidTerm, at: number): Change {
  return { rows: [settled(term, 'voided')], ledger: [voiding(holdOf(term), at)] };
}

/** A term that another transaction has settled is a conflict. */
function settled({ id }: Pick<Term, 'id'>, state: 'posted' | 'voided'): RowWrite {
  return update(terms, { id, state: 'pending' }, { state });
}

function holdOf({ holdId: id, heldAt: at, ...term }: PaidTerm): StoredHold {
  const { fromAccount, amountCents, reason, keyId, userId } = term;
  return { id, fromAccount, amountCents, reason, keyId, userId, at };
}
