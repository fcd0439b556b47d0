/** The history of zones. Revisions of a domain have no gaps; the oldest are pruned first. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { domains } from '../../tables/domains/domains.ts';
import { zoneRevisionParts } from '../../tables/zones/zone-revision-parts.ts';
import { zoneRevisions } from '../../tables/zones/zone-revisions.ts';

/** A larger row is of an earlier version; the others are at most half as large. */
const inlineBytesMax = 128 * 1024;

/** A record count that is not known yet stays unknown. */
export const raiseZoneRevision = query<{ id: string; revision: number; growth: number }>()(
  ({ db, p }) =>
    db
      .updateTable('domains')
      .set((eb) => ({ zone_revision: p.revision, record_count: eb('record_count', '+', p.growth) }))
      .where('id', '=', p.id),
);

/** Newest first, without what changed. */
export const listRevisions = query<{ domainId: string; before: number; limit: number }>({
  page: 1_000,
})(({ db, p }) =>
  db
    .selectFrom('zone_revisions')
    .select(
      zoneRevisions.select(
        'revision',
        'at',
        'actorKind',
        'actorId',
        'via',
        'added',
        'changed',
        'removed',
        'nameservers',
      ),
    )
    .where('domain_id', '=', p.domainId)
    .where('revision', '<', p.before)
    .orderBy('revision', 'desc')
    .limit(p.limit),
).decodedBy(zoneRevisions);

export const findRevision = query<{ domainId: string; revision: number }>('one')(({ db, p }) =>
  db
    .selectFrom('zone_revisions')
    .select(zoneRevisions.select('revision', 'at'))
    .where('domain_id', '=', p.domainId)
    .where('revision', '=', p.revision),
);

/** How often the zone of a domain has changed. */
export const findZoneRevision = query<{ domainId: string }>('one')(({ db, p }) =>
  db.selectFrom('domains').select(domains.select('zoneRevision')).where('id', '=', p.domainId),
);

/**
 * Oldest first: what changed after one revision, up to another. Null where a revision of an earlier
 * version is too large for a page.
 */
export const pageAlterations = query<{
  domainId: string;
  after: number;
  upTo: number;
  limit: number;
}>({ page: 16, bytes: 16 * inlineBytesMax })(({ db, p }) =>
  db
    .selectFrom('zone_revisions')
    .select(zoneRevisions.select('revision', 'added', 'changed', 'removed'))
    .select(
      sql<
        string | null
      >`case when octet_length(changes) <= ${sql.lit(inlineBytesMax)} then changes end`.as(
        'changes',
      ),
    )
    .where('domain_id', '=', p.domainId)
    .where('revision', '>', p.after)
    .where('revision', '<=', p.upTo)
    .orderBy('revision')
    .limit(p.limit),
).decodedBy(zoneRevisions);

/** The revision of an earlier version, whole. */
export const readAlterations = query<{ domainId: string; revision: number }>('one')(({ db, p }) =>
  db
    .selectFrom('zone_revisions')
    .select(zoneRevisions.select('changes'))
    .where('domain_id', '=', p.domainId)
    .where('revision', '=', p.revision),
).decodedBy(zoneRevisions);

export const pageRevisionParts = query<{
  domainId: string;
  revision: number;
  from: number;
  limit: number;
}>({ page: 8, bytes: 8 * inlineBytesMax })(({ db, p }) =>
  db
    .selectFrom('zone_revision_parts')
    .select(zoneRevisionParts.select('changes'))
    .where('domain_id', '=', p.domainId)
    .where('revision', '=', p.revision)
    .where('part', '>=', p.from)
    .orderBy('part')
    .limit(p.limit),
).decodedBy(zoneRevisionParts);

/** Up to which revision domains may be pruned, one in 250: old, and not among the last ones. */
export const listPrunable = query<{ before: number; keptCount: number; limit: number }>({
  page: 20,
})(({ db, p }) =>
  db
    .selectFrom('zone_revisions')
    .innerJoin('domains', 'domains.id', 'zone_revisions.domain_id')
    .select(zoneRevisions.select('domainId', 'revision'))
    // The condition of the index.
    .where(sql<boolean>`zone_revisions.revision % 250 = 0`)
    .where('zone_revisions.recorded_at', '<', p.before)
    .where(
      sql<boolean>`zone_revisions.revision <= domains.zone_revision - cast(${p.keptCount} as integer)`,
    )
    .limit(p.limit),
);

/** The oldest revisions up to one. */
export const listOldestRevisions = query<{ domainId: string; upTo: number; limit: number }>({
  page: 1_000,
})(({ db, p }) =>
  db
    .selectFrom('zone_revisions')
    .select(['revision', 'bytes'])
    .where('domain_id', '=', p.domainId)
    .where('revision', '<=', p.upTo)
    .orderBy('revision')
    .limit(p.limit),
);

export const pruneRevisions = query<{ domainId: string; upTo: number }>()(({ db, p }) =>
  db
    .deleteFrom('zone_revisions')
    .where('domain_id', '=', p.domainId)
    .where('revision', '<=', p.upTo),
);

export const pruneRevisionParts = query<{ domainId: string; upTo: number }>()(({ db, p }) =>
  db
    .deleteFrom('zone_revision_parts')
    .where('domain_id', '=', p.domainId)
    .where('revision', '<=', p.upTo),
);

export const lowerRevisionBytes = query<{ domainId: string; bytes: number }>()(({ db, p }) =>
  db
    .updateTable('domains')
    .set((eb) => ({ revision_bytes: eb('revision_bytes', '-', p.bytes) }))
    .where('id', '=', p.domainId),
);
