/** API keys: created, listed, revoked, and authenticated on every request. */
import type { Scope } from '@hostmaster/contract';
import { newId } from '../base/ids.ts';
import type { Change } from '../changes/change.ts';
import type { ChangeWork, Decided } from '../changes/persist.ts';
import { findApiKeyByHash, findApiKeyById, lockApiKey } from '../storage/queries/keys/api-keys.ts';
import { insert, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type ApiKey, apiKeys } from '../storage/tables/keys/api-keys.ts';
import { type Actor, type Revoker, reachOf, readsAllBy } from './actor.ts';
import { hashApiKey, shownPrefix } from './api-key.ts';
import { creatorOf, type KeyCreator } from './key-creator.ts';
import { expiryNote, type Revocation, revocation } from './key-endings.ts';
import { scopeOf, storedScope } from './key-scope.ts';
import { type KeyLifetime, keyState } from './key-state.ts';
import { capRows } from './spending-cap.ts';

export interface NewKey {
  readonly key: string;
  readonly name: string;
  readonly scope?: Scope;
  readonly domainNames?: readonly string[] | null;
  readonly expiresAt?: number | null;
  /** The most that it may spend in a month. */
  readonly capCents?: number | null;
}

export function createKey(call: {
  readonly actor: Actor;
  readonly at: number;
  readonly input: NewKey;
}): Decided<{ id: string; name: string; prefix: string }> {
  const { actor, at, input } = call;
  const id = newId('key');
  const prefix = shownPrefix(input.key);
  const scope = input.scope ?? 'all';
  const row = {
    id,
    workspaceId: actor.workspaceId,
    name: input.name,
    prefix,
    hash: hashApiKey(input.key),
    ...storedScope(scope),
    domainNames: input.domainNames ?? null,
    createdAt: at,
    expiresAt: input.expiresAt ?? null,
    expiryNotedAt: null,
    revokedAt: null,
    lastUsedAt: null,
    createdBy: actor.kind === 'user' ? actor.id : null,
  };
  const { capCents = null } = input;
  const spender = { workspaceId: actor.workspaceId, spenderId: id };
  const cap = capCents === null ? [] : capRows(spender, capCents);
  const fact = { kind: 'key.create', keyId: id, name: input.name, prefix, scope } as const;
  return {
    answer: { id, name: input.name, prefix },
    change: {
      rows: [insert(apiKeys, row), ...cap],
      facts: [{ id: newId('act'), at, actor, fact }],
    },
  };
}

export function revokeKey(call: {
  readonly id: string;
  readonly at: number;
  readonly revoker: Revoker;
}): ChangeWork<StoredKey | undefined, Revocation> {
  const { id, at, revoker } = call;
  return revocation(placeOf(id), revoker, (key, actor) => keyRevocation(key, { actor, at }));
}

function placeOf(id: string) {
  return {
    lock: `key ${id}`,
    load: (reader: HostmasterReader): Promise<StoredKey | undefined> =>
      reader.first(lockApiKey, { id }),
  };
}

type StoredKey = Pick<
  ApiKey,
  | 'id'
  | 'workspaceId'
  | 'name'
  | 'prefix'
  | 'revokedAt'
  | 'createdBy'
  | 'expiresAt'
  | 'expiryNotedAt'
>;

/** Takes effect on the next request: the event clears what is remembered of keys. */
export function keyRevocation(
  { id, name, prefix }: Pick<ApiKey, 'id' | 'name' | 'prefix'>,
  { actor, at }: { readonly actor: Actor; readonly at: number },
): Change {
  return {
    rows: [update(apiKeys, { id, revokedAt: null }, { revokedAt: at })],
    facts: [{ id: newId('act'), at, actor, fact: { kind: 'key.revoke', keyId: id, name, prefix } }],
    announce: [{ kind: 'key-revoked' }],
  };
}

export function noteKeyExpiry(call: {
  readonly id: string;
  readonly at: number;
  readonly now: number;
}): ChangeWork<StoredKey | undefined, void> {
  const { id, now } = call;
  return expiryNote(placeOf(id), call, ({ name, prefix }) => ({
    row: update(apiKeys, { id, expiryNotedAt: null }, { expiryNotedAt: now }),
    fact: { kind: 'key.expire', keyId: id, name, prefix },
  }));
}

export interface AuthenticatedKey {
  readonly actor: Actor;
  readonly calendarOffsetMs: number;
  readonly isSuspended: boolean;
}

/** Null for an unknown, revoked or expired key, and for one whose creator has left. */
export async function authenticate(
  reader: HostmasterReader,
  attempt: { readonly key: string; readonly now: number },
): Promise<AuthenticatedKey | null> {
  const key = await reader.first(findApiKeyByHash, { hash: hashApiKey(attempt.key) });
  return key === undefined ? null : identityOf(key, attempt.now);
}

/** As authenticate, for work that goes on after the request of the key. */
export async function findIdentity(
  reader: HostmasterReader,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<AuthenticatedKey | null> {
  const key = await reader.first(findApiKeyById, { id });
  return key === undefined ? null : identityOf(key, now);
}

type FoundKey = KeyCreator &
  KeyLifetime &
  Pick<ApiKey, 'id' | 'workspaceId' | 'scope' | 'transfers' | 'readsAll' | 'domainNames'> & {
    readonly calendarOffsetMs: number;
    readonly suspendedAt: number | null;
  };

function identityOf(key: FoundKey, now: number): AuthenticatedKey | null {
  if (keyState(key, now) !== 'valid') return null;
  const creator = creatorOf(key);
  if (creator === 'gone') return null;
  return {
    actor: {
      kind: 'api_key',
      id: key.id,
      workspaceId: key.workspaceId,
      scope: scopeOf(key),
      readsAll: key.readsAll && readsAllBy(creator),
      domainNames: reachOf(key.domainNames, creator),
      grant: creator,
      personId: key.createdBy,
    },
    calendarOffsetMs: key.calendarOffsetMs,
    isSuspended: key.suspendedAt !== null,
  };
}
