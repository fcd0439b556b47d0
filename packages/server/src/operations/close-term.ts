/** The two ways a term ends: its credits are spent, or they return. Each happens once. */
import { postHold, voidHold } from '../ledger/ledger.ts';
import { settleTerm } from '../storage/queries/terms.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Term } from '../storage/tables/terms.ts';

type Closed = Pick<Term, 'id' | 'holdId'>;

export async function postTerm(tx: HostmasterTx, term: Closed, at: number): Promise<void> {
  await Promise.all([close(tx, term, 'posted'), postHold(tx, { holdId: term.holdId, at })]);
}

export async function voidTerm(tx: HostmasterTx, term: Closed, at: number): Promise<void> {
  await close(tx, term, 'voided');
  await voidHold(tx, { holdId: term.holdId, at });
}

async function close(tx: HostmasterTx, term: Closed, state: 'posted' | 'voided'): Promise<void> {
  const touched = await tx.run(settleTerm, { id: term.id, state });
  if (touched === 0) throw new Error(`${term.id} was settled before.`);
}
