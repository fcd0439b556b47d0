/** Targets of flattened records: what they resolve to, and which zones publish that. */
import { sql } from 'kysely';
import { type FlatteningTargetRow, query } from '../schema.ts';

/** A new target is due at once. One that is known is locked, so that it is not deleted as unused. */
export const insertTarget = query<{ name: string }>()(({ db, p, dialect }) =>
  db
    .insertInto('flattening_targets')
    .values({
      name: p.name,
      outcome: 'unknown',
      ttl_seconds: 0,
      addresses: '[]',
      own_zone: null,
      failures: 0,
      resolved_at: null,
      refresh_at: dialect.nowMs,
    })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })),
    ),
);

/** Makes a zone follow a target, starting with the addresses known so far. */
export const insertZoneTarget = query<{ domainId: string; target: string }>()(({ db, p }) =>
  db
    .insertInto('flattening_uses')
    .columns(['domain_id', 'target', 'ttl_seconds', 'addresses'])
    .expression((eb) =>
      eb
        .selectFrom('flattening_targets')
        .select([sql<string>`${p.domainId}`.as('domain_id'), 'name', 'ttl_seconds', 'addresses'])
        .where('name', '=', p.target),
    )
    .onConflict((conflict) => conflict.columns(['domain_id', 'target']).doNothing()),
);

/** The addresses that the zone of a domain publishes for these targets (a JSON list). */
export const listZoneTargets = query<{ domainId: string; targets: string }>()(
  ({ db, p, dialect }) =>
    db
      .selectFrom('flattening_uses')
      .select(['target', 'ttl_seconds', 'addresses'])
      .where('domain_id', '=', p.domainId)
      .where(dialect.inJsonList(sql.ref('target'), p.targets)),
);

export const findZoneTarget = query<{ domainId: string; target: string }>()(({ db, p }) =>
  db
    .selectFrom('flattening_uses')
    .select(['ttl_seconds', 'addresses'])
    .where('domain_id', '=', p.domainId)
    .where('target', '=', p.target),
);

export const updateZoneTarget = query<{
  domainId: string;
  target: string;
  ttlSeconds: number;
  addresses: string;
}>()(({ db, p }) =>
  db
    .updateTable('flattening_uses')
    .set({ ttl_seconds: p.ttlSeconds, addresses: p.addresses })
    .where('domain_id', '=', p.domainId)
    .where('target', '=', p.target),
);

export const deleteZoneTarget = query<{ domainId: string; target: string }>()(({ db, p }) =>
  db
    .deleteFrom('flattening_uses')
    .where('domain_id', '=', p.domainId)
    .where('target', '=', p.target),
);

export const deleteZoneTargets = query<{ domainId: string }>()(({ db, p }) =>
  db.deleteFrom('flattening_uses').where('domain_id', '=', p.domainId),
);

/** Zones that follow the target and publish other addresses or another TTL, in pages. */
export const pageStaleZones = query<{
  target: string;
  ttlSeconds: number;
  addresses: string;
  afterDomainId: string;
  limit: number;
}>()(({ db, p }) =>
  db
    .selectFrom('flattening_uses')
    .select('domain_id')
    .where('target', '=', p.target)
    .where('domain_id', '>', p.afterDomainId)
    .where((eb) =>
      eb.or([eb('addresses', '<>', p.addresses), eb('ttl_seconds', '<>', p.ttlSeconds)]),
    )
    .orderBy('domain_id')
    .limit(p.limit),
);

export const findZoneOfTarget = query<{ target: string }>()(({ db, p }) =>
  db.selectFrom('flattening_uses').select('domain_id').where('target', '=', p.target).limit(1),
);

/** Whether the last lookup failed (1) or not (0). Each kind is leased separately. */
const isFailing = sql<number>`case when failures > 0 then 1 else 0 end`;

export const anyTargetDue = query<{ failing: 0 | 1 }>()(({ db, p, dialect }) =>
  db
    .selectFrom('flattening_targets')
    .select('name')
    .where('refresh_at', '<=', dialect.nowMs)
    .where(isFailing, '=', p.failing)
    .limit(1),
);

/** Leases targets that are due. If the process stops, they are due again when the lease ends. */
export const leaseTargets = query<{ failing: 0 | 1; leaseMs: number; limit: number }>()(
  ({ db, p, dialect }) =>
    db
      .updateTable('flattening_targets')
      .set({ refresh_at: sql<number>`${dialect.nowMs} + cast(${p.leaseMs} as bigint)` })
      .where(
        'name',
        'in',
        db
          .selectFrom('flattening_targets')
          .select('name')
          .where('refresh_at', '<=', dialect.nowMs)
          .where(isFailing, '=', p.failing)
          .orderBy('refresh_at')
          .limit(p.limit)
          .modifyEnd(dialect.lockFreeRows),
      )
      .returning(['name', 'outcome', 'ttl_seconds', 'addresses', 'failures', 'refresh_at']),
);

/** A target that became due again during its lease stays due. */
export const updateTarget = query<{
  name: string;
  leasedUntil: number;
  outcome: FlatteningTargetRow['outcome'];
  ttlSeconds: number;
  addresses: string;
  ownZone: string | null;
  failures: number;
  refreshInMs: number;
}>()(({ db, p, dialect }) =>
  db
    .updateTable('flattening_targets')
    .set({
      outcome: p.outcome,
      ttl_seconds: p.ttlSeconds,
      addresses: p.addresses,
      own_zone: p.ownZone,
      failures: p.failures,
      resolved_at: sql<number>`case when cast(${p.failures} as integer) = 0 then ${dialect.nowMs} else resolved_at end`,
      refresh_at: sql<number>`case when refresh_at = ${p.leasedUntil} then ${dialect.nowMs} + cast(${p.refreshInMs} as bigint) else refresh_at end`,
    })
    .where('name', '=', p.name),
);

export const lockTarget = query<{ name: string }>()(({ db, p, dialect }) =>
  db
    .selectFrom('flattening_targets')
    .select('name')
    .where('name', '=', p.name)
    .modifyEnd(dialect.lockRows),
);

export const deleteTarget = query<{ name: string }>()(({ db, p }) =>
  db.deleteFrom('flattening_targets').where('name', '=', p.name),
);

/** Our own zones (a JSON list) changed: targets resolved from them are due at once. */
export const makeOwnTargetsDue = query<{ zones: string }>()(({ db, p, dialect }) =>
  db
    .updateTable('flattening_targets')
    .set({ refresh_at: dialect.nowMs })
    .where(dialect.inJsonList(sql.ref('own_zone'), p.zones)),
);

export const anyOwnTarget = query<{ zones: string }>()(({ db, p, dialect }) =>
  db
    .selectFrom('flattening_targets')
    .select('name')
    .where(dialect.inJsonList(sql.ref('own_zone'), p.zones))
    .limit(1),
);
