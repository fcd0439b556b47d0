/**
 * What a customer of the baseline leaves behind, and how the same customer finds it later. Requests
 * are spelled out: they are the baseline's interface, whatever the clients of today send.
 */
import { Resolver } from 'node:dns/promises';
import { until } from '@hostmaster/test-rig/crash-until';
import { contact } from '@hostmaster/test-rig/service';
import { expect } from 'vitest';
import type { Banner } from '../cli/program.ts';
import { HttpSession } from './http-session.ts';

export interface Customer {
  readonly apiKey: string;
  readonly revokedKey: string;
  readonly owner: { readonly email: string; readonly password: string };
  /** Paths with the answers that the baseline gave to the API key. */
  readonly apiAnswers: Readonly<Record<string, object>>;
  /** The same for the signed-in owner. */
  readonly dashboardAnswers: Readonly<Record<string, object>>;
}

const served = 'upgrade-served.com';
const elsewhere = 'upgrade-elsewhere.net';
/** Registered just before the baseline stops. */
const late = 'upgrade-late.com';
/** As long as possible: fixtures stay in use for years. */
const years = 10;

const records = [
  { type: 'A', value: '192.0.2.10' },
  { type: 'AAAA', name: 'www', value: '2001:db8::10' },
  { type: 'ALIAS', name: 'alias', value: `www.${served}` },
  { type: 'CNAME', name: 'shop', value: `www.${served}` },
  { type: 'HTTPS', value: '1 . alpn="h2,h3"' },
  { type: 'MX', value: `10 mail.${served}` },
  { type: 'NS', name: 'sub', value: 'ns1.example.net' },
  { type: 'PTR', name: 'pointer', value: 'host.example.net' },
  { type: 'SRV', name: '_sip._tcp', value: '10 20 5060 sip.example.net' },
  { type: 'SVCB', name: '_dns', value: '1 svc.example.net port=853' },
  { type: 'TLS', name: '_443._tcp', value: `3 1 1 ${'ab'.repeat(32)}` },
  { type: 'TXT', name: 'text', value: 'quote " backslash \\ ü' },
];

/** Uses the parts of the baseline that store something, and records its answers. */
export async function createCustomerData(banner: Banner): Promise<Customer> {
  const apiKey = banner.apiKey ?? '';
  const api = new HttpSession(banner.url, apiKey);
  await fillDomains(api);
  const owner = { email: 'owner@example.com', password: 'a sentence few people guess' };
  const page = new HttpSession(banner.url);
  await page.get('/dashboard/api/session');
  const token = /set-up#([\w-]+)/.exec(banner.text)?.[1];
  const session = await page.post<{ workspaces: [{ id: string }] }>('/dashboard/api/set-up', {
    token,
    name: 'Owner',
    ...owner,
  });
  const workspace = `/dashboard/api/workspaces/${session.workspaces[0].id}`;
  const revokedKey = await fillWorkspace(page, workspace);
  await untilProvisioned(api, served);
  await untilProvisioned(api, elsewhere);
  await api.post('/v1/domains', { domain: late, years, contact });
  return {
    apiKey,
    revokedKey,
    owner,
    apiAnswers: await api.getAll([
      '/v1/account',
      '/v1/domains',
      `/v1/domains/${served}`,
      `/v1/domains/${served}/dns`,
      `/v1/domains/${elsewhere}`,
      `/v1/domains/${elsewhere}/dns`,
    ]),
    dashboardAnswers: await page.getAll(
      ['update-keys', 'contacts'].map((part) => `${workspace}/${part}`),
    ),
  };
}

async function fillDomains(api: HttpSession): Promise<void> {
  await api.post('/v1/domains', { domain: served, years, contact });
  for (const record of records) {
    await api.post(`/v1/domains/${served}/dns`, { ...record, ttl: 300 });
  }
  await api.post('/v1/domains', {
    domain: elsewhere,
    years: years - 1,
    autoRenew: false,
    privacyEnabled: false,
    contact,
  });
  await api.send('PATCH', `/v1/domains/${elsewhere}/nameservers`, {
    nameservers: ['ns1.example.org', 'ns2.example.org'],
  });
  await api.post(`/v1/domains/${elsewhere}/renew`, { years: 1 });
}

/** Returns a key that was created and revoked. */
async function fillWorkspace(page: HttpSession, workspace: string): Promise<string> {
  const { key, apiKey } = await page.post<{ key: { id: string }; apiKey: string }>(
    `${workspace}/api-keys`,
    { name: 'Revoked', scope: 'dns', domainNames: [served] },
  );
  await page.send('DELETE', `${workspace}/api-keys/${key.id}`);
  await page.post(`${workspace}/update-keys`, {
    domain: served,
    namePattern: '_acme-challenge.*',
    types: ['TXT'],
  });
  await page.post(`${workspace}/contacts`, { label: 'Home', contact });
  const { topUp } = await page.post<{ topUp: { id: string } }>(`${workspace}/top-ups`, {
    credits: 50,
  });
  await page.post(`${workspace}/top-ups/${topUp.id}/pay`, { outcome: 'succeed' });
  return apiKey;
}

/** A dynamic DNS key has a list of domains now. */
function shownNow(answer: object): object {
  const { keys } = answer as { keys?: readonly { readonly domain: string }[] };
  if (keys === undefined) return answer;
  return { keys: keys.map(({ domain, ...key }) => ({ ...key, domains: [domain] })) };
}

/** Everything is still there, is served, and can be changed. */
export async function expectKept(
  banner: Pick<Banner, 'url' | 'dnsPort'> & { readonly dnsAddress?: string },
  customer: Customer,
): Promise<void> {
  const api = new HttpSession(banner.url, customer.apiKey);
  for (const [path, before] of Object.entries(customer.apiAnswers)) {
    expect(await api.get(path), path).toMatchObject(before);
  }
  const page = new HttpSession(banner.url);
  await page.get('/dashboard/api/session');
  await page.post('/dashboard/api/sign-in', customer.owner);
  for (const [path, before] of Object.entries(customer.dashboardAnswers)) {
    expect(await page.get(path), path).toMatchObject(shownNow(before));
  }
  const refused = new HttpSession(banner.url, customer.revokedKey);
  await expect(refused.get('/v1/account')).rejects.toThrow('401');
  await untilProvisioned(api, late);

  const resolver = new Resolver();
  resolver.setServers([`${banner.dnsAddress ?? '127.0.0.1'}:${banner.dnsPort}`]);
  expect(await resolver.resolve4(served)).toEqual(['192.0.2.10']);
  expect(await resolver.resolveMx(served)).toMatchObject([
    { priority: 10, exchange: `mail.${served}` },
  ]);
  await api.post(`/v1/domains/${served}/dns`, { type: 'A', name: 'after', value: '192.0.2.11' });
  await until(async () => (await resolver.resolve4(`after.${served}`).catch(() => [])).length > 0, {
    what: () => 'an answer with the new record',
    withinMs: 60_000,
  });
}

/** Whatever one version writes, the other one reads, changes and serves. */
export async function expectSideBySide(
  versions: readonly [Banner, Banner],
  { apiKey }: Customer,
  tag: string,
): Promise<void> {
  for (const [index, [writer, reader]] of [versions, versions.toReversed()].entries()) {
    if (writer === undefined || reader === undefined) throw new Error('Two versions take part.');
    const [writing, reading] = [writer, reader].map(({ url }) => new HttpSession(url, apiKey));
    if (writing === undefined || reading === undefined) throw new Error('Both have an address.');
    const domain = `upgrade-${tag}-${index}.com`;
    const path = `/v1/domains/${domain}`;
    await writing.post('/v1/domains', { domain, years: 1, contact });
    await untilProvisioned(reading, domain);
    const written = { type: 'A', name: 'www', value: '192.0.2.20' };
    const { record } = await writing.post<{ record: { id: string } }>(`${path}/dns`, written);
    await reading.send('PATCH', `${path}/dns/${record.id}`, { value: '192.0.2.21' });
    await reading.post(`${path}/renew`, { years: 1 });
    for (const each of [path, `${path}/dns`, '/v1/account']) {
      expect(await writing.get(each), each).toEqual(await reading.get(each));
    }
    for (const { dnsPort } of [writer, reader]) {
      const resolver = new Resolver();
      resolver.setServers([`127.0.0.1:${dnsPort}`]);
      await until(
        async () => {
          const addresses = await resolver.resolve4(`www.${domain}`).catch(() => [] as string[]);
          return addresses.includes('192.0.2.21');
        },
        { what: () => `the change of ${domain} on both servers`, withinMs: 60_000 },
      );
    }
  }
}

async function untilProvisioned(api: HttpSession, domain: string): Promise<void> {
  const path = `/v1/domains/${domain}/dns`;
  await until(
    async () => !(await api.get<{ pendingFulfillment: boolean }>(path)).pendingFulfillment,
    {
      what: () => `${domain} provisioned`,
      withinMs: 30_000,
    },
  );
}
