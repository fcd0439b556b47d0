/** Fills the attacker's workspace over the API until its zones and their history are at their limits. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@hostmaster/contract';
import { apiPaths, dashboardPaths } from '@hostmaster/contract/paths';
import { requiredContact as contact } from '@hostmaster/test-rig/contact';
import { customerAddress } from './attack.ts';
import { HttpClient } from './http-client.ts';
import type { PreparedStore } from './prepare-store.ts';
import type { ServiceProcess } from './service-process.ts';
import {
  type Cookie,
  deepName,
  domainNames,
  type World,
  type WorldSize,
  wideValue,
} from './world.ts';

export const victimZones = {
  read: 'victim-read.com',
  writes: Array.from({ length: 4 }, (_, index) => `victim-writes-${index}.com`),
} as const;

interface CreatedRecords {
  readonly created: readonly { readonly id: string }[];
}

const perBatch = 500;
const taggedDomains = 100;

export async function fillWorld(
  { port, dnsPort, whoisPort }: Pick<ServiceProcess, 'port' | 'dnsPort' | 'whoisPort'>,
  store: PreparedStore,
  size: WorldSize,
): Promise<Omit<World, 'tag' | 'seconds'>> {
  const client = new Caller(port);
  const attacker = { 'x-api-key': store.apiKeys[0] ?? '' };
  const victim = { 'x-api-key': store.victimKey };
  await register(client, victim, [victimZones.read, ...victimZones.writes]);
  await register(client, attacker, Object.values(domainNames));
  await createRecords(client, victim, victimZones.read, [{ name: 'www', value: '192.0.2.1' }]);
  const { wide, many, full, deep, busy } = domainNames;
  const texts = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      type: 'TXT',
      name: `n${index}`,
      value: wideValue(`n${index}`),
    }));
  const addresses = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `i${index}`, value: '192.0.2.1' }));
  const wideIds = await createRecords(client, attacker, wide, texts(size.wideRecords));
  await rewrite(client, { headers: attacker, ids: wideIds, times: size.rewrites });
  await createRecords(client, attacker, many, addresses(size.manyRecords));
  const deepNames = Array.from({ length: size.deepRecords }, (_, index) => deepName(`n${index}`));
  const deepRecords = deepNames.map((name) => ({ name, value: '192.0.2.1' }));
  await createRecords(client, attacker, deep, deepRecords);
  const busyIds = await createRecords(client, attacker, busy, addresses(2_000));
  const atOneName = Array.from({ length: size.recordsPerName }, (_, index) => ({
    type: 'TXT',
    name: 'full',
    value: `value ${index}`,
  }));
  const fullIds = await createRecords(client, attacker, full, atOneName);
  const owner = await openPage(client, store.cookies.owner);
  const ids = await createOthers(client, { attacker, owner, store, size });
  return {
    port,
    dnsPort,
    whoisPort,
    apiKeys: store.apiKeys,
    workspaceId: store.workspaceId,
    people: {
      owner,
      spare: await openPage(client, store.cookies.spare),
      visitor: await openPage(client, `hostmaster=${'v'.repeat(43)}`),
    },
    zones: domainNames,
    ids: { ...ids, fullName: fullIds.at(-1) ?? '', spareWorkspace: store.spareWorkspaceId },
    wideIds,
    busyIds,
    tsig: store.tsig,
  };
}

/**
 * A transfer with prepared records, a webhook whose receiver never answers, contacts, a paid top-up, tags,
 * and a bulk operation that is planned and does not start.
 */
async function createOthers(
  client: Caller,
  order: {
    readonly attacker: Headers;
    readonly owner: Cookie;
    readonly store: PreparedStore;
    readonly size: WorldSize;
  },
): Promise<Record<'transfer' | 'bulk' | 'webhook' | 'contact' | 'topUp', string>> {
  const { attacker, owner, store, size } = order;
  const again = 'sandbox-rival-again.com';
  const wanted = { domain: again, authCode: 'Rival-Code-1', contact };
  const ordered = await client.call<{ transfer: { id: string } }>(attacker, {
    ...apiPaths.createTransfer,
    body: wanted,
  });
  const records = Array.from({ length: 1_000 }, (_, index) => {
    return { name: `i${index}`, value: '192.0.2.1' };
  });
  await createRecords(client, attacker, again, records);
  const hook = await client.call<{ webhook: { id: string } }>(attacker, {
    ...apiPaths.createWebhook,
    body: { url: `http://127.0.0.1:${await silentPort()}/` },
  });
  const page = {
    cookie: owner.cookie,
    origin: `http://127.0.0.1:${client.port}`,
    'x-csrf-token': owner.csrfToken,
  };
  const inside = (path: string) => path.replace('{workspaceId}', store.workspaceId);
  const saved = await client.call<{ contact: { id: string } }>(page, {
    ...{ method: 'POST', path: inside(dashboardPaths.createContact.path) },
    body: { label: 'saved', contact },
  });
  const topUp = await client.call<{ topUp: { id: string } }>(page, {
    ...{ method: 'POST', path: inside(dashboardPaths.createTopUp.path) },
    body: { credits: 5 },
  });
  const paid = inside(dashboardPaths.payTopUp.path).replace('{topUpId}', topUp.topUp.id);
  await client.call(page, { method: 'POST', path: paid, body: { outcome: 'succeed' } });
  const domains = Array.from(
    { length: size.domains },
    (_, index) => `large-${10_000_000 + index}.com`,
  );
  for (const domain of domains.slice(0, taggedDomains)) {
    const path = apiPaths.changeTags.path.replace('{domain}', domain);
    await client.call(attacker, { method: 'PATCH', path, body: { add: ['production'] } });
  }
  const planned = await client.call<{ bulk: { id: string } }>(attacker, {
    ...apiPaths.createBulk,
    body: { kind: 'auto_renewal', enabled: true, domains: domains.slice(0, limits.bulkDomainsMax) },
  });
  return {
    transfer: ordered.transfer.id,
    bulk: planned.bulk.id,
    webhook: hook.webhook.id,
    contact: saved.contact.id,
    topUp: topUp.topUp.id,
  };
}

/** The history gets a revision for each batch. */
async function rewrite(
  client: Caller,
  order: { readonly headers: Headers; readonly ids: readonly string[]; readonly times: number },
): Promise<void> {
  for (let round = 0; round < order.times; round += 1) {
    for (let at = 0; at < order.ids.length; at += perBatch) {
      const updates = order.ids
        .slice(at, at + perBatch)
        .map((id) => ({ id, value: wideValue(`rewritten ${round} ${id}`) }));
      await client.call(order.headers, batch(domainNames.wide, { updates }));
    }
  }
}

async function register(client: Caller, headers: Headers, names: readonly string[]) {
  for (const domain of names) {
    await client.call(headers, { ...apiPaths.registerDomain, body: { domain, contact } });
  }
  for (const domain of names) {
    const path = `/v1/domains/${domain}/dns`;
    const isPending = async () =>
      (await client.call<{ pendingFulfillment: boolean }>(headers, { method: 'GET', path }))
        .pendingFulfillment;
    while (await isPending()) await delay(20);
  }
}

async function createRecords(
  client: Caller,
  headers: Headers,
  domain: string,
  records: readonly object[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < records.length; at += perBatch) {
    const creates = records.slice(at, at + perBatch).map((record) => ({ type: 'A', ...record }));
    const { created } = await client.call<CreatedRecords>(headers, batch(domain, { creates }));
    ids.push(...created.map(({ id }) => id));
  }
  return ids;
}

function batch(domain: string, body: object) {
  return { method: 'POST', path: `/v1/domains/${domain}/dns/batch`, body };
}

async function openPage(client: Caller, cookie: string): Promise<Cookie> {
  const { csrfToken } = await client.call<{ csrfToken: string }>(
    { cookie },
    dashboardPaths.getSession,
  );
  return { cookie, csrfToken };
}

/** Accepts connections and answers none of them, until this process ends. */
async function silentPort(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {}).resume()).unref();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

type Headers = Readonly<Record<string, string>>;

/** Requests that must succeed. */
class Caller {
  readonly port: number;
  readonly #client = new HttpClient();

  constructor(port: number) {
    this.port = port;
  }

  async call<T>(
    headers: Headers,
    order: { readonly method: string; readonly path: string; readonly body?: object },
  ): Promise<T> {
    const { method, path, body } = order;
    const answer = await this.#client.send({
      ...{ port: this.port, method, path, headers, from: customerAddress },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status === 200) return JSON.parse(answer.text) as T;
    throw new Error(`${method} ${path} answered ${answer.status} ${answer.text.slice(0, 500)}`);
  }
}
