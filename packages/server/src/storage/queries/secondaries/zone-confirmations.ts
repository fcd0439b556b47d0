/** The newest serial of each zone that each secondary is known to have. */
import { sql } from 'kysely';
import { type QueryContext, query } from '../../schema.ts';
import { zoneConfirmations } from '../../tables/secondaries/zone-confirmations.ts';
import { zones } from '../../tables/zones/zones.ts';
import { perSecondary } from './secondaries.ts';

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
export const zonePublication = query<{ zone: string }>(perSecondary)(({ db, p }) =>
  db
    .selectFrom('zones')
    .leftJoin('secondaries', (join) => join.onTrue())
    .leftJoin('zone_confirmations', (join) => join.on(isOfBoth))
    .select(zones.select('domainId', 'serial', 'changedAt', 'listedId'))
    .select(zoneConfirmations.select('confirmedAt'))
    .select([
      'zones.name as zone',
      'secondaries.name as secondary',
      'secondaries.unreachable_since as unreachableSince',
      'zone_confirmations.serial as confirmedSerial',
    ])
    .where('zones.name', '=', p.zone)
    .orderBy('secondaries.name'),
);

const isBehind = sql<boolean>`(zone_confirmations.serial is null or zone_confirmations.serial < zones.serial)`;

/** Recent changes that a secondary has not fetched in time; the newest when there are too many. */
export const listUnconfirmed = query<{
  since: number;
  until: number;
  /** Changes that are read. */
  changes: number;
  limit: number;
}>({ page: 50_000 })(({ db, p }) =>
  db
    .selectFrom(
      db
        .selectFrom('zone_journal')
        .select('zone')
        .where('at', '>=', p.since)
        .where('at', '<=', p.until)
        .orderBy('at', 'desc')
        .limit(p.changes)
        .as('recent'),
    )
    .innerJoin('zones', 'zones.name', 'recent.zone')
    .innerJoin('secondaries', (join) => join.onTrue())
    .leftJoin('zone_confirmations', (join) => join.on(isOfBoth))
    .select(['zones.name as zone', 'zones.serial', 'secondaries.name as secondary'])
    .distinct()
    .where(isBehind)
    .limit(p.limit),
);

/** Where the page after a name ends, given its size less one; nothing when it is the last. */
export const findPageEnd = query<{ afterName: string; offset: number }>('one')(({ db, p }) =>
  db
    .selectFrom('zones')
    .select('name')
    .where('name', '>', p.afterName)
    .orderBy('name')
    .limit(1)
    .offset(p.offset),
);

/** A page of all zones, with what a secondary has confirmed. The catalog does not list some of them. */
export const pageConfirmations = query<{
  secondary: string;
  afterName: string;
  pageZones: number;
}>({ atMost: 2_000, because: 'a page has as many zones' })((context) =>
  onSecondaries(context)
    .select([
      'zones.name as zone',
      'zones.serial',
      'zones.changed_at as changedAt',
      'zones.listed_id as listedId',
      'zones.domain_id as domainId',
      'zone_confirmations.serial as confirmedSerial',
    ])
    .where('secondaries.name', '=', context.p.secondary)
    .orderBy('zones.name'),
);

/** How many zones of a page each secondary lacks, or has in an older version. */
export const countBehind = query<{ afterName: string; pageZones: number; until: number }>(
  perSecondary,
)((context) =>
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

/**
 * Whether a secondary, given by a column, was sent the current version of the catalog before a time, or
 * has confirmed it. It confirms one by serving its zones, so one that does not act on it never does.
 */
const hadCatalogAt = (
  secondary: 'zone_confirmations.secondary' | 'secondaries.name',
  { catalog, catalogBefore }: { readonly catalog: string; readonly catalogBefore: number },
) =>
  sql<boolean>`exists (
    select 1 from zones as catalog
    left join zone_confirmations as taken on taken.zone = catalog.name
      and taken.secondary = ${sql.ref(secondary)} and taken.serial = catalog.serial
    left join secondary_exchanges as sent on sent.zone = catalog.name
      and sent.secondary = ${sql.ref(secondary)} and sent.sent_serial = catalog.serial
    where catalog.name = ${catalog}
      and (taken.confirmed_at <= ${catalogBefore} or sent.sent_at <= ${catalogBefore})
  )`;

/**
 * Zones that a secondary had when the catalog removed them, and was not seen without since. Only of
 * secondaries that had the current catalog at a time; `secondary` null: of all of these.
 */
export const listRemovedButHeld = query<{
  secondary: string | null;
  removedSince: number;
  catalog: string;
  catalogBefore: number;
  limit: number;
}>({ page: 250 })(({ db, p }) =>
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
    .where(hadCatalogAt('zone_confirmations.secondary', p))
    .orderBy('zones.delisted_at')
    .limit(p.limit),
);

/** The secondary, when it had the current catalog at a time. */
export const findWithCatalog = query<{
  secondary: string;
  catalog: string;
  catalogBefore: number;
}>('one')(({ db, p }) =>
  db
    .selectFrom('secondaries')
    .select('name')
    .where('name', '=', p.secondary)
    .where(hadCatalogAt('secondaries.name', p)),
);
