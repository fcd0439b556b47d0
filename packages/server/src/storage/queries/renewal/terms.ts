/** Terms of a domain, in order. Positions are given out under the domain's lock. */
import { sql } from 'kysely';
import { type QueryContext, query } from '../../schema.ts';
import type { StoredLedgerEntry } from '../../tables/credits/ledger-entries.ts';
import { type Term, terms } from '../../tables/renewal/terms.ts';

export const insertTerm = query<Omit<Term, 'position' | 'endsAt'>>()(({ db, p }) =>
  db.insertInto('terms').values({
    ...terms.set({
      id: p.id,
      domainId: p.domainId,
      kind: p.kind,
      years: p.years,
      state: p.state,
      acceptedAt: p.acceptedAt,
      holdId: p.holdId,
      automatic: p.automatic,
      endsAt: null,
    }),
    position: sql<number>`(select coalesce(max(position), 0) + 1 from terms where domain_id = ${p.domainId})`,
  }),
);

export const listTerms = query<{ domainId: string; after: number; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('terms')
    .select(terms.select())
    .where('domain_id', '=', p.domainId)
    .where('position', '>', p.after)
    .orderBy('position')
    .limit(p.limit),
)
  .decodedBy(terms)
  .by({ after: 0 }, ({ position }) => ({ after: position }));

/** Terms in any state, with the amount of their hold. */
export const listTermsWithCost = query<{ domainId: string; after: number; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('terms')
    .innerJoin('transfers', 'transfers.id', 'terms.hold_id')
    .select(terms.select('kind', 'years', 'state', 'automatic', 'acceptedAt', 'position'))
    .select('transfers.amount_cents as amountCents')
    .where('terms.domain_id', '=', p.domainId)
    .where('terms.position', '>', p.after)
    .orderBy('terms.position')
    .limit(p.limit),
)
  .decodedBy(terms)
  .by({ after: 0 }, ({ position }) => ({ after: position }));

/** A term with the hold that paid for it. */
export type PaidTerm = Term &
  Pick<StoredLedgerEntry, 'fromAccount' | 'amountCents' | 'reason' | 'keyId' | 'userId'> & {
    readonly heldAt: number;
  };

const paidTerms = ({ db }: Pick<QueryContext<object>, 'db'>) =>
  db
    .selectFrom('terms')
    .innerJoin('transfers', 'transfers.id', 'terms.hold_id')
    .select(terms.select())
    .select([
      'transfers.from_account as fromAccount',
      'transfers.amount_cents as amountCents',
      'transfers.reason',
      'transfers.at as heldAt',
      'transfers.key_id as keyId',
      'transfers.user_id as userId',
    ]);

export const findPaidTerm = query<{ id: string }>('one')((context) =>
  paidTerms(context).where('terms.id', '=', context.p.id),
).decodedBy(terms);

export const listPaidTerms = query<{ domainId: string; after: number; limit: number }>({
  page: 500,
})((context) =>
  paidTerms(context)
    .where('terms.domain_id', '=', context.p.domainId)
    .where('terms.position', '>', context.p.after)
    .orderBy('terms.position')
    .limit(context.p.limit),
)
  .decodedBy(terms)
  .by({ after: 0 }, ({ position }) => ({ after: position }));

export const findPendingTerm = query<{ domainId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('terms')
    .select(terms.select('id'))
    .where('domain_id', '=', p.domainId)
    .where('state', '=', 'pending')
    .limit(1),
);
