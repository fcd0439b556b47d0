/** API tokens and TSIG keys. Secrets are shown once. */

import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { actOfScope } from '@hostmaster/contract/roles';
import { isWeakTsig } from '@hostmaster/dns/node';
import { readList } from '@hostmaster/storage';
import { invalidRequest } from '../base/errors.ts';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { parseNames } from '../operations/domains/own-names.ts';
import { approveCommandLine } from '../operations/keys/command-line-login.ts';
import { issueApiKey, type KeyCall } from '../operations/keys/issue-api-key.ts';
import { issueUpdateKey } from '../operations/keys/issue-update-key.ts';
import { loadDomain } from '../operations/loading.ts';
import { listApiKeys } from '../storage/queries/keys/api-keys.ts';
import { listStoredUpdateKeys } from '../storage/queries/keys/update-keys.ts';
import { seesKey } from '../workspaces/actor.ts';
import { generateApiKey } from '../workspaces/api-key.ts';
import { scopeOf } from '../workspaces/key-scope.ts';
import { keyState } from '../workspaces/key-state.ts';
import { revokeKey } from '../workspaces/keys.ts';
import { requireAct } from '../workspaces/permission.ts';
import { capKey, keyNotFound, parseCap } from '../workspaces/spending-cap.ts';
import { parsePattern } from '../workspaces/update-key-scope.ts';
import { domainNamesOf, revokeUpdateKey } from '../workspaces/update-keys.ts';
import type { Handlers, WorkspaceRequest } from './dashboard-handler.ts';
import { loadSpendings } from './spendings.ts';

type ApiKeyView = DashboardOutput<'createApiKey'>['key'];
type UpdateKeyView = DashboardOutput<'createUpdateKey'>['key'];

export const keyHandlers = {
  async listApiKeys(request) {
    return { keys: (await apiKeys(request)).reverse() };
  },

  async createApiKey(request, input) {
    const { actor } = request.call;
    const scope = input.scope ?? 'all';
    requireAct(actor, actOfScope[scope]);
    const apiKey = generateApiKey(request.services.mode);
    const newKey = {
      key: apiKey,
      name: input.name.trim(),
      scope,
      domainNames: input.domainNames == null ? null : parseNames(input.domainNames, 'domainNames'),
      expiresAt: expiry(request, input.expiresAt),
      capCents: parseCap(input.cap ?? null),
    };
    const created = await request.persist(issueApiKey(keyCall(request), newKey));
    const key = (await apiKeys(request)).find(({ id }) => id === created.id);
    if (key === undefined) throw new Error('The new key was not found.');
    return { key, apiKey };
  },

  async approveCommandLine(request, input) {
    const { challenge, name, scope = 'all' } = input;
    const startedAt = Date.parse(input.startedAt);
    const login = { challenge, name: name.trim(), scope, startedAt };
    await request.persist(approveCommandLine(keyCall(request), request.accountId, login));
    return { success: true as const };
  },

  async capApiKey({ persist, call: { actor, now: at } }, { keyId, cap }) {
    await persist(capKey({ actor, at, keyId, capCents: parseCap(cap) }));
    return { success: true as const };
  },

  async revokeApiKey(request, { keyId: id }) {
    const { call } = request;
    const outcome = await request.persist(revokeKey({ id, at: call.now, revoker: call.actor }));
    if (outcome === 'unknown') throw keyNotFound();
    return { success: true as const };
  },

  async listUpdateKeys(request) {
    return { keys: (await updateKeys(request)).reverse() };
  },

  async createUpdateKey(request, input) {
    const { call, services } = request;
    const expiresAt = expiry(request, input.expiresAt);
    const names = input.domains === null ? null : parseNames(input.domains, 'domains');
    const pattern = parsePattern(input.namePattern ?? '*', names?.[0] ?? '');
    if (pattern === null) {
      throw invalidRequest({
        path: 'namePattern',
        message: 'must be a pattern such as @, www, *.dyn or _acme-challenge.*',
      });
    }
    const types = input.types == null ? null : new Set(input.types);
    for (const name of names ?? []) await loadDomain(services.database, call, name);
    const { secrets } = services.operations;
    const newKey = {
      domainNames: names,
      scope: { pattern, types },
      mayTransfer: input.transfer ?? false,
      algorithm: input.algorithm ?? 'hmac-sha256',
      expiresAt,
    };
    const created = await request.persist(issueUpdateKey({ ...keyCall(request), secrets }, newKey));
    const key = (await updateKeys(request)).find(({ name }) => name === created.name);
    if (key === undefined) throw new Error('The new key was not found.');
    return { key, secret: created.secret };
  },

  async revokeUpdateKey(request, { keyName: name }) {
    const { call } = request;
    const outcome = await request.persist(
      revokeUpdateKey({ name, at: call.now, revoker: call.actor }),
    );
    if (outcome === 'unknown') throw keyNotFound();
    return { success: true as const };
  },
} satisfies Partial<Handlers>;

function keyCall({ services, call, now: machineNow }: WorkspaceRequest): KeyCall {
  const { limits } = services.operations.rules;
  return { actor: call.actor, now: call.now, machineNow, links: services, limits };
}

async function apiKeys({ services, call, now }: WorkspaceRequest): Promise<ApiKeyView[]> {
  const { workspaceId } = call.actor;
  const keys = await readList(services.database, listApiKeys, { workspaceId });
  const shown = keys.filter((key) => seesKey(call.actor, key));
  const spenderIds = shown.map(({ id }) => id);
  const spendings = await loadSpendings(services.database, {
    workspaceId,
    spenderIds,
    now: call.now,
  });
  return shown.map((key) => ({
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scope: scopeOf(key),
    readsAll: key.readsAll,
    domainNames: key.domainNames === null ? null : [...key.domainNames],
    spending: spendings.get(key.id) ?? { cap: null, spent: 0 },
    ...keyLife(key, now),
  }));
}

async function updateKeys({ services, call, now }: WorkspaceRequest): Promise<UpdateKeyView[]> {
  const { workspaceId } = call.actor;
  const keys = await readList(services.database, listStoredUpdateKeys, { workspaceId });
  const shown = keys.filter((key) => seesKey(call.actor, key));
  return shown.map((key) => ({
    name: key.name,
    domains: copyOf(domainNamesOf(key)),
    namePattern: key.namePattern,
    types: key.types,
    transfer: key.mayTransfer,
    algorithm: key.algorithm,
    isWeak: isWeakTsig(key.algorithm),
    ...keyLife(key, now),
  }));
}

function copyOf(names: readonly string[] | null): string[] | null {
  return names === null ? null : [...names];
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
