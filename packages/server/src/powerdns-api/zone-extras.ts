/** Metadata and TSIG keys: read only. */
import { readList } from '@hostmaster/storage';
import { Refusal } from '../base/errors.ts';
import { loadDomain } from '../operations/loading.ts';
import { findStoredUpdateKey, listStoredUpdateKeys } from '../storage/queries/keys/update-keys.ts';
import type { StoredUpdateKey } from '../storage/tables/keys/update-keys.ts';
import { type Actor, reaches, seesKey } from '../workspaces/actor.ts';
import { keyState } from '../workspaces/key-state.ts';
import { domainNamesOf } from '../workspaces/update-keys.ts';
import { ok, type PowerdnsRequest, type PowerdnsRoute, unprocessable } from './route.ts';
import { zoneNameOf } from './zone-id.ts';

const server = '/v1/servers/localhost';
const zonePath = `${server}/zones/:zone`;

export const extraRoutes: readonly PowerdnsRoute[] = [
  {
    method: 'GET',
    path: `${zonePath}/metadata`,
    act: 'domains.read',
    cost: 'rows',
    handle: emptyList,
  },
  {
    method: 'GET',
    path: `${zonePath}/metadata/:kind`,
    act: 'domains.read',
    cost: 'rows',
    handle: getMetadata,
  },
  {
    method: 'GET',
    path: `${server}/tsigkeys`,
    act: 'domains.read',
    cost: 'whole',
    handle: listKeys,
  },
  {
    method: 'GET',
    path: `${server}/tsigkeys/:key`,
    act: 'domains.read',
    cost: 'rows',
    handle: getKey,
  },
];

function requireZone(request: PowerdnsRequest) {
  return loadDomain(request.database, request.call, zoneNameOf(request));
}

async function emptyList(request: PowerdnsRequest) {
  await requireZone(request);
  return ok([]);
}

async function getMetadata(request: PowerdnsRequest) {
  await requireZone(request);
  const kind = request.param('kind');
  if (!/^[A-Z0-9-]{1,64}$/.test(kind)) throw unprocessable('Unsupported metadata kind');
  return ok({ kind, metadata: [], type: 'Metadata' });
}

async function listKeys(request: PowerdnsRequest) {
  const { workspaceId } = request.call.actor;
  const keys = await readList(request.database, listStoredUpdateKeys, { workspaceId });
  return ok(keys.filter((key) => isShown(request, key)).map(keyView));
}

async function getKey(request: PowerdnsRequest) {
  const name = request.param('key').toLowerCase().replace(/\.$/, '');
  const key = await request.database.first(findStoredUpdateKey, { name });
  const isOwn = key?.workspaceId === request.call.actor.workspaceId;
  if (key === undefined || !isOwn || !isShown(request, key)) throw notFound();
  return ok(keyView(key));
}

/** The valid UPDATE keys for domains that the API key reaches, as far as its creator sees them. */
function isShown(
  { call: { actor }, now }: PowerdnsRequest,
  key: Parameters<typeof keyState>[0] &
    Parameters<typeof domainNamesOf>[0] &
    Pick<StoredUpdateKey, 'createdBy'>,
): boolean {
  const isVisible = seesKey(actor, key) && isReached(actor, domainNamesOf(key));
  return isVisible && keyState(key, now) === 'valid';
}

/** A secret is shown on creation only. */
function keyView({ name, algorithm }: Pick<StoredUpdateKey, 'name' | 'algorithm'>) {
  return { algorithm, id: `${name}.`, key: '', name, type: 'TSIGKey' };
}

/** A key limited to some domains sees the keys for these and no others. */
function isReached(actor: Actor, domainNames: readonly string[] | null): boolean {
  if (actor.domainNames === null) return true;
  return domainNames?.every((name) => reaches(actor, name)) ?? false;
}

function notFound(): Refusal {
  return new Refusal('route_not_found', 'Not Found');
}
