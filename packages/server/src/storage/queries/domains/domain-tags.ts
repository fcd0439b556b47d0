/** The tags of domains. */
import { sql } from 'kysely';
import { fixedLimits } from '../../../base/limits.ts';
import { query, rowsOfEach } from '../../schema.ts';

const { tagsPerDomain, tagsPerWorkspace } = fixedLimits;

export const listTagsOf = query<{ domainId: string }>({
  atMost: tagsPerDomain,
  because: 'the fixed limit of tags of a domain',
})(({ db, p }) =>
  db.selectFrom('domain_tags').select('tag').where('domain_id', '=', p.domainId).orderBy('tag'),
);

export const listTagsOfEach = query<{ domainIds: readonly string[] }>({
  forEach: 'domainIds',
  max: 100,
  rows: tagsPerDomain,
})(({ db, p, dialect }) =>
  db
    .selectFrom('domain_tags')
    .select(['domain_id as domainId', 'tag'])
    .where(dialect.inList(sql.ref('domain_id'), p.domainIds))
    .orderBy('tag'),
);

/** Each tag once: the index is asked for the next one, however many domains have it. */
export const listWorkspaceTags = query<{ workspaceId: string; limit: number }>({
  page: tagsPerWorkspace,
})(({ db, p }) =>
  db
    .withRecursive('used(tag)', (qb) =>
      qb
        .selectFrom('domain_tags')
        .select(sql<string | null>`min(tag)`.as('tag'))
        .where('workspace_id', '=', p.workspaceId)
        .unionAll(
          qb
            .selectFrom('used')
            .select(
              sql<string | null>`(select min(next.tag) from domain_tags as next
                where next.workspace_id = ${p.workspaceId} and next.tag > used.tag)`.as('tag'),
            )
            .where('used.tag', 'is not', null),
        ),
    )
    .selectFrom('used')
    .select(sql<string>`tag`.as('tag'))
    .where('tag', 'is not', null)
    .orderBy('tag')
    .limit(p.limit),
);

const isVisible = ({ workspaceId }: { readonly workspaceId: string }) =>
  sql<boolean>`workspace_id = ${workspaceId} and visible = 1`;

/** Each tag of some domains of a workspace once, by the names of these. */
export const listTagsOfNames = query<{ workspaceId: string; names: readonly string[] }>({
  atMost: tagsPerWorkspace,
  because: 'the fixed limit of different tags in a workspace',
})(({ db, p, dialect }) =>
  db
    .selectFrom(
      rowsOfEach(dialect, { table: 'domains', column: 'name', among: isVisible(p) }, p.names),
    )
    .innerJoin('domain_tags', 'domain_tags.domain_id', 'domains.id')
    .select('tag')
    .distinct(),
);

/** In the order of their registration. */
export const listTagged = query<{
  workspaceId: string;
  tag: string;
  afterId: string;
  limit: number;
}>({ page: 1_000 })(({ db, p }) =>
  db
    .selectFrom('domain_tags')
    .innerJoin('domains', 'domains.id', 'domain_tags.domain_id')
    .select(['domain_tags.domain_id as id', 'domains.name'])
    .where('domain_tags.workspace_id', '=', p.workspaceId)
    .where('domain_tags.tag', '=', p.tag)
    .where('domain_tags.domain_id', '>', p.afterId)
    .orderBy('domain_tags.domain_id')
    .limit(p.limit),
);
