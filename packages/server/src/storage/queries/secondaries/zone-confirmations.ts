/** The newest serial of each zone that each secondary is known to have. */
import { sql } from 'kysely';
import { type QueryContext, query } from '../../schema.ts';
import { zoneConfirmations } from '../../tables/secondaries/zone-confirmations.ts';
import { zones } from '../../tables/zones/zones.ts';

/** Joins a secondary and a zone to what the secondary has confirmed of it. */
const isOfBoth = sql<boolean>`zone_confirmations.zone = zones.name and zone_confirmations.secondary = secondaries.name`;

/** The serial that a secondary reports, even when it is older than before. Only while it exists. */
export const confirmSerial = query<{ zone: string; secondary: string; serial: number }>()(
  ({ db, p, dialect }) =>
    db
      .insertInto('zone_confirmations')
      .columns(['zone', 'secondary', 'serial', 'confirmed_at'])
      .expression(({ selectFrom }) =>
        selectFrom('secondaries')
          .select([
            sql<string>`cast(${p.zone} as text)`.as('zone'),
            'name',
            sql<number>`cast(${p.serial} as bigint)`.as('serial'),
            dialect.nowMs.as('confirmed_at'),
          ])
          .where('name', '=', p.secondary),
      )
      .onConflict((conflict) =>
        conflict.columns(['zone', 'secondary']).doUpdateSet((eb) => ({
          serial: eb.ref('excluded.serial'),
          confirmed_at: eb.ref('excluded.confirmed_at'),
        })),
      ),
);

/** The state of a zone: one row per secondary, with nulls for one that has confirmed nothing. */
export const zonePublication = query<{ zone: string }>()(({ db, p }) =>
  db
    .selectFrom('zones')
    .leftJoin('secondaries', (join) => join.onTrue())
    .leftJoin('zone_confirmations', (join) => join.on(isOfBoth))
    .select(zones.select('domainId', 'serial', 'changedAt', 'listedId'))
    .select(zoneConfirmations.select('confirmedAt'))
    .select([
      'zones.name as zone',
      'secondaries.name as secondary',
      'zone_confirmations.serial as confirmedSerial',
    ])
    .where('zones.name', '=', p.zone)
    .orderBy('secondaries.name'),
);

const isBehind = sql<boolean>`(zone_confirmations.serial is null or zone_confirmations.serial < zones.serial)`;

/** Recent changes that a secondary has not fetched in time. */
export const listUnconfirmed = query<{ since: number; until: number; limit: number }>()(
  ({ db, p }) =>
    db
      .selectFrom(
        db
          .selectFrom('zone_journal')
          .select('zone')
          .where('at', '>=', p.since)
          .where('at', '<=', p.until)
          .orderBy('at')
          .limit(p.limit)
          .as('recent'),
      )
      .innerJoin('zones', 'zones.name', 'recent.zone')
      .innerJoin('secondaries', (join) => join.onTrue())
      .leftJoin('zone_confirmations', (join) => join.on(isOfBoth))
      .select(['zones.name as zone', 'zones.serial', 'secondaries.name as secondary'])
      .distinct()
      .where(isBehind),
);

/** Where the page after a name ends, given its size less one; nothing when it is the last. */
export const findPageEnd = query<{ afterName: string; offset: number }>()(({ db, p }) =>
  db
    .selectFrom('zones')
    .select('name')
    .where('name', '>', p.afterName)
    .orderBy('name')
    .limit(1)
    .offset(p.offset),
);

/** The first zones of a page that a secondary does not have in the current version, of any age. */
export const pageBehind = query<{
  secondary: string;
  afterName: string;
  pageZones: number;
  limit: number;
  until: number;
  catalog: string;
}>()((context) => {
  const { p } = context;
  return (
    onSecondaries(context)
      .select(['zones.name as zone', 'zones.serial', 'secondaries.name as secondary'])
      .where('secondaries.name', '=', p.secondary)
      .where('zones.changed_at', '<=', p.until)
      // Secondaries do not serve zones that the catalog does not list yet.
      .where((eb) =>
        eb.or([
          eb.and([eb('zones.listed_id', 'is not', null), eb('zones.domain_id', 'is not', null)]),
          eb('zones.name', '=', p.catalog),
        ]),
      )
      .where(isBehind)
      .orderBy('zones.name')
      .limit(p.limit)
  );
});

/** How many zones of a page each secondary lacks, or has in an older version. */
export const countBehind = query<{ afterName: string; pageZones: number; until: number }>()(
  (context) =>
    onSecondaries(context)
      .select((eb) => ['secondaries.name as secondary', eb.fn.countAll<number>().as('zones')])
      .where('zones.changed_at', '<=', context.p.until)
      .where('zones.listed_id', 'is not', null)
      .where('zones.domain_id', 'is not', null)
      .where(isBehind)
      .groupBy('secondaries.name'),
);

/** A page of zones, each with every secondary and what it has confirmed. */
function onSecondaries({ db, p }: QueryContext<{ afterName: string; pageZones: number }>) {
  return db
    .selectFrom(
      db
        .selectFrom('zones')
        .select(['name', 'serial', 'changed_at', 'listed_id', 'domain_id'])
        .where('name', '>', p.afterName)
        .orderBy('name')
        .limit(p.pageZones)
        .as('zones'),
    )
    .innerJoin('secondaries', (join) => join.onTrue())
    .leftJoin('zone_confirmations', (join) => join.on(isOfBoth));
}

/** Listed zones after a name of which a secondary has confirmed the current version. */
export const pageConfirmed = query<{ secondary: string; afterName: string; limit: number }>()(
  ({ db, p }) =>
    db
      .selectFrom('zones')
      .innerJoin('zone_confirmations', 'zone_confirmations.zone', 'zones.name')
      .select(['zones.name as zone', 'zones.serial'])
      .where('zones.name', '>', p.afterName)
      .where('zones.listed_id', 'is not', null)
      .where('zones.domain_id', 'is not', null)
      .where('zone_confirmations.secondary', '=', p.secondary)
      .whereRef('zone_confirmations.serial', '=', 'zones.serial')
      .orderBy('zones.name')
      .limit(p.limit),
);

/** Whether a secondary, given by a column, has had the current version of the catalog since a time. */
const hasCatalogSince = (
  secondary: 'zone_confirmations.secondary' | 'secondaries.name',
  { catalog, catalogSince }: { readonly catalog: string; readonly catalogSince: number },
) =>
  sql<boolean>`exists (
    select 1 from zone_confirmations as taken
    join zones as catalog on catalog.name = taken.zone and catalog.serial = taken.serial
    where taken.zone = ${catalog} and taken.secondary = ${sql.ref(secondary)} and taken.confirmed_at <= ${catalogSince}
  )`;

/**
 * Zones that a secondary had when the catalog removed them, and was not seen without since. Only of
 * secondaries that have had the current catalog since a time; `secondary` null: of all of these.
 */
export const listRemovedButHeld = query<{
  secondary: string | null;
  removedSince: number;
  catalog: string;
  catalogSince: number;
  limit: number;
}>()(({ db, p }) =>
  db
    .selectFrom('zones')
    .innerJoin('zone_confirmations', 'zone_confirmations.zone', 'zones.name')
    .select(['zones.name as zone', 'zone_confirmations.secondary'])
    .where('zones.delisted_at', 'is not', null)
    .where('zones.delisted_at', '>=', p.removedSince)
    .where('zones.listed_id', 'is', null)
    .where(
      sql<boolean>`zone_confirmations.secondary = coalesce(${p.secondary}, zone_confirmations.secondary)`,
    )
    .where(hasCatalogSince('zone_confirmations.secondary', p))
    .orderBy('zones.delisted_at')
    .limit(p.limit),
);

/** The secondary, when it has had the current catalog since a time. */
export const findWithCatalog = query<{
  secondary: string;
  catalog: string;
  catalogSince: number;
}>()(({ db, p }) =>
  db
    .selectFrom('secondaries')
    .select('name')
    .where('name', '=', p.secondary)
    .where(hasCatalogSince('secondaries.name', p)),
);
