/** Changing zones: PATCH of sets, and the calls about a zone as a whole. */
import { Refusal } from '../base/errors.ts';
import { persist } from '../changes/persist.ts';
import { normaliseDomainName } from '../domains/domain-name.ts';
import { domainKey, loadDomain } from '../operations/loading.ts';
import { changeSets } from '../operations/records/change-sets.ts';
import { servedSerial } from '../zone-files/read-stored-zone.ts';
import { switchDnssec } from './cryptokeys.ts';
import { readRrsets } from './read-rrsets.ts';
import { noContent, ok, type PowerdnsRequest, type PowerdnsRoute, unprocessable } from './route.ts';
import { requireCanonical, zoneId, zoneNameOf } from './zone-id.ts';

const zonePath = '/v1/servers/localhost/zones/:zone';

export const zoneChangeRoutes: readonly PowerdnsRoute[] = [
  {
    method: 'PATCH',
    path: zonePath,
    act: 'dns.change',
    cost: 'page',
    takesRrsets: true,
    handle: patchZone,
  },
  { method: 'PUT', path: zonePath, act: 'dns.change', cost: 'rows', handle: putZone },
  { method: 'DELETE', path: zonePath, act: 'dns.change', cost: 'rows', handle: deleteZone },
  {
    method: 'POST',
    path: '/v1/servers/localhost/zones',
    act: 'dns.change',
    cost: 'rows',
    takesRrsets: true,
    handle: createZone,
  },
  {
    method: 'PUT',
    path: `${zonePath}/notify`,
    act: 'dns.change',
    cost: 'rows',
    handle: notifyZone,
  },
  {
    method: 'PUT',
    path: `${zonePath}/axfr-retrieve`,
    act: 'dns.change',
    cost: 'rows',
    async handle(request): Promise<never> {
      const { name } = await domainOf(request);
      throw unprocessable(
        `Domain '${zoneId(name)}' is not a secondary domain (or has no primary defined)`,
      );
    },
  },
  {
    method: 'PUT',
    path: `${zonePath}/rectify`,
    act: 'dns.change',
    cost: 'rows',
    async handle(request) {
      await domainOf(request);
      return ok({ result: 'Rectified' });
    },
  },
];

function domainOf(request: PowerdnsRequest) {
  return loadDomain(request.database, request.call, zoneNameOf(request));
}

async function patchZone(request: PowerdnsRequest) {
  const { database, call } = request;
  const domain = await domainOf(request);
  const sent = await readRrsets(domain.name, request.body, {
    ...call.services.rules.limits,
    nowSeconds: Math.floor(request.now / 1_000),
  });
  await changeSets(database, call, { domain: domain.name, ...sent, via: 'powerdns' });
  return noContent;
}

const acceptedKinds = ['master', 'native', 'primary'];

/** Settings that mean nothing here are accepted and not kept. */
async function putZone(request: PowerdnsRequest) {
  const domain = await domainOf(request);
  const { kind, dnssec } = request.body;
  if (typeof kind === 'string' && !acceptedKinds.includes(kind.toLowerCase())) {
    throw unprocessable(`A zone cannot become ${kind}: this server is its primary.`);
  }
  if (typeof dnssec === 'boolean') await switchDnssec(request, domain, dnssec);
  return noContent;
}

async function deleteZone(request: PowerdnsRequest): Promise<never> {
  const { name } = await domainOf(request);
  throw unprocessable(
    `The zone of ${name} exists as long as its registration. Delete its RRsets instead.`,
  );
}

/** A zone exists with the registration of its domain, so it cannot be created by itself. */
async function createZone({ database, call, body }: PowerdnsRequest) {
  if (typeof body.name !== 'string') {
    throw unprocessable("Key 'name' not present or not a String");
  }
  const name = normaliseDomainName(requireCanonical(body.name));
  if (name === null) throw unprocessable(`${body.name} is not a domain name`);
  const advice = `${name} is not registered in this workspace. Register it with POST /v1/domains or in the dashboard; its zone is created with it.`;
  await loadDomain(database, call, name).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'domain_not_found') throw unprocessable(advice);
    throw error;
  });
  return { status: 409, body: { error: 'Conflict' } };
}

async function notifyZone(request: PowerdnsRequest) {
  const { database, call } = request;
  const domain = await domainOf(request);
  await persist(database, {
    keys: [domainKey(domain.name)],
    owner: call.actor.workspaceId,
    commit: 'shared',
    load: (reader) => servedSerial(reader, domain),
    decide: (serial) => ({
      answer: undefined,
      change: {
        announce:
          serial > 0 ? [{ kind: 'zone-changed', zone: domain.name, isCatalogDue: false }] : [],
      },
    }),
  });
  return ok({ result: 'Notification queued' });
}
