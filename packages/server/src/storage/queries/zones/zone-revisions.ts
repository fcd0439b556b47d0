/** The history of zones. Revisions of a domain have no gaps; the oldest are pruned first. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { zoneRevisions } from '../../tables/zones/zone-revisions.ts';

/** A record count that is not known yet stays unknown. */
export const raiseZoneRevision = query<{ id: string; revision: number; growth: number }>()(
  ({ db, p }) =>
    db
      .updateTable('domains')
      .set((eb) => ({ zone_revision: p.revision, record_count: eb('record_count', '+', p.growth) }))
      .where('id', '=', p.id),
);

/** Newest first, without what changed. */
export const listRevisions = query<{ domainId: string; before: number; limit: number }>()(
  ({ db, p }) =>
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

export const findRevision = query<{ domainId: string; revision: number }>()(({ db, p }) =>
  db
    .selectFrom('zone_revisions')
    .select(zoneRevisions.select('revision', 'at'))
    .where('domain_id', '=', p.domainId)
    .where('revision', '=', p.revision),
);

/** Oldest first: what changed after one revision, up to another. */
export const pageAlterations = query<{
  domainId: string;
  after: number;
  upTo: number;
  limit: number;
}>()(({ db, p }) =>
  db
    .selectFrom('zone_revisions')
    .select(zoneRevisions.select('revision', 'changes'))
    .where('domain_id', '=', p.domainId)
    .where('revision', '>', p.after)
    .where('revision', '<=', p.upTo)
    .orderBy('revision')
    .limit(p.limit),
).decodedBy(zoneRevisions);

/** Up to which revision domains may be pruned, one in 250: old, and not among the last ones. */
export const listPrunable = query<{ before: number; keptCount: number; limit: number }>()(
  ({ db, p }) =>
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
export const listOldestRevisions = query<{ domainId: string; upTo: number; limit: number }>()(
  ({ db, p }) =>
    db
      .selectFrom('zone_revisions')
      .select('revision')
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
