/** TSIG keys of a workspace for UPDATE: create, list, revoke, find by name. */
import { randomBytes } from 'node:crypto';
import { Name } from '@hostmaster/dns';
import { type TsigAlgorithm, type TsigKey, tsigAlgorithms } from '@hostmaster/dns/node';
import type { RecordType } from '@hostmaster/dns/records';
import { newId } from '../base/ids.ts';
import type { SecretBox } from '../base/secret-box.ts';
import {
  findTsigKey,
  insertTsigKey,
  listTsigKeys,
  revokeTsigKey,
} from '../storage/queries/tsig-keys.ts';
import type { HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import { recordActivity } from '../workspaces/activity.ts';
import type { Actor } from '../workspaces/actor.ts';
import { keyState } from '../workspaces/key-state.ts';
import type { KeyScope } from './key-scope.ts';

export interface UpdateKey {
  readonly name: string;
  readonly workspaceId: string;
  readonly domainName: string;
  readonly scope: KeyScope;
  readonly tsig: TsigKey;
}

export interface NewUpdateKey {
  readonly domainName: string;
  readonly scope: KeyScope;
  readonly algorithm: TsigAlgorithm;
  /** Machine time. */
  readonly expiresAt: number | null;
}

/** As long as the hash: longer keys add no strength (RFC 2104, section 3). */
const secretBytes: Readonly<Record<TsigAlgorithm, number>> = {
  'hmac-sha256': 32,
  'hmac-sha384': 48,
  'hmac-sha512': 64,
};

/** The only time the secret is returned; it is stored encrypted. */
export async function createUpdateKey(
  tx: HostmasterTx,
  call: {
    readonly actor: Actor;
    readonly at: number;
    readonly secrets: SecretBox;
    readonly input: NewUpdateKey;
  },
): Promise<{ name: string; algorithm: TsigAlgorithm; secret: string }> {
  const { actor, at, input } = call;
  const { domainName, scope, algorithm } = input;
  // Eighty random bits make the name unique and impossible to guess.
  const name = `update-${randomBytes(10).toString('hex')}.${domainName}`;
  const secret = randomBytes(secretBytes[algorithm]).toString('base64');
  const types = scope.types === null ? null : [...scope.types];
  await tx.run(insertTsigKey, {
    name,
    workspace_id: actor.workspaceId,
    domain_name: domainName,
    name_pattern: scope.pattern,
    types: types === null ? null : JSON.stringify(types),
    algorithm,
    secret: call.secrets.seal(secret),
    created_at: at,
    expires_at: input.expiresAt,
    created_by: actor.kind === 'user' ? actor.id : null,
  });
  await recordActivity(tx, {
    id: newId('act'),
    at,
    actor,
    action: 'tsig_key.create',
    subject: domainName,
    details: { key: name, pattern: scope.pattern, types },
  });
  return { name, algorithm, secret };
}

export async function listUpdateKeys(reader: HostmasterReader, workspaceId: string) {
  const rows = await reader.all(listTsigKeys, { workspaceId });
  return rows.map((row) => ({ ...row, types: readTypes(row.types) }));
}

/** Takes effect with the next message, because keys are not cached. */
export async function revokeUpdateKey(
  tx: HostmasterTx,
  call: {
    readonly name: string;
    readonly at: number;
    readonly actor: (workspaceId: string) => Actor;
  },
): Promise<'revoked' | 'already revoked' | 'unknown'> {
  const { name, at } = call;
  const revoked = await tx.first(revokeTsigKey, { name, revokedAt: at });
  if (revoked === undefined) {
    const known = await tx.first(findTsigKey, { name });
    return known === undefined ? 'unknown' : 'already revoked';
  }
  await recordActivity(tx, {
    id: newId('act'),
    at,
    actor: call.actor(revoked.workspace_id),
    action: 'tsig_key.revoke',
    subject: revoked.domain_name,
    details: { key: name },
  });
  return 'revoked';
}

/** Null for unknown, revoked and otherwise unusable keys alike. */
export async function findUpdateKey(
  reader: HostmasterReader,
  attempt: { readonly name: string; readonly now: number; readonly secrets: SecretBox },
): Promise<{ key: UpdateKey; calendarOffsetMs: number } | null> {
  const row = await reader.first(findTsigKey, { name: attempt.name });
  if (row === undefined) return null;
  const lifetime = { revokedAt: row.revoked_at, expiresAt: row.expires_at };
  if (keyState(lifetime, attempt.now) !== 'valid') return null;
  const algorithm = tsigAlgorithms.find((known) => known === row.algorithm);
  if (algorithm === undefined) throw new Error(`The key ${row.name} has no known algorithm.`);
  const types = readTypes(row.types);
  const key: UpdateKey = {
    name: row.name,
    workspaceId: row.workspace_id,
    domainName: row.domain_name,
    scope: { pattern: row.name_pattern, types: types === null ? null : new Set(types) },
    tsig: {
      name: Name.parse(row.name),
      algorithm,
      secret: Buffer.from(attempt.secrets.open(row.secret), 'base64'),
    },
  };
  return { key, calendarOffsetMs: row.offset_ms };
}

function readTypes(types: string | null): RecordType[] | null {
  return types === null ? null : (JSON.parse(types) as RecordType[]);
}
