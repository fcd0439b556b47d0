/** Zones, their serials and the catalog of them. Serials follow the store's machine clock. */

import type { Dialect } from '@hostmaster/storage';
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { domains } from '../../tables/domains/domains.ts';
import { zones } from '../../tables/zones/zones.ts';

/** What the zone has, as the nameservers of its domain: others may wait (publication/publish-nameservers.ts). */
export const servedNameservers =
  sql<string>`coalesce(domains.served_nameservers, domains.nameservers)`.as('zone.nameservers');

/** A changed zone: its new serial is `max(old + 1, unix time)`. */
const changed = ({ nowMs }: Dialect) =>
  ({
    previousSerial: sql<number>`zones.serial`,
    serial: sql<number>`case when zones.serial >= ${nowMs} / 1000 then zones.serial + 1 else ${nowMs} / 1000 end`,
    changedAt: nowMs,
  }) as const;

/** A new zone, of a registration or of the catalog. */
const opened = ({ nowMs }: Dialect) =>
  ({
    serial: sql<number>`${nowMs} / 1000`,
    previousSerial: 0,
    serialFloor: 0,
    changedAt: nowMs,
    listedId: null,
    delistedAt: null,
  }) as const;

/** Also locks the zone against concurrent changes. Changes no row when the zone is not served. */
export const raiseSerial = query<{ name: string; domainId: string }>()(({ db, p, dialect }) =>
  db
    .updateTable('zones')
    .set(zones.set(changed(dialect)))
    .where('name', '=', p.name)
    .where('domain_id', '=', p.domainId),
);

/** A registration was confirmed: its zone is served from now on, with a serial above any before. */
export const openZone = query<{ name: string; domainId: string }>()(({ db, p, dialect }) =>
  db
    .insertInto('zones')
    .values(
      zones.values({
        ...opened(dialect),
        name: p.name,
        domainId: p.domainId,
        catalogDue: true,
      }),
    )
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(zones.set({ ...changed(dialect), domainId: p.domainId, catalogDue: true })),
    ),
);

export const countZones = query<object>('one')(({ db }) =>
  db.selectFrom('zones').select((eb) => eb.fn.countAll<number>().as('count')),
);

/**
 * After a restore secondaries may have newer serials than this service, and newer ones than the clock where
 * zones changed more than once a second: by this many changes at most.
 */
const lostChangesMax = 2 ** 20;
const isSigned = sql<boolean>`exists (select 1 from domains where domains.id = zones.domain_id and domains.signing = 'signed')`;

const above = ({ nowMs }: Dialect) =>
  sql<number>`${lostChangesMax} + case when zones.serial >= ${nowMs} / 1000 then zones.serial else ${nowMs} / 1000 end`;

export const raiseAllSerials = query<object>()(({ db, dialect }) =>
  db
    .updateTable('zones')
    .set(zones.set({ ...changed(dialect), serial: above(dialect) }))
    .where(sql<boolean>`not ${isSigned}`),
);

/** Signed zones get theirs with a new signature of their SOA (`makeSerialsDue`). */
export const raiseSerialFloors = query<object>()(({ db, dialect }) =>
  db
    .updateTable('zones')
    .set(zones.set({ serialFloor: above(dialect) }))
    .where(isSigned),
);

export const closeZone = query<{ name: string; domainId: string }>()(({ db, p, dialect }) =>
  db
    .updateTable('zones')
    .set(
      zones.set({
        domainId: null,
        changedAt: dialect.nowMs,
        catalogDue: sql<number>`case when listed_id is null then 0 else 1 end`,
      }),
    )
    .where('name', '=', p.name)
    .where('domain_id', '=', p.domainId),
);

export const findZone = query<{ name: string }>('one')(({ db, p }) =>
  db
    .selectFrom('zones')
    .innerJoin('domains', 'domains.id', 'zones.domain_id')
    .select(zones.select('name', 'domainId', 'serial'))
    .select([servedNameservers, ...domains.select('soa', 'signing')])
    .where('zones.name', '=', p.name),
).decodedBy(domains);

/** As findZone; of a zone that the catalog still lists also after its registration has ended. */
export const findListedZone = query<{ name: string }>('one')(({ db, p }) =>
  db
    .selectFrom('zones')
    .innerJoin('domains', (join) =>
      join.on(sql<boolean>`domains.id = coalesce(zones.domain_id, zones.listed_id)`),
    )
    .select(['zones.name', 'domains.id as domainId', 'zones.serial'])
    .select([servedNameservers, ...domains.select('soa', 'signing')])
    .where('zones.name', '=', p.name),
).decodedBy(domains);

/** Which of these names are zones that are served. */
export const findServedZones = query<{ names: readonly string[] }>({
  forEach: 'names',
  max: 1_000,
})(({ db, p, dialect }) =>
  db
    .selectFrom('zones')
    .select(['name', 'serial'])
    .where('domain_id', 'is not', null)
    .where(dialect.inList(sql.ref('name'), p.names)),
);

/** Zones that changed at or after a time, the newest first, and which transactions they are from. */
export const readZoneChanges = query<{ since: number; limit: number }>('one')(
  ({ db, p, dialect }) =>
    db.selectNoFrom([
      sql<string>`(select ${dialect.rowsAsJson(['name', 'serial', 'domain_id'].map((column) => sql.ref(column)))}
      from (select name, serial, domain_id from zones where changed_at >= ${p.since}
        order by changed_at desc limit ${p.limit}) as changed)`.as('changes'),
      sql<number>`(select coalesce(max(changed_at), 0) from zones)`.as('newestAt'),
      dialect.nowMs.as('now'),
      dialect.oldestTransaction.as('oldestTransaction'),
      dialect.nextTransaction.as('nextTransaction'),
    ]),
);

export interface ZoneChange {
  readonly zone: string;
  /** Null when the zone is not served. */
  readonly serial: number | null;
}

/** The zones of a row of `readZoneChanges`. */
export function changedZones({ changes }: { readonly changes: string }): readonly ZoneChange[] {
  const rows = JSON.parse(changes) as [string, number, string | null][];
  return rows.map(([zone, serial, domainId]) => ({
    zone,
    serial: domainId === null ? null : serial,
  }));
}

/** The catalog is a zone without a registration. */
export const findCatalog = query<{ name: string }>('one')(({ db, p }) =>
  db.selectFrom('zones').select(['name', 'serial']).where('name', '=', p.name),
);

/** The process that locks the catalog's row writes the catalog; others wait and find no change. */
export const lockCatalog = query<{ name: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('zones')
    .select(zones.select('domainId', 'catalogDue'))
    .where('name', '=', p.name)
    .modifyEnd(dialect.lockRows),
).decodedBy(zones);

export const createCatalog = query<{ name: string }>()(({ db, p, dialect }) =>
  db
    .insertInto('zones')
    .values(zones.values({ ...opened(dialect), name: p.name, domainId: null, catalogDue: false })),
);

export const raiseCatalogSerial = query<{ name: string }>()(({ db, p, dialect }) =>
  db
    .updateTable('zones')
    .set(zones.set(changed(dialect)))
    .where('name', '=', p.name)
    .where('domain_id', 'is', null),
);

const isCatalogDue = sql<boolean>`catalog_due = 1`;

export const anyCatalogDue = query<object>('one')(({ db }) =>
  db.selectFrom('zones').select('name').where(isCatalogDue).limit(1),
);

/** Zones to add to the catalog, also again for a new registration. */
export const lockCatalogAdditions = query<{ limit: number }>({ page: 1_000 })(
  ({ db, p, dialect }) =>
    db
      .selectFrom('zones')
      .select(zones.select('name', 'domainId', 'listedId'))
      .where(isCatalogDue)
      .where('domain_id', 'is not', null)
      .orderBy('name')
      .limit(p.limit)
      .modifyEnd(dialect.lockRows),
);

/** Zones to remove from the catalog. */
export const lockCatalogRemovals = query<{ limit: number }>({ page: 1_000 })(({ db, p, dialect }) =>
  db
    .selectFrom('zones')
    .select(zones.select('name', 'listedId'))
    .where(isCatalogDue)
    .where('domain_id', 'is', null)
    .orderBy('name')
    .limit(p.limit)
    .modifyEnd(dialect.lockRows),
);

export const markListed = query<{ names: readonly string[] }>()(({ db, p, dialect }) =>
  db
    .updateTable('zones')
    .set(zones.set({ listedId: sql<string>`domain_id`, catalogDue: false }))
    .where(dialect.inList(sql.ref('name'), p.names)),
);

export const markDelisted = query<{ names: readonly string[] }>()(({ db, p, dialect }) =>
  db
    .updateTable('zones')
    .set(zones.set({ listedId: null, catalogDue: false, delistedAt: dialect.nowMs }))
    .where(dialect.inList(sql.ref('name'), p.names)),
);

export const pageMembers = query<{ afterName: string; limit: number }>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('zones')
    .select(zones.select('name', 'listedId'))
    .where('listed_id', 'is not', null)
    .where('name', '>', p.afterName)
    .orderBy('name')
    .limit(p.limit),
);

/** What the guard of the catalog counts; `since` is machine time. */
export const countCatalog = query<{ since: number; day: string }>('one')(({ db, p }) =>
  db.selectNoFrom(({ selectFrom }) => [
    selectFrom('zones')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('listed_id', 'is not', null)
      .as('listed'),
    selectFrom('zones')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('delisted_at', 'is not', null)
      .where('delisted_at', '>=', p.since)
      .as('removed'),
    selectFrom('zones')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(isCatalogDue)
      .where('domain_id', 'is', null)
      .as('waiting'),
    selectFrom('catalog_confirmations').select('allowed').where('day', '=', p.day).as('confirmed'),
  ]),
);

/** The zone of the catalog that changed last. */
export const newestListedZone = query<object>('one')(({ db }) =>
  db
    .selectFrom('zones')
    .select(['name', 'serial'])
    .where('listed_id', 'is not', null)
    .where('domain_id', 'is not', null)
    .orderBy('changed_at', 'desc')
    .limit(1),
);
