/** Deleted domains, and their restores. */
import { query } from '../../schema.ts';
import { restores } from '../../tables/renewal/restores.ts';

/** A restore that the registry has not confirmed or refused. */
export const findPendingRestore = query<{ domainId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('restores')
    .innerJoin('terms', 'terms.id', 'restores.term_id')
    .select(restores.select('termId'))
    .where('restores.domain_id', '=', p.domainId)
    .where('terms.state', '=', 'pending')
    .limit(1),
);
