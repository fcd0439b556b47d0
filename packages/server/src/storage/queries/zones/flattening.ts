/** Targets of flattened records: what they resolve to, and which zones publish that. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { type FlatteningTarget, flatteningTargets } from '../../tables/zones/flattening-targets.ts';
import { type FlatteningUse, flatteningUses } from '../../tables/zones/flattening-uses.ts';

/** A new target is due at once. One that is known is locked, so that it is not deleted as unused. */
export const insertTarget = query<{ name: string }>()(({ db, p, dialect }) =>
  db
    .insertInto('flattening_targets')
    .values(
      flatteningTargets.values({
        name: p.name,
        outcome: 'unknown',
        ttlSeconds: 0,
        addresses: [],
        ownZone: null,
        failures: 0,
        resolvedAt: null,
        refreshAt: dialect.nowMs,
      }),
    )
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })),
    ),
);

/** The addresses that the zone of a domain publishes for these targets. */
export const listZoneTargets = query<{ domainId: string; targets: readonly string[] }>({
  forEach: 'targets',
  max: 1_000,
})(({ db, p, dialect }) =>
  db
    .selectFrom('flattening_uses')
    .select(flatteningUses.select('target', 'ttlSeconds', 'addresses'))
    .where('domain_id', '=', p.domainId)
    .where(dialect.inList(sql.ref('target'), p.targets)),
).decodedBy(flatteningUses);

export const findZoneTarget = query<{ domainId: string; target: string }>('one')(({ db, p }) =>
  db
    .selectFrom('flattening_uses')
    .select(flatteningUses.select('target'))
    .where('domain_id', '=', p.domainId)
    .where('target', '=', p.target),
);

/** Zones that follow the target and publish other addresses or another TTL, in pages. */
export const pageStaleZones = query<
  Omit<FlatteningUse, 'domainId'> & { afterDomainId: string; limit: number }
>({ page: 100 })(({ db, p }) => {
  const { addresses } = flatteningUses.set({ addresses: p.addresses });
  return db
    .selectFrom('flattening_uses')
    .select(flatteningUses.select('domainId'))
    .where('target', '=', p.target)
    .where('domain_id', '>', p.afterDomainId)
    .where((eb) => eb.or([eb('addresses', '<>', addresses), eb('ttl_seconds', '<>', p.ttlSeconds)]))
    .orderBy('domain_id')
    .limit(p.limit);
});

export const findZoneOfTarget = query<{ target: string }>('one')(({ db, p }) =>
  db
    .selectFrom('flattening_uses')
    .select(flatteningUses.select('domainId'))
    .where('target', '=', p.target)
    .limit(1),
);

/** Targets by whether their last lookup failed. Each kind is leased separately. */
const kinds = {
  sound: sql<boolean>`failures = 0`,
  failing: sql<boolean>`failures > 0`,
} as const;

const anyDue = (kind: keyof typeof kinds) =>
  query<object>('one')(({ db, dialect }) =>
    db
      .selectFrom('flattening_targets')
      .select('name')
      .where('refresh_at', '<=', dialect.nowMs)
      .where(kinds[kind])
      // In the order of the index: with none due, PostgreSQL would look for one in the whole table.
      .orderBy('refresh_at')
      .limit(1),
  );

export const anyTargetDue = { sound: anyDue('sound'), failing: anyDue('failing') } as const;

const lockDue = (kind: keyof typeof kinds) =>
  query<{ limit: number }>({ page: 100 })(({ db, p, dialect }) =>
    db
      .selectFrom('flattening_targets')
      .select(flatteningTargets.select())
      .select(dialect.nowMs.as('now'))
      .where('refresh_at', '<=', dialect.nowMs)
      .where(kinds[kind])
      .orderBy('refresh_at')
      .limit(p.limit)
      .modifyEnd(dialect.lockFreeRows),
  ).decodedBy(flatteningTargets);

/** Targets that are due and that no other process is leasing, with the time. */
export const lockDueTargets = { sound: lockDue('sound'), failing: lockDue('failing') } as const;

/** A target that became due again during its lease stays due. */
export const updateTarget = query<
  Omit<FlatteningTarget, 'resolvedAt' | 'refreshAt'> & { leasedUntil: number; refreshInMs: number }
>()(({ db, p, dialect }) =>
  db
    .updateTable('flattening_targets')
    .set(
      flatteningTargets.set({
        outcome: p.outcome,
        ttlSeconds: p.ttlSeconds,
        addresses: p.addresses,
        ownZone: p.ownZone,
        failures: p.failures,
        resolvedAt: sql<number>`case when cast(${p.failures} as integer) = 0 then ${dialect.nowMs} else resolved_at end`,
        refreshAt: sql<number>`case when refresh_at = ${p.leasedUntil} then ${dialect.nowMs} + cast(${p.refreshInMs} as bigint) else refresh_at end`,
      }),
    )
    .where('name', '=', p.name),
);

export const lockTarget = query<{ name: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('flattening_targets')
    .select('name')
    .where('name', '=', p.name)
    .modifyEnd(dialect.lockRows),
);

/** What is known about these targets, in the order of their names. */
export const lockTargets = query<{ names: readonly string[] }>({ forEach: 'names', max: 1_000 })(
  ({ db, p, dialect }) =>
    db
      .selectFrom('flattening_targets')
      .select(flatteningTargets.select('name', 'ttlSeconds', 'addresses'))
      .where(dialect.inList(sql.ref('name'), p.names))
      .orderBy('name')
      .modifyEnd(dialect.lockRows),
).decodedBy(flatteningTargets);

/** Our own zones changed: targets resolved from them are due at once. */
export const makeOwnTargetsDue = query<{ zones: readonly string[] }>()(({ db, p, dialect }) =>
  db
    .updateTable('flattening_targets')
    .set({ refresh_at: dialect.nowMs })
    .where(dialect.inList(sql.ref('own_zone'), p.zones)),
);

export const anyOwnTarget = query<{ zones: readonly string[] }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('flattening_targets')
    .select('name')
    .where(dialect.inList(sql.ref('own_zone'), p.zones))
    .limit(1),
);
