/** API keys: created, listed, revoked, and authenticated on every request. */
import type { Scope } from '@hostmaster/contract';
import { newId } from '../base/ids.ts';
import {
  findApiKey,
  findApiKeyByHash,
  insertApiKey,
  revokeApiKey,
} from '../storage/queries/api-keys.ts';
import type { HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import { recordFact } from './activity.ts';
import { type Actor, type Revoker, revokerIn } from './actor.ts';
import { hashApiKey, shownPrefix } from './api-key.ts';
import { scopeOf, storedScope } from './key-scope.ts';
import { keyState } from './key-state.ts';

export interface NewKey {
  readonly key: string;
  readonly name: string;
  readonly scope?: Scope;
  readonly domainNames?: readonly string[] | null;
  readonly expiresAt?: number | null;
}

/** Null when a key with the same text exists already. */
export async function createKey(
  tx: HostmasterTx,
  call: { readonly actor: Actor; readonly at: number; readonly input: NewKey },
): Promise<{ id: string; name: string; prefix: string } | null> {
  const id = newId('key');
  const { input } = call;
  const prefix = shownPrefix(input.key);
  const inserted = await tx.run(insertApiKey, {
    id,
    workspaceId: call.actor.workspaceId,
    name: input.name,
    prefix,
    hash: hashApiKey(input.key),
    ...storedScope(input.scope ?? 'all'),
    domainNames: input.domainNames ?? null,
    createdAt: call.at,
    expiresAt: input.expiresAt ?? null,
    revokedAt: null,
    lastUsedAt: null,
    createdBy: call.actor.kind === 'user' ? call.actor.id : null,
  });
  if (inserted === 0) return null;
  recordFact(tx, {
    id: newId('act'),
    at: call.at,
    actor: call.actor,
    fact: { kind: 'key.create', keyId: id, name: input.name, prefix, scope: input.scope ?? 'all' },
  });
  return { id, name: input.name, prefix };
}

/**
 * A key of another workspace is unknown. Takes effect on the next request: the event clears what is
 * remembered of keys.
 */
export async function revokeKey(
  tx: HostmasterTx,
  call: {
    readonly id: string;
    readonly at: number;
    readonly revoker: Revoker;
  },
): Promise<'revoked' | 'already revoked' | 'unknown'> {
  const { id, at } = call;
  const key = await tx.first(findApiKey, { id });
  const actor = key === undefined ? null : revokerIn(call.revoker, key.workspaceId);
  if (actor === null) return 'unknown';
  const revoked = await tx.first(revokeApiKey, { id, revokedAt: at });
  if (revoked === undefined) return 'already revoked';
  recordFact(tx, {
    id: newId('act'),
    at,
    actor,
    fact: { kind: 'key.revoke', keyId: id, name: revoked.name, prefix: revoked.prefix },
  });
  tx.announce({ kind: 'key-revoked' });
  return 'revoked';
}

export interface AuthenticatedKey {
  readonly actor: Actor;
  readonly calendarOffsetMs: number;
  readonly isSuspended: boolean;
}

/** Null for an unknown, revoked or expired key. */
export async function authenticate(
  reader: HostmasterReader,
  attempt: { readonly key: string; readonly now: number },
): Promise<AuthenticatedKey | null> {
  const key = await reader.first(findApiKeyByHash, { hash: hashApiKey(attempt.key) });
  if (key === undefined || keyState(key, attempt.now) !== 'valid') return null;
  return {
    actor: {
      kind: 'api_key',
      id: key.id,
      workspaceId: key.workspaceId,
      scope: scopeOf(key),
      domainNames: key.domainNames === null ? null : new Set(key.domainNames),
    },
    calendarOffsetMs: key.calendarOffsetMs,
    isSuspended: key.suspendedAt !== null,
  };
}
