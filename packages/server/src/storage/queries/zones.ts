/** Zones, their serials and their journals. Serials follow the store's machine clock. */
import { sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { query } from '../schema.ts';
import { domains } from '../tables/domains.ts';

/** `max(old + 1, unix time)`. */
const risenSerial = (dialect: Dialect) =>
  sql<number>`case when zones.serial >= ${dialect.nowMs} / 1000 then zones.serial + 1 else ${dialect.nowMs} / 1000 end`;

/** Also the lock that keeps two changes of one zone apart. Touches nothing when it is not served. */
export const raiseSerial = query<{ name: string; domainId: string }>()(({ db, p, dialect }) =>
  db
    .updateTable('zones')
    .set({
      previous_serial: sql<number>`serial`,
      serial: risenSerial(dialect),
      changed_at: dialect.nowMs,
    })
    .where('name', '=', p.name)
    .where('domain_id', '=', p.domainId)
    .returning(['serial', 'previous_serial']),
);

/** A registration was confirmed: its zone is served from now on, with a serial above any before. */
export const openZone = query<{ name: string; domainId: string }>()(({ db, p, dialect }) =>
  db
    .insertInto('zones')
    .values({
      name: p.name,
      domain_id: p.domainId,
      serial: sql<number>`${dialect.nowMs} / 1000`,
      previous_serial: 0,
      changed_at: dialect.nowMs,
      listed_id: null,
      catalog_due: 1,
      delisted_at: null,
    })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        domain_id: p.domainId,
        previous_serial: sql<number>`zones.serial`,
        serial: risenSerial(dialect),
        changed_at: dialect.nowMs,
        catalog_due: 1,
      }),
    ),
);

export const closeZone = query<{ name: string; domainId: string }>()(({ db, p, dialect }) =>
  db
    .updateTable('zones')
    .set({
      domain_id: null,
      changed_at: dialect.nowMs,
      catalog_due: sql<number>`case when listed_id is null then 0 else 1 end`,
    })
    .where('name', '=', p.name)
    .where('domain_id', '=', p.domainId),
);

export const insertJournal = query<{
  zone: string;
  fromSerial: number;
  toSerial: number;
  removed: Uint8Array;
  added: Uint8Array;
}>()(({ db, p, dialect }) =>
  db.insertInto('zone_journal').values({
    zone: p.zone,
    from_serial: p.fromSerial,
    to_serial: p.toSerial,
    removed: p.removed,
    added: p.added,
    at: dialect.nowMs,
  }),
);

/** More changes of the transaction that wrote the entry. */
export const rewriteJournal = query<{
  zone: string;
  fromSerial: number;
  removed: Uint8Array;
  added: Uint8Array;
}>()(({ db, p }) =>
  db
    .updateTable('zone_journal')
    .set({ removed: p.removed, added: p.added })
    .where('zone', '=', p.zone)
    .where('from_serial', '=', p.fromSerial),
);

/** The versions of an earlier registration lead nowhere: secondaries must fetch the whole zone. */
export const dropJournal = query<{ zone: string }>()(({ db, p }) =>
  db.deleteFrom('zone_journal').where('zone', '=', p.zone),
);

export const listJournal = query<{ zone: string; fromSerial: number; limit: number }>()(
  ({ db, p }) =>
    db
      .selectFrom('zone_journal')
      .select(['from_serial', 'to_serial', 'removed', 'added'])
      .where('zone', '=', p.zone)
      .where('from_serial', '>=', p.fromSerial)
      .orderBy('from_serial')
      .limit(p.limit),
);

/** Bounded work: what is left is deleted the next time. */
export const deleteOldJournal = query<{ notBefore: number; limit: number }>()(({ db, p }) =>
  db
    .deleteFrom('zone_journal')
    .where(
      sql<boolean>`(zone, from_serial) in (select zone, from_serial from zone_journal where at < ${p.notBefore} order by at limit ${p.limit})`,
    ),
);

export const findZone = query<{ name: string }>()(({ db, p }) =>
  db
    .selectFrom('zones')
    .innerJoin('domains', 'domains.id', 'zones.domain_id')
    .select(['zones.name', 'zones.domain_id', 'zones.serial', 'domains.nameservers'])
    .where('zones.name', '=', p.name),
).decodedBy(domains);

/** Which of these names (a JSON list) are zones that are served. */
export const findServedZones = query<{ names: string }>()(({ db, p, dialect }) =>
  db
    .selectFrom('zones')
    .select(['name', 'serial'])
    .where('domain_id', 'is not', null)
    .where(dialect.inJsonList(sql.ref('name'), p.names)),
);

/** The catalog is a zone without a registration. */
export const findCatalog = query<{ name: string }>()(({ db, p }) =>
  db.selectFrom('zones').select(['name', 'serial']).where('name', '=', p.name),
);

/** Whoever holds the catalog's row writes the catalog; the others wait and find nothing to do. */
export const lockCatalog = query<{ name: string }>()(({ db, p, dialect }) =>
  db
    .insertInto('zones')
    .values({
      name: p.name,
      domain_id: null,
      serial: sql<number>`${dialect.nowMs} / 1000`,
      previous_serial: 0,
      changed_at: dialect.nowMs,
      listed_id: null,
      catalog_due: 0,
      delisted_at: null,
    })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ catalog_due: 0 })),
);

export const raiseCatalogSerial = query<{ name: string }>()(({ db, p, dialect }) =>
  db
    .updateTable('zones')
    .set({
      previous_serial: sql<number>`serial`,
      serial: risenSerial(dialect),
      changed_at: dialect.nowMs,
    })
    .where('name', '=', p.name)
    // A catalog named like a domain that is served would spoil both.
    .where('domain_id', 'is', null)
    .returning(['serial', 'previous_serial']),
);

const isCatalogDue = sql<boolean>`catalog_due = 1`;

export const anyCatalogDue = query<object>()(({ db }) =>
  db.selectFrom('zones').select('name').where(isCatalogDue).limit(1),
);

/** Zones that came, or came back for a new registration. */
export const lockCatalogAdditions = query<{ limit: number }>()(({ db, p, dialect }) =>
  db
    .selectFrom('zones')
    .select(['name', 'domain_id', 'listed_id'])
    .where(isCatalogDue)
    .where('domain_id', 'is not', null)
    .orderBy('name')
    .limit(p.limit)
    .modifyEnd(dialect.lockRows),
);

/** Zones that went. */
export const lockCatalogRemovals = query<{ limit: number }>()(({ db, p, dialect }) =>
  db
    .selectFrom('zones')
    .select(['name', 'listed_id'])
    .where(isCatalogDue)
    .where('domain_id', 'is', null)
    .orderBy('name')
    .limit(p.limit)
    .modifyEnd(dialect.lockRows),
);

export const markListed = query<{ names: string }>()(({ db, p, dialect }) =>
  db
    .updateTable('zones')
    .set({ listed_id: sql<string>`domain_id`, catalog_due: 0 })
    .where(dialect.inJsonList(sql.ref('name'), p.names)),
);

export const markDelisted = query<{ names: string }>()(({ db, p, dialect }) =>
  db
    .updateTable('zones')
    .set({ listed_id: null, catalog_due: 0, delisted_at: dialect.nowMs })
    .where(dialect.inJsonList(sql.ref('name'), p.names)),
);

export const pageMembers = query<{ afterName: string; limit: number }>()(({ db, p }) =>
  db
    .selectFrom('zones')
    .select(['name', 'listed_id'])
    .where('listed_id', 'is not', null)
    .where('name', '>', p.afterName)
    .orderBy('name')
    .limit(p.limit),
);

/** What the guard of the catalog counts; `since` is machine time. */
export const countCatalog = query<{ since: number; day: string }>()(({ db, p }) =>
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

export const confirmRemovals = query<{ day: string; allowed: number }>()(({ db, p }) =>
  db
    .insertInto('catalog_confirmations')
    .values({ day: p.day, allowed: p.allowed })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((eb) => ({ allowed: eb.ref('excluded.allowed') })),
    ),
);

/** Zones with more journal than anyone can use. */
export const listLongJournals = query<{ entriesMax: number }>()(({ db, p }) =>
  db
    .selectFrom('zone_journal')
    .select('zone')
    .groupBy('zone')
    .having((eb) => eb.fn.countAll<number>(), '>', p.entriesMax),
);

export const shortenJournal = query<{ zone: string; entriesMax: number }>()(({ db, p }) =>
  db
    .deleteFrom('zone_journal')
    .where('zone', '=', p.zone)
    .where(
      'from_serial',
      '<',
      sql<number>`(select from_serial from zone_journal where zone = ${p.zone} order by from_serial desc limit 1 offset ${p.entriesMax})`,
    ),
);
