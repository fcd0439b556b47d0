/** Domain rows. A customer sees the visible ones of their workspace; everything else does not exist. */
import { sql } from 'kysely';
import { query, rowsOfEach } from '../../schema.ts';
import { domains } from '../../tables/domains/domains.ts';

/** Literals, not parameters: a partial index is used only when the query has its condition. */
const isVisible = sql<boolean>`visible = 1`;
/** Being transferred from another registrar (transfers_in), in both forms that are stored. */
const isIncoming = sql<boolean>`visible = 0 and state in ('provisioning', 'incoming')`;
/** Including those that are being transferred from another registrar. */
const isHeld = sql<boolean>`state in ('provisioning', 'incoming', 'live', 'releasing')`;
const isEnded = sql<boolean>`state in ('released', 'failed')`;

const customerFields = domains.select(
  'id',
  'workspaceId',
  'name',
  'state',
  'autoRenew',
  'privacyEnabled',
  'nameservers',
  'servedNameservers',
  'soa',
  'years',
  'createdAt',
  'expiresAt',
  'renewalFailed',
  'zoneRevision',
  'signing',
);
const zoneFields = domains.select(
  'id',
  'workspaceId',
  'name',
  'state',
  'nameservers',
  'servedNameservers',
  'soa',
  'desiredRevision',
  'recordCount',
  'recordBytes',
  'zoneRevision',
  'revisionBytes',
  'signing',
);
const listFields = domains.select(
  'name',
  'state',
  'autoRenew',
  'privacyEnabled',
  'createdAt',
  'expiresAt',
  'renewalFailed',
);

export const findDomain = query<{ workspaceId: string; name: string }>('one')(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(customerFields)
    .where('workspace_id', '=', p.workspaceId)
    .where('name', '=', p.name)
    .where(isVisible),
).decodedBy(domains);

/** As findDomain, and no other transaction changes the domain until this one ends. */
export const lockDomain = query<{ workspaceId: string; name: string }>('one')(
  ({ db, p, dialect }) =>
    db
      .selectFrom('domains')
      .select(domains.select())
      .where('workspace_id', '=', p.workspaceId)
      .where('name', '=', p.name)
      .where(isVisible)
      .modifyEnd(dialect.lockRows),
).decodedBy(domains);

/** As lockDomain, with what a change of records needs. */
export const lockZone = query<{ workspaceId: string; name: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('domains')
    .select(zoneFields)
    .where('workspace_id', '=', p.workspaceId)
    .where('name', '=', p.name)
    .where(isVisible)
    .modifyEnd(dialect.lockRows),
).decodedBy(domains);

/** As findDomain, of a domain that another registrar has still. */
export const findIncoming = query<{ workspaceId: string; name: string }>('one')(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(customerFields)
    .select(domains.select('visible'))
    .where('workspace_id', '=', p.workspaceId)
    .where('name', '=', p.name)
    .where(isIncoming),
).decodedBy(domains);

/** As lockZone, of a domain that another registrar has still. */
export const lockIncomingZone = query<{ workspaceId: string; name: string }>('one')(
  ({ db, p, dialect }) =>
    db
      .selectFrom('domains')
      .select(zoneFields)
      .select(domains.select('visible'))
      .where('workspace_id', '=', p.workspaceId)
      .where('name', '=', p.name)
      .where(isIncoming)
      .modifyEnd(dialect.lockRows),
).decodedBy(domains);

export const lockDomainById = query<{ id: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('domains')
    .select(domains.select())
    .where('id', '=', p.id)
    .modifyEnd(dialect.lockRows),
).decodedBy(domains);

export const findDomainById = query<{ id: string }>('one')(({ db, p }) =>
  db.selectFrom('domains').select(domains.select()).where('id', '=', p.id),
).decodedBy(domains);

/** In the order of their registration. */
export const pageDomains = query<{ workspaceId: string; afterId: string; limit: number }>({
  page: 250,
})(({ db, p }) =>
  db
    .selectFrom('domains')
    .select('id')
    .select(listFields)
    .select(domains.select('signing'))
    .where('workspace_id', '=', p.workspaceId)
    .where(isVisible)
    .where('id', '>', p.afterId)
    .orderBy('id')
    .limit(p.limit),
).decodedBy(domains);

/** Without failed registrations that a member has dismissed. */
export const listShownDomains = query<{ workspaceId: string; after: string; limit: number }>({
  page: 250,
})(({ db, p }) =>
  db
    .selectFrom('domains')
    .leftJoin('dismissed_registrations as dismissed', 'dismissed.domain_id', 'domains.id')
    .leftJoin('domain_holds', 'domain_holds.domain_id', 'domains.id')
    .select('id')
    .select(listFields)
    .select(domains.select('redemptionUntil', 'nameservers', 'signing'))
    .select([
      'domain_holds.is_held as isHeld',
      sql<number>`case when exists (select 1 from dnssec_problems
        where dnssec_problems.domain_id = domains.id) then 1 else 0 end`.as('hasDnssecProblem'),
    ])
    .where('workspace_id', '=', p.workspaceId)
    .where(isVisible)
    .where('dismissed.domain_id', 'is', null)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
)
  .decodedBy(domains)
  .by({ after: '' }, ({ id }) => ({ after: id }));

/** Which of these names are registered here, and in which workspace. */
export const findHeldNames = query<{ names: readonly string[] }>({ forEach: 'names', max: 1_000 })(
  ({ db, p, dialect }) =>
    db
      .selectFrom('domains')
      .select(domains.select('name', 'workspaceId'))
      .where(isHeld)
      .where(dialect.inList(sql.ref('name'), p.names)),
);

export const findHeldDomains = query<{ names: readonly string[] }>({
  forEach: 'names',
  max: 1_000,
})(({ db, p, dialect }) =>
  db
    .selectFrom('domains')
    .select(domains.select('id', 'name', 'workspaceId', 'state', 'visible'))
    .where(isHeld)
    .where(dialect.inList(sql.ref('name'), p.names)),
).decodedBy(domains);

/** The registration that holds a name, in any workspace; for operators. */
export const findHeldDomain = query<{ name: string }>('one')(({ db, p }) =>
  db.selectFrom('domains').select(domains.select()).where('name', '=', p.name).where(isHeld),
).decodedBy(domains);

/** How many of these domains have a registry job that is due or runs: not those that wait for a retry. */
export const countBusyDomains = query<{ workspaceId: string; names: readonly string[] }>('one')(
  ({ db, p, dialect }) =>
    db
      .selectFrom(
        rowsOfEach(
          dialect,
          {
            table: 'domains',
            column: 'name',
            among: sql<boolean>`workspace_id = ${p.workspaceId} and ${isHeld}`,
          },
          p.names,
        ),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(
        sql<boolean>`exists (select 1 from jobs
          where jobs.lane in (domains.id, domains.id || ':converge')
          and (jobs.run_at <= ${dialect.nowMs} or jobs.lease_until > ${dialect.nowMs}))`,
      ),
);

/** The row that holds a name now, or the one that held it last. Each half has an index. */
export const findLatestByName = query<{ name: string }>('one')(({ db, p }) => {
  const named = db.selectFrom('domains').selectAll().where('name', '=', p.name);
  return db
    .selectFrom(named.where(isHeld).unionAll(named.where(isEnded)).as('domains'))
    .select(domains.select())
    .orderBy('id', 'desc')
    .limit(1);
}).decodedBy(domains);

const publicFields = domains.select(
  'id',
  'workspaceId',
  'name',
  'state',
  'privacyEnabled',
  'transferLocked',
  'nameservers',
  'contact',
  'createdAt',
  'expiresAt',
  'registryExpiresAt',
  'signing',
  'deletedAt',
  'redemptionUntil',
  'transferOutUntil',
);

/**
 * What the public may see of the registration that has a name. One that is provisioning or coming in is
 * left out by the statement itself, so that it takes no longer than a name without a row.
 */
export const findPublicDomain = query<{ name: string }>('one')(({ db, p }) =>
  db
    .selectFrom('domains')
    .leftJoin('domain_holds', 'domain_holds.domain_id', 'domains.id')
    .leftJoin('domain_moves', 'domain_moves.domain_id', 'domains.id')
    .leftJoin('registry_notes', 'registry_notes.domain_id', 'domains.id')
    .select(publicFields)
    .select(['domain_holds.is_held as isHeld', 'domain_moves.transferred_at as transferredAt'])
    .select('registry_notes.changed_at as changedAt')
    .where('name', '=', p.name)
    .where(isHeld)
    .where('state', 'in', ['live', 'releasing']),
).decodedBy(domains);
