/** TSIG keys of a workspace for UPDATE: create, revoke, find by name. */
import { randomBytes } from 'node:crypto';
import { denialOf, type Grant } from '@hostmaster/contract/roles';
import { Name } from '@hostmaster/dns';
import type { TsigAlgorithm, TsigKey } from '@hostmaster/dns/node';
import { newId } from '../base/ids.ts';
import type { SecretBox } from '../base/secret-box.ts';
import type { Change } from '../changes/change.ts';
import type { ChangeWork, Decided } from '../changes/persist.ts';
import { findStoredUpdateKey } from '../storage/queries/keys/update-keys.ts';
import { insert, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type StoredUpdateKey, updateKeys } from '../storage/tables/keys/update-keys.ts';
import { type Actor, type Revoker, reachOf } from './actor.ts';
import { creatorOf } from './key-creator.ts';
import { expiryNote, type Revocation, revocation } from './key-endings.ts';
import { keyState } from './key-state.ts';
import type { KeyScope } from './update-key-scope.ts';

export interface UpdateKey {
  readonly name: string;
  readonly workspaceId: string;
  /** Null means all domains of the workspace. */
  readonly domainNames: ReadonlySet<string> | null;
  readonly scope: KeyScope;
  readonly mayTransfer: boolean;
  /** Whether the creator may change records; otherwise the key only reads, where it may. */
  readonly mayUpdate: boolean;
  readonly grant: Grant | null;
  /** A user; null when it was an operator. */
  readonly createdBy: string | null;
  readonly tsig: TsigKey;
}

export interface NewUpdateKey {
  /** At least one; null for all domains of the workspace, those of the future too. */
  readonly domainNames: readonly string[] | null;
  readonly scope: KeyScope;
  readonly mayTransfer: boolean;
  readonly algorithm: TsigAlgorithm;
  /** Machine time. */
  readonly expiresAt: number | null;
}

/** As long as the hash: longer keys add no strength (RFC 2104, section 3). */
const secretBytes: Readonly<Record<TsigAlgorithm, number>> = {
  'hmac-sha256': 32,
  'hmac-sha384': 48,
  'hmac-sha512': 64,
  'hmac-sha1': 20,
  'hmac-md5': 16,
};

/** The only time the secret is returned; it is stored encrypted. */
export function createUpdateKey(call: {
  readonly actor: Actor;
  readonly at: number;
  readonly secrets: SecretBox;
  readonly input: NewUpdateKey;
}): Decided<{ name: string; algorithm: TsigAlgorithm; secret: string }> {
  const { actor, at, input } = call;
  const { domainNames, scope, algorithm, mayTransfer } = input;
  const [domainName = '', ...moreDomains] = domainNames ?? [];
  // Eighty random bits make the name unique and impossible to guess.
  const label = `update-${randomBytes(10).toString('hex')}`;
  const name = domainName === '' ? label : `${label}.${domainName}`;
  const secret = randomBytes(secretBytes[algorithm]).toString('base64');
  const { pattern } = scope;
  const types = scope.types === null ? null : [...scope.types];
  const row = {
    name,
    workspaceId: actor.workspaceId,
    domainName,
    namePattern: pattern,
    types,
    algorithm,
    secret: call.secrets.seal(secret),
    createdAt: at,
    expiresAt: input.expiresAt,
    expiryNotedAt: null,
    revokedAt: null,
    lastUsedAt: null,
    createdBy: actor.kind === 'user' ? actor.id : null,
    mayTransfer,
    allDomains: domainNames === null,
    moreDomains: moreDomains.length === 0 ? null : moreDomains,
  };
  const details = { domainNames, key: name, pattern, types, mayTransfer, algorithm };
  const fact = { kind: 'tsig_key.create', ...details } as const;
  return {
    answer: { name, algorithm, secret },
    change: {
      rows: [insert(updateKeys, row)],
      facts: [{ id: newId('act'), at, actor, fact }],
    },
  };
}

export function revokeUpdateKey(call: {
  readonly name: string;
  readonly at: number;
  readonly revoker: Revoker;
}): ChangeWork<KeyToEnd | undefined, Revocation> {
  const { name, at, revoker } = call;
  return revocation(placeOf(name), revoker, (key, actor) =>
    updateKeyRevocation(key, { actor, at }),
  );
}

function placeOf(name: string) {
  return {
    lock: `tsig key ${name}`,
    load: (reader: HostmasterReader): Promise<KeyToEnd | undefined> =>
      reader.first(findStoredUpdateKey, { name }),
  };
}

type KeyToEnd = Pick<
  StoredUpdateKey,
  | 'name'
  | 'workspaceId'
  | 'domainName'
  | 'moreDomains'
  | 'allDomains'
  | 'revokedAt'
  | 'createdBy'
  | 'expiresAt'
  | 'expiryNotedAt'
>;

/** Takes effect with the next message: keys are not cached. */
export function updateKeyRevocation(
  key: Pick<StoredUpdateKey, 'name' | 'domainName' | 'moreDomains' | 'allDomains'>,
  { actor, at }: { readonly actor: Actor; readonly at: number },
): Change {
  const { name } = key;
  const domainNames = domainNamesOf(key);
  return {
    rows: [update(updateKeys, { name, revokedAt: null }, { revokedAt: at })],
    facts: [
      { id: newId('act'), at, actor, fact: { kind: 'tsig_key.revoke', domainNames, key: name } },
    ],
  };
}

export function noteUpdateKeyExpiry(call: {
  readonly name: string;
  readonly at: number;
  readonly now: number;
}): ChangeWork<KeyToEnd | undefined, void> {
  const { name, now } = call;
  return expiryNote(placeOf(name), call, (key) => ({
    row: update(updateKeys, { name, expiryNotedAt: null }, { expiryNotedAt: now }),
    fact: { kind: 'tsig_key.expire', domainNames: domainNamesOf(key), key: name },
  }));
}

/**
 * Null for unknown and revoked keys, keys of suspended workspaces, keys whose creator has left and
 * otherwise unusable ones alike.
 */
export async function findUpdateKey(
  reader: HostmasterReader,
  attempt: { readonly name: string; readonly now: number; readonly secrets: SecretBox },
): Promise<{ key: UpdateKey; calendarOffsetMs: number } | null> {
  const stored = await reader.first(findStoredUpdateKey, { name: attempt.name });
  if (stored === undefined || keyState(stored, attempt.now) !== 'valid') return null;
  if (stored.suspendedAt !== null) return null;
  const { name, workspaceId, types, algorithm, mayTransfer } = stored;
  const creator = creatorOf(stored);
  if (creator === 'gone') return null;
  const key: UpdateKey = {
    name,
    workspaceId,
    domainNames: reachOf(domainNamesOf(stored), creator),
    mayTransfer,
    mayUpdate: creator === null || denialOf(creator, 'dns.change') === null,
    grant: creator,
    createdBy: stored.createdBy,
    scope: { pattern: stored.namePattern, types: types === null ? null : new Set(types) },
    tsig: {
      name: Name.parse(name),
      algorithm,
      secret: Buffer.from(attempt.secrets.open(stored.secret), 'base64'),
    },
  };
  return { key, calendarOffsetMs: stored.calendarOffsetMs };
}

/** Null means all domains of the workspace. */
export function domainNamesOf(
  key: Pick<StoredUpdateKey, 'domainName' | 'moreDomains' | 'allDomains'>,
): readonly string[] | null {
  return key.allDomains ? null : [key.domainName, ...(key.moreDomains ?? [])];
}
