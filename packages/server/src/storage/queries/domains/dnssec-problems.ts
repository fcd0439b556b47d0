/** What is wrong with DNSSEC of domains, and which signed zones are examined next. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { dnssecProblems } from '../../tables/domains/dnssec-problems.ts';
import { domains } from '../../tables/domains/domains.ts';

const kindsMax = 10;

export const listDnssecProblems = query<{ domainId: string }>({
  atMost: kindsMax,
  because: 'a domain has one problem of each kind',
})(({ db, p }) =>
  db
    .selectFrom('dnssec_problems')
    .select(dnssecProblems.select('kind', 'detail', 'since'))
    .where('domain_id', '=', p.domainId)
    .orderBy('kind'),
);

export const listWorkspaceDnssecProblems = query<{ workspaceId: string; limit: number }>({
  page: 100,
})(({ db, p }) =>
  db
    .selectFrom('dnssec_problems')
    .innerJoin('domains', 'domains.id', 'dnssec_problems.domain_id')
    .select(domains.select('name'))
    .select(['dnssec_problems.kind', 'dnssec_problems.detail'])
    .where('dnssec_problems.workspace_id', '=', p.workspaceId)
    .where('domains.workspace_id', '=', p.workspaceId)
    .orderBy('dnssec_problems.domain_id')
    .limit(p.limit),
);

/** Problems in all workspaces, for the operator. */
export const listSomeDnssecProblems = query<{ limit: number }>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('dnssec_problems')
    .select(['dnssec_problems.kind', 'dnssec_problems.detail'])
    .select((of) =>
      of
        .selectFrom('domains')
        .select('domains.name')
        .whereRef('domains.id', '=', 'dnssec_problems.domain_id')
        .$asScalar()
        .$notNull()
        .as('name'),
    )
    .orderBy('dnssec_problems.domain_id')
    .limit(p.limit),
);

export const countDnssecProblems = query<object>({
  atMost: kindsMax,
  because: 'there is a row for each kind',
})(({ db }) =>
  db
    .selectFrom('dnssec_problems')
    .select('kind')
    .select(sql<number>`cast(count(*) as integer)`.as('count'))
    .groupBy('kind'),
);

/** `now` is machine time. */
export const listDueExaminations = query<{ now: number; limit: number }>({ page: 100 })(
  ({ db, p }) =>
    db
      .selectFrom('domain_dnssec')
      .innerJoin('domains', 'domains.id', 'domain_dnssec.domain_id')
      .select(domains.select('id', 'name', 'workspaceId'))
      .where('domain_dnssec.examine_at', '<=', p.now)
      .orderBy('domain_dnssec.examine_at')
      .limit(p.limit),
);
