/**
 * Tools that speak the API of PowerDNS and cannot be installed here, replayed: their requests as
 * their code makes them, against this service and against Debian's PowerDNS. Each reads the zone,
 * plans, applies and plans again; the second plan must be empty.
 */
import { createEngine } from '@hostmaster/test-rig/engines';
import { TestService } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PowerdnsClient } from '../powerdns-api/powerdns-client.ts';
import { type Powerdns, startPowerdns } from '../powerdns-api/start-powerdns.ts';

interface Rrset {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly records: readonly { readonly content: string; readonly disabled: boolean }[];
}

type Request = readonly [method: string, path: string, body?: unknown];

interface Tool {
  readonly name: string;
  /** It creates before it deletes, so a CNAME cannot become addresses in one run. */
  readonly isCreatingFirst?: boolean;
  /** Requests before the zone is read; all must succeed. */
  before(zone: string): readonly Request[];
  readPath(zone: string): string;
  /** The requests that make a plan real. */
  apply(zone: string, plan: Plan): readonly Request[];
}

interface Plan {
  readonly replaced: readonly Rrset[];
  readonly deleted: readonly Rrset[];
}

const patch = (zone: string, ...rrsets: readonly object[]): Request => [
  'PATCH',
  `/zones/${zone}.`,
  { rrsets },
];

const tools: readonly Tool[] = [
  {
    name: 'octoDNS',
    before: () => [['GET', '']],
    readPath: (zone) => `/zones/${zone}.`,
    // One request; deletions first, with the TTL and the records that are deleted.
    apply: (zone, { replaced, deleted }) => [
      patch(
        zone,
        ...deleted.map((set) => ({ ...set, changetype: 'DELETE' })),
        ...replaced.map((set) => ({ ...set, changetype: 'REPLACE' })),
      ),
    ],
  },
  {
    name: 'DNSControl',
    before: (zone) => [
      ['GET', `/zones/${zone}.`],
      ['GET', `/zones/${zone}./cryptokeys`],
    ],
    // Without the dot.
    readPath: (zone) => `/zones/${zone}`,
    // One request per set, contents alone.
    apply: (zone, { replaced, deleted }) => [
      ...deleted.map(({ name, type }) => patch(zone, { name, type, changetype: 'DELETE' })),
      ...replaced.map(({ records, ...set }) =>
        patch(zone, {
          ...set,
          changetype: 'REPLACE',
          records: records.map(({ content }) => ({ content })),
        }),
      ),
    ],
  },
  {
    name: 'external-dns',
    isCreatingFirst: true,
    before: () => [['GET', '/zones']],
    readPath: (zone) => `/zones/${zone}.`,
    // The whole zone object around the sets; creations before deletions.
    apply: (zone, { replaced, deleted }) => {
      const head = { id: `${zone}.`, name: `${zone}.`, kind: 'Master', serial: 1, masters: [] };
      const wrapped = (rrsets: readonly object[]): Request => [
        'PATCH',
        `/zones/${zone}.`,
        { ...head, rrsets },
      ];
      return [
        ...(replaced.length === 0
          ? []
          : [wrapped(replaced.map((set) => ({ ...set, changetype: 'REPLACE' })))]),
        ...(deleted.length === 0
          ? []
          : [wrapped(deleted.map(({ ttl: _, ...set }) => ({ ...set, changetype: 'DELETE' })))]),
      ];
    },
  },
  {
    name: 'Terraform (pan-net powerdns)',
    before: () => [['GET', '/api/v1/servers']],
    readPath: (zone) => `/zones/${zone}.`,
    // The fields of API version 0 in each record, and a TTL of 0 in deletions.
    apply: (zone, { replaced, deleted }) => [
      ...deleted.map(({ name, type }) => patch(zone, { name, type, changetype: 'DELETE', ttl: 0 })),
      ...replaced.map(({ name, type, ttl, records }) =>
        patch(zone, {
          name,
          type,
          ttl,
          changetype: 'REPLACE',
          records: records.map((record) => ({ name, type, ttl, ...record, 'set-ptr': false })),
        }),
      ),
    ],
  },
  {
    name: 'Proxmox',
    before: (zone) => [
      ['GET', ''],
      ['GET', `/zones/${zone}?rrsets=false`],
    ],
    readPath: (zone) => `/zones/${zone}`,
    // Name and type in each record too, and no records in deletions.
    apply: (zone, { replaced, deleted }) => [
      ...deleted.map(({ name, type }) =>
        patch(zone, { name, type, changetype: 'DELETE', records: [] }),
      ),
      ...replaced.map(({ name, type, ttl, records }) =>
        patch(zone, {
          name,
          type,
          ttl,
          changetype: 'REPLACE',
          records: records.map((record) => ({ ...record, name, type })),
        }),
      ),
    ],
  },
];

const record = (content: string) => ({ content, disabled: false });

function desired(zone: string): Rrset[] {
  const set = (owner: string, type: string, ...contents: string[]): Rrset => ({
    name: owner === '@' ? `${zone}.` : `${owner}.${zone}.`,
    type,
    ttl: 300,
    records: contents.map(record),
  });
  return [
    set('@', 'ALIAS', 'app.example.net.'),
    set('@', 'MX', `10 mail.${zone}.`),
    set('www', 'A', '192.0.2.1', '192.0.2.2'),
    set('api', 'CNAME', 'lb.example.net.'),
    set('api-txt', 'TXT', '"heritage=external-dns,external-dns/owner=me"'),
    set('_sip._tcp', 'SRV', '1 2 5060 sip.example.net.'),
    set('*.apps', 'AAAA', '2001:db8::1'),
  ];
}

describe('tools that speak the API of PowerDNS, replayed', () => {
  const service = new TestService(createEngine('sqlite'), {});
  const servers: { name: string; client: PowerdnsClient; zone: string }[] = [];
  let powerdns: Powerdns;

  beforeAll(async () => {
    [powerdns] = await Promise.all([startPowerdns(), service.start()]);
    const workspace = await service.workspace();
    const zone = await service.liveDomain(workspace.client);
    const body = { name: `${zone}.`, kind: 'Master', nameservers: ['ns1.hostmaster.example.'] };
    await powerdns.client.call('POST', '/zones', body);
    const client = new PowerdnsClient({ url: service.url, key: workspace.apiKey });
    servers.push({ name: 'Hostmaster', client, zone });
    servers.push({ name: 'PowerDNS', client: powerdns.client, zone });
  });
  afterAll(async () => {
    await Promise.all([powerdns.stop(), service.stop()]);
  });

  it.each(tools)('$name: a second plan is empty', async (tool) => {
    for (const { name, client, zone } of servers) {
      const send = async (requests: readonly Request[]) => {
        for (const [method, path, body] of requests) {
          const { status, text } = await client.call(method, path, body);
          expect(status, `${name}: ${method} ${path} ${text}`).toBeLessThan(300);
        }
      };
      const plan = async (wanted: readonly Rrset[]): Promise<Plan> => {
        await send(tool.before(zone));
        const { json } = await client.call('GET', tool.readPath(zone));
        const held = (json as { rrsets: Rrset[] }).rrsets.filter(isManaged);
        const keys = new Set(wanted.map(keyOf));
        return {
          replaced: wanted.filter((set) => !held.some((other) => isSame(set, other))),
          deleted: held.filter((set) => !keys.has(keyOf(set))),
        };
      };
      const first = desired(zone);
      // A set changes, one goes and one comes, and a CNAME becomes addresses.
      const isKept = ({ type }: Rrset) =>
        type !== 'SRV' && (type !== 'CNAME' || tool.isCreatingFirst === true);
      const owner = tool.isCreatingFirst === true ? 'new' : 'api';
      const second = [
        ...first.filter(isKept),
        { name: `${owner}.${zone}.`, type: 'A', ttl: 600, records: [record('192.0.2.9')] },
      ];
      for (const wanted of [first, second, []]) {
        await send(tool.apply(zone, await plan(wanted)));
        expect(await plan(wanted), `${name}: the second plan`).toEqual({
          replaced: [],
          deleted: [],
        });
      }
    }
  });

  it('acme.sh: finds the zone, adds beside another challenge, notifies and removes', async () => {
    for (const { name, client, zone } of servers) {
      const full = `_acme-challenge.www.${zone}.`;
      const labels = full.split('.');
      const candidates = labels.map((_, index) => labels.slice(index).join('.')).slice(0, -1);
      let found: string | null = null;
      for (const candidate of candidates) {
        const { text } = await client.call('GET', `/zones?zone=${candidate}`);
        const isFound = text.replaceAll(' ', '').includes(`"name":"${candidate}"`);
        if (isFound) found ??= candidate;
      }
      expect(found, name).toBe(`${zone}.`);
      const set = (...tokens: string[]) =>
        patch(zone, {
          changetype: 'REPLACE',
          name: full,
          type: 'TXT',
          ttl: 60,
          records: tokens.map((token) => record(`"${token}"`)),
        });
      const requests: Request[] = [
        set('first'),
        ['PUT', `/zones/${zone}./notify`, ''],
        set('second', 'first'),
        ['PUT', `/zones/${zone}./notify`, ''],
      ];
      for (const [method, path, body] of requests) {
        expect((await client.call(method, path, body)).status, name).toBeLessThan(300);
      }
      expect(await client.sets(zone), name).toContain(
        '_acme-challenge.www 60 TXT "first" | "second"',
      );
      await client.patch(zone, { changetype: 'DELETE', name: full, type: 'TXT' });
      expect(await client.sets(zone), name).toEqual([]);
    }
  });
});

function isManaged({ type }: Rrset): boolean {
  return type !== 'SOA' && type !== 'NS';
}

function keyOf({ name, type }: Rrset): string {
  return `${name} ${type}`;
}

function isSame(one: Rrset, other: Rrset): boolean {
  const contents = ({ records }: Rrset) =>
    records
      .map(({ content }) => content)
      .sort()
      .join('|');
  return keyOf(one) === keyOf(other) && one.ttl === other.ttl && contents(one) === contents(other);
}
