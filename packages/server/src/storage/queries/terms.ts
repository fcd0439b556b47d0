/** Terms of a domain, in order. Positions are given out under the domain's lock. */
import { sql } from 'kysely';
import { query, type TermRow } from '../schema.ts';

export const insertTerm = query<Omit<TermRow, 'position'>>()(({ db, p }) =>
  db.insertInto('terms').values({
    id: p.id,
    domain_id: p.domain_id,
    position: sql<number>`(select coalesce(max(position), 0) + 1 from terms where domain_id = ${p.domain_id})`,
    kind: p.kind,
    years: p.years,
    state: p.state,
    accepted_at: p.accepted_at,
    hold_id: p.hold_id,
    automatic: p.automatic,
  }),
);

export const listTerms = query<{ domainId: string }>()(({ db, p }) =>
  db.selectFrom('terms').selectAll().where('domain_id', '=', p.domainId).orderBy('position'),
);

/** What was taken for each, whatever became of it. */
export const listTermsWithCost = query<{ domainId: string }>()(({ db, p }) =>
  db
    .selectFrom('terms')
    .innerJoin('transfers', 'transfers.id', 'terms.hold_id')
    .select([
      'terms.kind',
      'terms.years',
      'terms.state',
      'terms.automatic',
      'terms.accepted_at',
      'transfers.amount_cents',
    ])
    .where('terms.domain_id', '=', p.domainId)
    .orderBy('terms.position'),
);

export const findTerm = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('terms').selectAll().where('id', '=', p.id),
);

/** Touches no row when the term was settled before. */
export const settleTerm = query<{ id: string; state: 'posted' | 'voided' }>()(({ db, p }) =>
  db
    .updateTable('terms')
    .set({ state: p.state })
    .where('id', '=', p.id)
    .where('state', '=', 'pending'),
);
