/** Domains as they are compared with the registry's objects. */
import { query } from '../../schema.ts';
import { domains, heldStates } from '../../tables/domains/domains.ts';

/**
 * The first domains of a page by id that were not compared since a time; ended ones too, for
 * a while after their end.
 */
export const listStaleComparisons = query<{
  after: string;
  pageDomains: number;
  seenBefore: number;
  endedAfter: number;
  limit: number;
}>({ page: 10 })(({ db, p }) =>
  db
    .selectFrom(
      db
        .selectFrom('domains')
        .select('id')
        .where('id', '>', p.after)
        .orderBy('id')
        .limit(p.pageDomains)
        .as('page'),
    )
    .innerJoin('domains', 'domains.id', 'page.id')
    .leftJoin('registry_notes', 'registry_notes.domain_id', 'page.id')
    .select(domains.select())
    .where((eb) => eb.or([eb('seen_at', 'is', null), eb('seen_at', '<', p.seenBefore)]))
    .where((eb) =>
      eb.or([
        eb('state', 'in', heldStates),
        eb.and([eb('state', 'in', ['failed', 'released']), eb('ended_at', '>', p.endedAfter)]),
      ]),
    )
    .orderBy('page.id')
    .limit(p.limit),
).decodedBy(domains);

/** Where the page after an id ends, given its size less one; nothing when it is the last. */
export const findComparisonPageEnd = query<{ after: string; offset: number }>('one')(({ db, p }) =>
  db
    .selectFrom('domains')
    .select('id')
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(1)
    .offset(p.offset),
);

/** All rows that may have an object at the registry, in pages by id. */
export const listForComparison = query<{ after: string; limit: number }>({ page: 100 })(
  ({ db, p }) =>
    db
      .selectFrom('domains')
      .select(domains.select())
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.limit),
).decodedBy(domains);
