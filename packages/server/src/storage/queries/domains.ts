/** Domain rows. A customer sees the visible ones of their workspace; everything else does not exist. */
import { sql } from 'kysely';
import { type DomainRow, query } from '../schema.ts';

/** Literals, not parameters: the partial indexes are used only where their own condition is seen. */
const isVisible = sql<boolean>`visible = 1`;
const isHeld = sql<boolean>`state in ('provisioning', 'live', 'releasing')`;

const customerColumns = [
  'id',
  'name',
  'state',
  'auto_renew',
  'privacy_enabled',
  'nameservers',
  'years',
  'created_at',
  'expires_at',
  'renewal_failed',
] as const;

export const findDomain = query<{ workspaceId: string; name: string }>()(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(customerColumns)
    .where('workspace_id', '=', p.workspaceId)
    .where('name', '=', p.name)
    .where(isVisible),
);

/** As findDomain, and nobody else changes the domain until the transaction ends. */
export const lockDomain = query<{ workspaceId: string; name: string }>()(({ db, p, dialect }) =>
  db
    .selectFrom('domains')
    .selectAll()
    .where('workspace_id', '=', p.workspaceId)
    .where('name', '=', p.name)
    .where(isVisible)
    .modifyEnd(dialect.lockRows),
);

/** As lockDomain, with what a change of records needs. */
export const lockZone = query<{ workspaceId: string; name: string }>()(({ db, p, dialect }) =>
  db
    .selectFrom('domains')
    .select(['id', 'name', 'state', 'nameservers', 'desired_revision'])
    .where('workspace_id', '=', p.workspaceId)
    .where('name', '=', p.name)
    .where(isVisible)
    .modifyEnd(dialect.lockRows),
);

export const lockDomainById = query<{ id: string }>()(({ db, p, dialect }) =>
  db.selectFrom('domains').selectAll().where('id', '=', p.id).modifyEnd(dialect.lockRows),
);

export const findDomainById = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('domains').selectAll().where('id', '=', p.id),
);

export const listDomains = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('domains')
    .select([
      'name',
      'state',
      'auto_renew',
      'privacy_enabled',
      'created_at',
      'expires_at',
      'renewal_failed',
    ])
    .where('workspace_id', '=', p.workspaceId)
    .where(isVisible)
    .orderBy('id'),
);

/** Registrations that were refused since then, the latest refusal first. */
export const listRefused = query<{ workspaceId: string; since: number; limit: number }>()(
  ({ db, p }) =>
    db
      .selectFrom('domains')
      .innerJoin('registry_notes', 'registry_notes.domain_id', 'domains.id')
      .select('name')
      .where('workspace_id', '=', p.workspaceId)
      .where(isVisible)
      .where('state', '=', 'failed')
      .where('ended_at', '>=', p.since)
      .orderBy('ended_at', 'desc')
      .limit(p.limit),
);

/** Which of these names (a JSON list) somebody holds with us. */
export const findHeldNames = query<{ names: string }>()(({ db, p, dialect }) =>
  db
    .selectFrom('domains')
    .select('name')
    .where(isHeld)
    .where(dialect.inJsonList(sql.ref('name'), p.names)),
);

/** The registration that holds a name, in whichever workspace; for operators. */
export const findHeldDomain = query<{ name: string }>()(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(['id', 'workspace_id', 'name', 'state', 'nameservers'])
    .where('name', '=', p.name)
    .where(isHeld),
);

/** Touches no row when somebody holds the name, or this workspace still shows one of that name. */
export const insertDomain = query<DomainRow>()(({ db, p }) =>
  db
    .insertInto('domains')
    .values({
      id: p.id,
      workspace_id: p.workspace_id,
      name: p.name,
      state: p.state,
      visible: p.visible,
      auto_renew: p.auto_renew,
      privacy_enabled: p.privacy_enabled,
      transfer_locked: p.transfer_locked,
      nameservers: p.nameservers,
      contact: p.contact,
      premium: p.premium,
      desired_revision: p.desired_revision,
      applied_revision: p.applied_revision,
      auth_code: p.auth_code,
      years: p.years,
      created_at: p.created_at,
      expires_at: p.expires_at,
      registry_expires_at: p.registry_expires_at,
      renewal_failed: p.renewal_failed,
      due_at: p.due_at,
      noticed_until: p.noticed_until,
      renewal_tried_at: p.renewal_tried_at,
      release_began_at: p.release_began_at,
    })
    .onConflict((conflict) => conflict.doNothing()),
);

/** A failed registration makes room for a new one of the same workspace. */
export const archiveFailedDomain = query<{ workspaceId: string; name: string }>()(({ db, p }) =>
  db
    .updateTable('domains')
    .set({ visible: 0 })
    .where('workspace_id', '=', p.workspaceId)
    .where('name', '=', p.name)
    .where(isVisible)
    .where('state', '=', 'failed'),
);

export const updateSettings = query<{
  id: string;
  autoRenew: number;
  privacyEnabled: number;
  renewalTriedAt: number | null;
  desiredRevision: number;
  dueAt: number | null;
}>()(({ db, p }) =>
  db
    .updateTable('domains')
    .set({
      renewal_tried_at: p.renewalTriedAt,
      auto_renew: p.autoRenew,
      privacy_enabled: p.privacyEnabled,
      desired_revision: p.desiredRevision,
      due_at: p.dueAt,
    })
    .where('id', '=', p.id),
);

export const updateNameservers = query<{
  id: string;
  nameservers: string;
  desiredRevision: number;
}>()(({ db, p }) =>
  db
    .updateTable('domains')
    .set({ nameservers: p.nameservers, desired_revision: p.desiredRevision })
    .where('id', '=', p.id),
);

/** The fold over the terms, written whenever a term comes or goes. */
export const updateExpiry = query<{
  id: string;
  expiresAt: number;
  years: number;
  renewalFailed: number;
  dueAt: number | null;
}>()(({ db, p }) =>
  db
    .updateTable('domains')
    .set({
      expires_at: p.expiresAt,
      years: p.years,
      renewal_failed: p.renewalFailed,
      due_at: p.dueAt,
    })
    .where('id', '=', p.id),
);

export const setState = query<{
  id: string;
  state: DomainRow['state'];
  dueAt: number | null;
}>()(({ db, p }) =>
  db.updateTable('domains').set({ state: p.state, due_at: p.dueAt }).where('id', '=', p.id),
);

export const setRegistryExpiry = query<{ id: string; registryExpiresAt: number }>()(({ db, p }) =>
  db
    .updateTable('domains')
    .set({ registry_expires_at: p.registryExpiresAt })
    .where('id', '=', p.id),
);

export const setAppliedRevision = query<{ id: string; revision: number }>()(({ db, p }) =>
  db.updateTable('domains').set({ applied_revision: p.revision }).where('id', '=', p.id),
);

export const setAuthCode = query<{ id: string; authCode: string }>()(({ db, p }) =>
  db.updateTable('domains').set({ auth_code: p.authCode }).where('id', '=', p.id),
);
