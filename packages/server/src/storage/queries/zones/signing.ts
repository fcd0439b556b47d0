/** Keys, names and signatures of signed zones. Times are the store's machine time. */
import { rrTypes } from '@hostmaster/dns';
import type { Dialect } from '@hostmaster/storage';
import { sql } from 'kysely';
import { query, rowsOfEach } from '../../schema.ts';
import { domains } from '../../tables/domains/domains.ts';
import { signedNames } from '../../tables/zones/signed-names.ts';
import { zoneKeys } from '../../tables/zones/zone-keys.ts';
import { zoneSignatures } from '../../tables/zones/zone-signatures.ts';
import { zoneSignings } from '../../tables/zones/zone-signings.ts';
import { zones } from '../../tables/zones/zones.ts';
import { servedNameservers } from './zones.ts';

/** A literal: the partial index is used only when the query has its condition. */
const isShown = sql<boolean>`is_shown = 1`;
/** The signatures of all keys for one set: more than any has, as a name has at most 255 octets. */
const signatureBytesMax = 4_000;
const typesPerName = 1_000;

/** A served zone that is being signed or signed. */
const signedZone = (isLocked: boolean) =>
  query<{ name: string; domainId: string; apex: string }>('one')(({ db, p, dialect }) =>
    db
      .selectFrom('zones')
      .innerJoin('domains', 'domains.id', 'zones.domain_id')
      .select(zones.select('serial', 'serialFloor'))
      .select([servedNameservers, ...domains.select('soa', 'signing', 'recordCount')])
      .select(dialect.nowMs.as('now'))
      .select(
        sql<number>`case when exists (select 1 from zone_signatures as digest
          where digest.domain_id = ${p.domainId} and digest.sort_key = ${p.apex}
          and digest.type = ${rrTypes.ZONEMD}) then 1 else 0 end`.as('digests'),
      )
      .where('zones.name', '=', p.name)
      .where('zones.domain_id', '=', p.domainId)
      .modifyEnd(isLocked ? dialect.lockRows : sql``),
  ).decodedBy(domains);

export const findSignedZone = signedZone(false);
/** For the next version of it. */
export const lockSignedZone = signedZone(true);

export const listZoneKeys = query<{ domainId: string }>({
  atMost: 10,
  because:
    'a zone has one key, and a second one while the first is replaced, or 8 of another operator',
})(({ db, p }) =>
  db
    .selectFrom('zone_keys')
    .select(zoneKeys.select('id', 'privateKey', 'dnskey', 'stage', 'offer', 'createdAt'))
    .where('domain_id', '=', p.domainId)
    .orderBy('id'),
);

const atPlaces = <Table extends 'signed_names' | 'zone_signatures'>(
  dialect: Dialect,
  table: Table,
  { domainId, sortKeys }: { readonly domainId: string; readonly sortKeys: readonly string[] },
) =>
  rowsOfEach(
    dialect,
    { table, column: 'sort_key', among: sql<boolean>`domain_id = ${domainId}` },
    sortKeys,
  );

export const listSignedNames = query<{ domainId: string; sortKeys: readonly string[] }>({
  forEach: 'sortKeys',
  max: 1_000,
})(({ db, p, dialect }) =>
  db
    .selectFrom(atPlaces(dialect, 'signed_names', p))
    .select(signedNames.select('sortKey', 'types', 'isShown')),
).decodedBy(signedNames);

/** The names of the chain before and after each of these places; null at its ends. */
export const listNeighbours = query<{ domainId: string; sortKeys: readonly string[] }>({
  forEach: 'sortKeys',
  max: 1_000,
})(({ db, p, dialect }) =>
  db.selectFrom(dialect.elements(p.sortKeys).as('given')).select([
    sql<string>`given.value`.as('sortKey'),
    sql<string | null>`(select max(sort_key) from signed_names
        where domain_id = ${p.domainId} and ${isShown} and sort_key < given.value)`.as('previous'),
    sql<string | null>`(select min(sort_key) from signed_names
        where domain_id = ${p.domainId} and ${isShown} and sort_key > given.value)`.as('next'),
  ]),
);

/** The names between two places, in their order. */
export const pageNamesBetween = query<{
  domainId: string;
  after: string;
  before: string;
  limit: number;
}>({ page: 1_000 })(({ db, p }) =>
  db
    .selectFrom('signed_names')
    .select(signedNames.select('sortKey', 'types', 'isShown'))
    .where('domain_id', '=', p.domainId)
    .where('sort_key', '>', p.after)
    .where('sort_key', '<', p.before)
    .orderBy('sort_key')
    .limit(p.limit),
).decodedBy(signedNames);

/** The chain of a zone, in its order. */
export const pageChain = query<{ domainId: string; after: string; limit: number }>({ page: 501 })(
  ({ db, p }) =>
    db
      .selectFrom('signed_names')
      .select(signedNames.select('sortKey', 'types', 'isShown'))
      .where('domain_id', '=', p.domainId)
      .where(isShown)
      .where('sort_key', '>', p.after)
      .orderBy('sort_key')
      .limit(p.limit),
).decodedBy(signedNames);

export const listSignatures = query<{ domainId: string; sortKeys: readonly string[] }>({
  forEach: 'sortKeys',
  max: 100,
  rows: typesPerName,
  bytes: 100 * typesPerName * signatureBytesMax,
})(({ db, p, dialect }) =>
  db
    .selectFrom(atPlaces(dialect, 'zone_signatures', p))
    .select(zoneSignatures.select('sortKey', 'type', 'records')),
);

/** Zones with signatures that have to be made again, the most urgent first; some more than once. */
export const pageDueZones = query<{
  until: number;
  except: readonly string[];
  limit: number;
}>({ page: 500 })(({ db, p, dialect }) =>
  db
    .selectFrom('zone_signatures')
    .select(zoneSignatures.select('domainId'))
    .where('refresh_at', '<=', p.until)
    .where(dialect.isNotIn(sql.ref('domain_id'), p.except))
    .orderBy('refresh_at')
    .limit(p.limit),
);

/** As above, for signatures that are made again later than any made now: by a clock that was ahead. */
export const pageZonesAhead = query<{
  after: number;
  except: readonly string[];
  limit: number;
}>({ page: 500 })(({ db, p, dialect }) =>
  db
    .selectFrom('zone_signatures')
    .select(zoneSignatures.select('domainId'))
    .where('refresh_at', '>', p.after)
    .where(dialect.isNotIn(sql.ref('domain_id'), p.except))
    .orderBy('refresh_at', 'desc')
    .limit(p.limit),
);

/** When the next signature of all zones has to be made again. Zero is as soon as possible, without a date. */
export const findNextRefresh = query<object>('one')(({ db }) =>
  db
    .selectFrom('zone_signatures')
    .select(zoneSignatures.select('refreshAt'))
    .where('refresh_at', '>', 0)
    .orderBy('refresh_at')
    .limit(1),
);

/** When the next signature of a zone has to be made again. */
export const findNextRefreshOf = query<{ domainId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('zone_signatures')
    .select(zoneSignatures.select('refreshAt'))
    .where('domain_id', '=', p.domainId)
    .where('refresh_at', '>', 0)
    .orderBy('refresh_at')
    .limit(1),
);

/** What of a zone has to be signed again. */
export const pageDueSignatures = query<{ domainId: string; until: number; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('zone_signatures')
    .select(zoneSignatures.select('sortKey', 'type'))
    .where('domain_id', '=', p.domainId)
    .where('refresh_at', '<=', p.until)
    .orderBy('refresh_at')
    .limit(p.limit),
);

/** As above, for those made by a clock that was ahead. */
export const pageSignaturesAhead = query<{ domainId: string; after: number; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('zone_signatures')
    .select(zoneSignatures.select('sortKey', 'type'))
    .where('domain_id', '=', p.domainId)
    .where('refresh_at', '>', p.after)
    .orderBy('refresh_at', 'desc')
    .limit(p.limit),
);

/** The SOA of every signed zone is signed again, and with it its serial raised. */
export const makeSerialsDue = query<{ sortKey: string; type: number }>()(({ db, p }) =>
  db
    .updateTable('zone_signatures')
    .set(zoneSignatures.set({ refreshAt: 0 }))
    .where('sort_key', '=', p.sortKey)
    .where('type', '=', p.type),
);

/** Domains whose zone is on the way to being signed, or back. */
export const listBeingSigned = query<{ except: readonly string[]; limit: number }>({ page: 100 })(
  ({ db, p, dialect }) =>
    db
      .selectFrom('domains')
      .select('id as domainId')
      .where(sql<boolean>`signing in ('listing', 'signing', 'ending')`)
      .where(dialect.isNotIn(sql.ref('id'), p.except))
      .orderBy('id')
      .limit(p.limit),
);

/** Domains whose zone is walked through in steps: to be signed, or signed with other keys than before. */
export const listSigningPlaces = query<{ except: readonly string[]; limit: number }>({ page: 100 })(
  ({ db, p, dialect }) =>
    db
      .selectFrom('zone_signings')
      .select(zoneSignings.select('domainId'))
      .where(dialect.isNotIn(sql.ref('domain_id'), p.except))
      .orderBy('domain_id')
      .limit(p.limit),
);

export const findSigningPlace = query<{ domainId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('zone_signings')
    .select(zoneSignings.select('place'))
    .where('domain_id', '=', p.domainId),
);

export const anySignedName = query<{ domainId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('signed_names')
    .select(signedNames.select('sortKey'))
    .where('domain_id', '=', p.domainId)
    .limit(1),
);

export const anySignature = query<{ domainId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('zone_signatures')
    .select(zoneSignatures.select('sortKey'))
    .where('domain_id', '=', p.domainId)
    .limit(1),
);

export const deleteSomeNames = query<{ domainId: string; limit: number }>()(({ db, p }) =>
  db
    .deleteFrom('signed_names')
    .where('domain_id', '=', p.domainId)
    .where(
      sql<boolean>`sort_key in (select sort_key from signed_names where domain_id = ${p.domainId} limit ${p.limit})`,
    ),
);

export const deleteSomeSignatures = query<{ domainId: string; limit: number }>()(({ db, p }) =>
  db
    .deleteFrom('zone_signatures')
    .where('domain_id', '=', p.domainId)
    .where(
      sql<boolean>`(sort_key, type) in (select sort_key, type from zone_signatures where domain_id = ${p.domainId} limit ${p.limit})`,
    ),
);
