/** API tokens and TSIG keys. Secrets are shown once. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { invalidRequest, Refusal } from '../base/errors.ts';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { normaliseDomainName } from '../domains/domain-name.ts';
import { apiKeyCreated, mailNewKey, updateKeyCreated } from '../mail/key-notices.ts';
import { loadDomain } from '../operations/loading.ts';
import { listApiKeys } from '../storage/queries/api-keys.ts';
import { listTsigKeys } from '../storage/queries/tsig-keys.ts';
import { generateApiKey } from '../workspaces/api-key.ts';
import { keyState } from '../workspaces/key-state.ts';
import { createKey, revokeKey } from '../workspaces/keys.ts';
import { parsePattern, updatableTypes } from '../workspaces/update-key-scope.ts';
import { createUpdateKey, revokeUpdateKey } from '../workspaces/update-keys.ts';
import { requireRoom } from '../workspaces/workspace-quota.ts';
import type { Handlers, WorkspaceRequest } from './handler.ts';

type ApiKeyView = DashboardOutput<'createApiKey'>['key'];
type UpdateKeyView = DashboardOutput<'createUpdateKey'>['key'];

export const keyHandlers = {
  async listApiKeys(request) {
    return { keys: (await apiKeys(request)).reverse() };
  },

  async createApiKey(request, input) {
    const { call, services } = request;
    const apiKey = generateApiKey(services.mode);
    const newKey = {
      key: apiKey,
      name: input.name.trim(),
      scope: input.scope ?? 'all',
      domainNames: input.domainNames == null ? null : domainNames(input.domainNames),
      expiresAt: expiry(request, input.expiresAt),
    };
    const { actor, now: at } = call;
    const created = await request.transact(async (tx) => {
      await requireRoom(tx, 'apiKeys', quotaCall(request));
      const stored = await createKey(tx, { actor, at, input: newKey });
      if (stored === null) throw new Error('A random key was generated twice.');
      const notice = apiKeyCreated(services, { ...stored, workspaceId: actor.workspaceId });
      await mailNewKey(tx, { creator: actor, at, notice });
      return stored;
    });
    const key = (await apiKeys(request)).find(({ id }) => id === created.id);
    if (key === undefined) throw new Error('The new key was not found.');
    return { key, apiKey };
  },

  async revokeApiKey(request, { keyId: id }) {
    const { call } = request;
    const outcome = await request.transact((tx) =>
      revokeKey(tx, { id, at: call.now, revoker: call.actor }),
    );
    if (outcome === 'unknown') throw keyNotFound();
    return { success: true as const };
  },

  async listUpdateKeys(request) {
    return { keys: (await updateKeys(request)).reverse() };
  },

  async createUpdateKey(request, input) {
    const { call, services } = request;
    const expiresAt = expiry(request, input.expiresAt);
    const domainName = normaliseDomainName(input.domain) ?? '';
    const pattern = parsePattern(input.namePattern ?? '*', domainName);
    if (pattern === null) {
      throw invalidRequest({
        path: 'namePattern',
        message: 'must be a pattern such as @, www, *.dyn or _acme-challenge.*',
      });
    }
    const types = input.types == null ? null : new Set(input.types);
    if (types !== null && [...types].some((type) => !updatableTypes.includes(type))) {
      throw invalidRequest({
        path: 'types',
        message: `must be some of ${updatableTypes.join(', ')}`,
      });
    }
    await loadDomain(services.database, call, input.domain);
    const { actor, now: at } = call;
    const { workspaceId } = actor;
    const created = await request.transact(async (tx) => {
      await requireRoom(tx, 'updateKeys', quotaCall(request));
      const stored = await createUpdateKey(tx, {
        actor,
        at,
        secrets: services.operations.secrets,
        input: { domainName, scope: { pattern, types }, algorithm: 'hmac-sha256', expiresAt },
      });
      const facts = { workspaceId, name: stored.name, domainName };
      const notice = updateKeyCreated(services, facts);
      await mailNewKey(tx, { creator: actor, at, notice });
      return stored;
    });
    const key = (await updateKeys(request)).find(({ name }) => name === created.name);
    if (key === undefined) throw new Error('The new key was not found.');
    return { key, secret: created.secret };
  },

  async revokeUpdateKey(request, { keyName: name }) {
    const { call } = request;
    const outcome = await request.transact((tx) =>
      revokeUpdateKey(tx, { name, at: call.now, revoker: call.actor }),
    );
    if (outcome === 'unknown') throw keyNotFound();
    return { success: true as const };
  },
} satisfies Partial<Handlers>;

function quotaCall({ services, call, now }: WorkspaceRequest) {
  const { limits } = services.operations.rules;
  return { workspaceId: call.actor.workspaceId, now, limits };
}

async function apiKeys({ services, call, now }: WorkspaceRequest): Promise<ApiKeyView[]> {
  const { workspaceId } = call.actor;
  const keys = await services.database.all(listApiKeys, { workspaceId });
  return keys.map((key) => ({
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scope: key.scope,
    domainNames: key.domainNames === null ? null : [...key.domainNames],
    ...keyLife(key, now),
  }));
}

async function updateKeys({ services, call, now }: WorkspaceRequest): Promise<UpdateKeyView[]> {
  const { workspaceId } = call.actor;
  const keys = await services.database.all(listTsigKeys, { workspaceId });
  return keys.map((key) => ({
    name: key.name,
    domain: key.domainName,
    namePattern: key.namePattern,
    types: key.types,
    algorithm: key.algorithm,
    ...keyLife(key, now),
  }));
}

interface KeyTimes {
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  readonly creator: string | null;
}

function keyLife(key: KeyTimes, now: number) {
  return {
    createdAt: isoTime(key.createdAt),
    createdBy: key.creator,
    expiresAt: isoTimeOrNull(key.expiresAt),
    revokedAt: isoTimeOrNull(key.revokedAt),
    lastUsedAt: isoTimeOrNull(key.lastUsedAt),
    state: keyState(key, now),
  };
}

/** Machine time, which keys expire by. */
function expiry(request: WorkspaceRequest, text: string | null | undefined): number | null {
  if (text == null) return null;
  const at = Date.parse(text);
  if (at > request.now) return at;
  throw invalidRequest({ path: 'expiresAt', message: 'must be in the future' });
}

function domainNames(texts: readonly string[]): string[] {
  const names = texts.map((text, index) => {
    const name = normaliseDomainName(text);
    if (name !== null) return name;
    throw invalidRequest({
      path: `domainNames[${index}]`,
      message: 'must be a domain name such as example.com',
    });
  });
  return [...new Set(names)];
}

function keyNotFound(): Refusal {
  return new Refusal('key_not_found', "This key doesn't exist in this workspace.");
}
