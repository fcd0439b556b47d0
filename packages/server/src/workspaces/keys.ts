/** API keys: made, listed, revoked, and recognised on every request. */
import type { Scope } from '@hostmaster/contract';
import { sql } from 'kysely';
import { newId } from '../base/ids.ts';
import { type HostmasterReader, type HostmasterTx, query } from '../storage/schema.ts';
import { recordActivity } from './activity.ts';
import type { Actor } from './actor.ts';
import { hashApiKey, shownPrefix } from './api-key.ts';

/** One query per request: the key, its workspace and the calendar's offset. */
const findKeyByHash = query<{ hash: string }>()(({ db, p }) =>
  db
    .selectFrom('api_keys')
    .innerJoin('calendar', (join) => join.on('calendar.id', '=', 1))
    .select([
      'api_keys.id',
      'api_keys.workspace_id',
      'api_keys.scope',
      'api_keys.domain_names',
      'api_keys.expires_at',
      'api_keys.revoked_at',
      'calendar.offset_ms',
    ])
    .where('api_keys.hash', '=', p.hash),
);

const insertKey = query<{
  id: string;
  workspaceId: string;
  name: string;
  prefix: string;
  hash: string;
  scope: Scope;
  domainNames: string | null;
  createdAt: number;
  expiresAt: number | null;
  createdBy: string | null;
}>()(({ db, p }) =>
  db
    .insertInto('api_keys')
    .values({
      id: p.id,
      workspace_id: p.workspaceId,
      name: p.name,
      prefix: p.prefix,
      hash: p.hash,
      scope: p.scope,
      domain_names: p.domainNames,
      created_at: p.createdAt,
      expires_at: p.expiresAt,
      revoked_at: null,
      last_used_at: null,
      created_by: p.createdBy,
    })
    .onConflict((conflict) => conflict.doNothing()),
);

const listKeysQuery = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('api_keys')
    .leftJoin('users', 'users.id', 'api_keys.created_by')
    .select([
      'api_keys.id',
      'api_keys.name',
      'api_keys.prefix',
      'api_keys.scope',
      'api_keys.domain_names',
      'api_keys.created_at',
      'api_keys.expires_at',
      'api_keys.revoked_at',
      'api_keys.last_used_at',
      'users.name as creator',
    ])
    .where('api_keys.workspace_id', '=', p.workspaceId)
    .orderBy('api_keys.id'),
);

const revokeKeyQuery = query<{ id: string; revokedAt: number }>()(({ db, p }) =>
  db
    .updateTable('api_keys')
    .set({ revoked_at: p.revokedAt })
    .where('id', '=', p.id)
    .where('revoked_at', 'is', null)
    .returning(['workspace_id', 'name', 'prefix']),
);

export const findKeyById = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('api_keys').select(['id', 'workspace_id', 'revoked_at']).where('id', '=', p.id),
);

const touchKeys = query<{ uses: string }>()(({ db, p, dialect }) =>
  dialect.engine === 'sqlite'
    ? db
        .updateTable('api_keys')
        .set({
          last_used_at: sql<number>`(select value from json_each(${p.uses}) where key = api_keys.id)`,
        })
        .where('id', 'in', sql<string>`(select key from json_each(${p.uses}))`)
    : db
        .updateTable('api_keys')
        .set({ last_used_at: sql<number>`cast(cast(${p.uses} as jsonb) ->> id as bigint)` })
        .where('id', 'in', sql<string>`(select jsonb_object_keys(cast(${p.uses} as jsonb)))`),
);

export interface NewKey {
  readonly key: string;
  readonly name: string;
  readonly scope?: Scope;
  readonly domainNames?: readonly string[] | null;
  readonly expiresAt?: number | null;
}

/** Null when the very same key text exists already. */
export async function createKey(
  tx: HostmasterTx,
  call: { readonly actor: Actor; readonly at: number; readonly input: NewKey },
): Promise<{ id: string; name: string; prefix: string } | null> {
  const id = newId('key');
  const { input } = call;
  const prefix = shownPrefix(input.key);
  const inserted = await tx.run(insertKey, {
    id,
    workspaceId: call.actor.workspaceId,
    name: input.name,
    prefix,
    hash: hashApiKey(input.key),
    scope: input.scope ?? 'all',
    domainNames: input.domainNames == null ? null : JSON.stringify(input.domainNames),
    createdAt: call.at,
    expiresAt: input.expiresAt ?? null,
    createdBy: call.actor.kind === 'user' ? call.actor.id : null,
  });
  if (inserted === 0) return null;
  await recordActivity(tx, {
    id: newId('act'),
    at: call.at,
    actor: call.actor,
    action: 'key.create',
    subject: id,
    details: { name: input.name, prefix, scope: input.scope ?? 'all' },
  });
  return { id, name: input.name, prefix };
}

/** Takes effect on the next request: the event clears what is remembered of keys. */
export async function revokeKey(
  tx: HostmasterTx,
  call: {
    readonly id: string;
    readonly at: number;
    readonly actor: (workspaceId: string) => Actor;
  },
): Promise<'revoked' | 'already revoked' | 'unknown'> {
  const revoked = await tx.first(revokeKeyQuery, { id: call.id, revokedAt: call.at });
  if (revoked === undefined) {
    const known = await tx.first(findKeyById, { id: call.id });
    return known === undefined ? 'unknown' : 'already revoked';
  }
  await recordActivity(tx, {
    id: newId('act'),
    at: call.at,
    actor: call.actor(revoked.workspace_id),
    action: 'key.revoke',
    subject: call.id,
    details: { name: revoked.name, prefix: revoked.prefix },
  });
  tx.announce({ kind: 'key-revoked' });
  return 'revoked';
}

export interface AuthenticatedKey {
  readonly actor: Actor;
  readonly calendarOffsetMs: number;
}

/** Null for every key that does not open anything, whatever the reason. */
export async function authenticate(
  reader: HostmasterReader,
  attempt: { readonly key: string; readonly now: number },
): Promise<AuthenticatedKey | null> {
  const row = await reader.first(findKeyByHash, { hash: hashApiKey(attempt.key) });
  if (row === undefined || row.revoked_at !== null) return null;
  if (row.expires_at !== null && attempt.now >= row.expires_at) return null;
  return {
    actor: {
      kind: 'api_key',
      id: row.id,
      workspaceId: row.workspace_id,
      scope: row.scope,
      domainNames:
        row.domain_names === null ? null : new Set(JSON.parse(row.domain_names) as string[]),
    },
    calendarOffsetMs: row.offset_ms,
  };
}

export async function listKeys(reader: HostmasterReader, workspaceId: string) {
  return reader.all(listKeysQuery, { workspaceId });
}

/** Writes many last uses as one statement. */
export async function recordKeyUses(
  tx: HostmasterTx,
  lastUsedAtByKeyId: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.run(touchKeys, { uses: JSON.stringify(Object.fromEntries(lastUsedAtByKeyId)) });
}
