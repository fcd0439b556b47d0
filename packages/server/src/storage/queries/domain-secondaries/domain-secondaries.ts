/** Nameservers of customers that fetch the published zone of one domain. */
import { sql } from 'kysely';
import { fixedLimits } from '../../../base/limits.ts';
import { query } from '../../schema.ts';
import { domainSecondaries } from '../../tables/domain-secondaries/domain-secondaries.ts';

export const listDomainSecondaries = query<{ domainId: string }>({
  atMost: fixedLimits.secondariesPerDomain,
  because: 'the fixed limit of secondaries of a domain',
})(({ db, p }) =>
  db
    .selectFrom('domain_secondaries')
    .select(domainSecondaries.select())
    .where('domain_id', '=', p.domainId)
    .orderBy('id'),
);

/** Those that a member has added in a workspace. */
export const listDomainSecondariesBy = query<{
  workspaceId: string;
  userId: string;
  after: string;
  limit: number;
}>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('domain_secondaries')
    .innerJoin('domains', 'domains.id', 'domain_secondaries.domain_id')
    .select(domainSecondaries.select('id', 'address', 'port'))
    .select('domains.name as domain')
    .where('domain_secondaries.workspace_id', '=', p.workspaceId)
    .where('domain_secondaries.created_by', '=', p.userId)
    .where('domain_secondaries.id', '>', p.after)
    .orderBy('domain_secondaries.id')
    .limit(p.limit),
).by({ after: '' }, ({ id }) => ({ after: id }));

/** With the zone that it may fetch, while that is served. */
export const findDomainSecondary = query<{ keyName: string }>('one')(({ db, p }) =>
  db
    .selectFrom('domain_secondaries')
    .innerJoin('domains', 'domains.id', 'domain_secondaries.domain_id')
    .innerJoin('zones', (join) =>
      join.onRef('zones.name', '=', 'domains.name').onRef('zones.domain_id', '=', 'domains.id'),
    )
    .select(domainSecondaries.select())
    .select('zones.name as zone')
    .where('domain_secondaries.key_name', '=', p.keyName),
);

/** Those of some zones that have asked for one: only they get NOTIFY. */
export const listNotified = query<{ zones: readonly string[] }>({
  forEach: 'zones',
  max: 100,
  rows: fixedLimits.secondariesPerDomain,
})(({ db, p, dialect }) =>
  db
    .selectFrom('zones')
    .innerJoin('domain_secondaries', 'domain_secondaries.domain_id', 'zones.domain_id')
    .select(domainSecondaries.select())
    .select('zones.name as zone')
    .where(dialect.inList(sql.ref('zones.name'), p.zones))
    .where('domain_secondaries.asked_at', 'is not', null),
);
