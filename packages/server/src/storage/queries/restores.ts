/** Deleted domains, and their restores. */
import { query } from '../schema.ts';
import { type Domain, domains } from '../tables/domains.ts';
import { type Restore, restores } from '../tables/restores.ts';

export const insertRestore = query<Restore>()(({ db, p }) =>
  db.insertInto('restores').values(restores.values(p)),
);

/** A restore that the registry has not confirmed or refused. */
export const findPendingRestore = query<{ domainId: string }>()(({ db, p }) =>
  db
    .selectFrom('restores')
    .innerJoin('terms', 'terms.id', 'restores.term_id')
    .select(restores.select('termId'))
    .where('restores.domain_id', '=', p.domainId)
    .where('terms.state', '=', 'pending')
    .limit(1),
);

/** Only while it is being released. */
export const setRedemption = query<
  Pick<Domain, 'id' | 'deletedAt' | 'redemptionUntil' | 'dueAt'>
>()(({ db, p }) =>
  db
    .updateTable('domains')
    .set(
      domains.set({
        deletedAt: p.deletedAt,
        redemptionUntil: p.redemptionUntil,
        dueAt: p.dueAt,
      }),
    )
    .where('id', '=', p.id)
    .where('state', '=', 'releasing'),
);

/** The registry has restored it. */
export const setRestored = query<Pick<Domain, 'id' | 'registryExpiresAt' | 'dueAt'>>()(
  ({ db, p }) =>
    db
      .updateTable('domains')
      .set(
        domains.set({
          state: 'live',
          deletedAt: null,
          redemptionUntil: null,
          releaseBeganAt: null,
          registryExpiresAt: p.registryExpiresAt,
          dueAt: p.dueAt,
        }),
      )
      .where('id', '=', p.id)
      .where('state', '=', 'releasing'),
);
