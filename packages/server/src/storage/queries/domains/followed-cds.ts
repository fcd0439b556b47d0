/** Domains whose nameservers are asked for CDS records. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { domains } from '../../tables/domains/domains.ts';
import { followedCds } from '../../tables/domains/followed-cds.ts';

/** Who changes it has locked the domain. */
export const findFollowedCds = query<{ domainId: string }>('one')(({ db, p }) =>
  db.selectFrom('followed_cds').select(followedCds.select()).where('domain_id', '=', p.domainId),
).decodedBy(followedCds);

/** `now` is machine time. */
export const listDueCds = query<{ now: number; except: readonly string[]; limit: number }>({
  page: 16,
})(({ db, p, dialect }) =>
  db
    .selectFrom('followed_cds')
    .innerJoin('domains', 'domains.id', 'followed_cds.domain_id')
    .select(domains.select('id', 'name', 'workspaceId'))
    .where('followed_cds.check_at', '<=', p.now)
    .where(dialect.isNotIn(sql.ref('domains.workspace_id'), p.except))
    .orderBy('followed_cds.check_at')
    .limit(p.limit),
);
