/** The same calls to this service and to Debian's PowerDNS: the same statuses and the same sets. */
import { createEngine } from '@hostmaster/test-rig/engines';
import { TestService } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PowerdnsClient } from './powerdns-client.ts';
import { type Powerdns, startPowerdns } from './start-powerdns.ts';

type Step = readonly [title: string, method: string, path: string, body: unknown];

const replace = (name: string, type: string, contents: readonly string[], ttl: unknown = 300) => ({
  rrsets: [
    {
      name,
      type,
      ttl,
      changetype: 'REPLACE',
      records: contents.map((content) => ({ content, disabled: false })),
    },
  ],
});

const both = (...bodies: readonly { readonly rrsets: readonly object[] }[]) => ({
  rrsets: bodies.flatMap(({ rrsets }) => rrsets),
});

const remove = (name: string, type: string) => ({
  rrsets: [{ name, type, changetype: 'DELETE' }],
});

const comment = (content: string) => ({ content, account: 'me', modified_at: 1_700_000_000 });

const commented = (name: string, comments: unknown) => ({
  rrsets: [{ name, type: 'A', changetype: 'REPLACE', comments }],
});

const patches: readonly (readonly [title: string, body: unknown])[] = [
  ['a new set', replace('www.ZONE.', 'A', ['192.0.2.1', '192.0.2.2'])],
  ['the same set again', replace('www.ZONE.', 'A', ['192.0.2.2', '192.0.2.1'])],
  ['another TTL', replace('www.ZONE.', 'A', ['192.0.2.1', '192.0.2.2'], 600)],
  ['a TTL in a string', replace('www.ZONE.', 'A', ['192.0.2.1'], '300')],
  ['upper and lower case', replace('WWW.ZONE.', 'a', ['192.0.2.9'])],
  ['an IPv6 address', replace('six.ZONE.', 'AAAA', ['2001:db8::1'])],
  ['mail', replace('ZONE.', 'MX', ['10 mail.ZONE.', '20 mail.example.net.'])],
  ['two strings of text', replace('t.ZONE.', 'TXT', ['"a b" "c"'])],
  ['text with quotes', replace('q.ZONE.', 'TXT', ['"a \\"b\\" \\\\ c"'])],
  ['a service', replace('_sip._tcp.ZONE.', 'SRV', ['1 2 3 host.ZONE.'])],
  ['a delegation', replace('sub.ZONE.', 'NS', ['ns.example.net.'])],
  ['a wildcard', replace('*.w.ZONE.', 'A', ['192.0.2.1'])],
  ['a CNAME', replace('c.ZONE.', 'CNAME', ['a.example.net.'])],
  ['another CNAME', replace('c.ZONE.', 'CNAME', ['b.example.net.'])],
  ['an ALIAS at the apex', replace('ZONE.', 'ALIAS', ['a.example.net.'])],
  ['HTTPS', replace('h.ZONE.', 'HTTPS', ['1 . alpn=h2,h3 port=8443'])],
  ['TLSA', replace('_443._tcp.ZONE.', 'TLSA', [`3 1 1 ${'ab'.repeat(32)}`])],
  ['PTR', replace('p.ZONE.', 'PTR', ['host.example.net.'])],
  ['CAA', replace('ZONE.', 'CAA', ['0 issue "ca.example.net"', '0 iodef "mailto:a@example.net"'])],
  ['SSHFP', replace('ssh.ZONE.', 'SSHFP', [`4 2 ${'cd'.repeat(32)}`])],
  ['NAPTR', replace('n.ZONE.', 'NAPTR', ['10 20 "u" "E2U+sip" "!^.*$!sip:a@example.net!" .'])],
  ['DS', replace('sub.ZONE.', 'DS', [`12345 13 2 ${'ef'.repeat(32)}`])],
  ['URI', replace('_http._tcp.ZONE.', 'URI', ['10 1 "https://example.net/"'])],
  ['HINFO', replace('i.ZONE.', 'HINFO', ['"PC" "Linux"'])],
  ['RP', replace('r.ZONE.', 'RP', ['admin.example.net. text.example.net.'])],
  ['CAA with an empty value', replace('e.ZONE.', 'CAA', ['0 issue ""'])],
  ['LOC', replace('l.ZONE.', 'LOC', ['51 30 12.748 N 0 7 39.612 W 0.00m 0.00m 0.00m 0.00m'])],
  ['a name of RFC 2317', replace('0/26.ZONE.', 'NS', ['ns.example.net.'])],
  ['a target of RFC 2317', replace('1.ZONE.', 'CNAME', ['1.0/26.ZONE.'])],
  ['DNAME', replace('d.ZONE.', 'DNAME', ['other.example.net.'])],
  ['another DNAME', replace('d.ZONE.', 'DNAME', ['others.example.net.'])],
  ['DNAME beside other data', replace('d.ZONE.', 'A', ['192.0.2.1'])],
  ['two DNAMEs', replace('d.ZONE.', 'DNAME', ['a.example.net.', 'b.example.net.'])],
  ['DNAME and NS', replace('d.ZONE.', 'NS', ['ns.example.net.'])],
  ['comments', commented('www.ZONE.', [comment('one'), comment('two')])],
  ['other comments', commented('www.ZONE.', [comment('three')])],
  ['comments of a missing set', commented('note.ZONE.', [comment('alone')])],
  ['a comment without account', commented('www.ZONE.', [{ content: 'x' }])],
  ['a comment without content', commented('www.ZONE.', [{ account: 'x' }])],
  ['a comment that is none', commented('www.ZONE.', ['x'])],
  ['comments that are none', commented('www.ZONE.', 'x')],
  ['a set that keeps its comments', replace('www.ZONE.', 'A', ['192.0.2.8'])],
  ['a deleted set with its comments', remove('note.ZONE.', 'A')],
  ['a type by number', replace('x.ZONE.', 'TYPE65534', ['\\# 4 c0000201'])],
  [
    'two sets',
    both(replace('one.ZONE.', 'A', ['192.0.2.1']), replace('two.ZONE.', 'A', ['192.0.2.2'])),
  ],
  ['delete and replace', both(remove('c.ZONE.', 'CNAME'), replace('c.ZONE.', 'A', ['192.0.2.1']))],
  ['delete a set', remove('one.ZONE.', 'A')],
  ['delete a missing set', remove('none.ZONE.', 'A')],
  ['an empty set', replace('two.ZONE.', 'A', [])],
  ['no sets', { rrsets: [] }],
  ['a bad address', replace('x.ZONE.', 'A', ['192.0.2.300'])],
  [
    'a good and a bad set',
    both(replace('x.ZONE.', 'A', ['192.0.2.1']), replace('y.ZONE.', 'A', ['y'])),
  ],
  ['a name without dot', replace('x.ZONE', 'A', ['192.0.2.1'])],
  ['a name outside', replace('x.example.org.', 'A', ['192.0.2.1'])],
  ['a name with a blank', replace('x y.ZONE.', 'A', ['192.0.2.1'])],
  ['no TTL', replace('x.ZONE.', 'A', ['192.0.2.1'], null)],
  ['an unknown type', replace('x.ZONE.', 'NOPE', ['192.0.2.1'])],
  ['an unknown change', { rrsets: [{ name: 'x.ZONE.', type: 'A', changetype: 'FROB' }] }],
  ['no change', { rrsets: [{ name: 'x.ZONE.', type: 'A' }] }],
  ['no records', { rrsets: [{ name: 'x.ZONE.', type: 'A', ttl: 300, changetype: 'REPLACE' }] }],
  ['no content', { rrsets: [{ ...replace('x.ZONE.', 'A', []).rrsets[0], records: [{}] }] }],
  ['a CNAME beside others', replace('www.ZONE.', 'CNAME', ['a.example.net.'])],
  ['a CNAME at the apex', replace('ZONE.', 'CNAME', ['a.example.net.'])],
  ['two CNAMEs', replace('cc.ZONE.', 'CNAME', ['a.example.net.', 'b.example.net.'])],
  ['a relative target', replace('cc.ZONE.', 'CNAME', ['a'])],
  ['text without quotes', replace('x.ZONE.', 'TXT', ['raw'])],
  ['a record twice', replace('x.ZONE.', 'A', ['192.0.2.1', '192.0.2.1'])],
  [
    'a set twice',
    both(replace('x.ZONE.', 'A', ['192.0.2.1']), replace('x.ZONE.', 'A', ['192.0.2.2'])),
  ],
  ['no list', {}],
  ['no JSON', '{'],
];

const others: readonly Step[] = [
  ['the version list', 'GET', '/api', undefined],
  ['the version', 'GET', '/api/v1', undefined],
  ['the servers', 'GET', '/api/v1/servers', undefined],
  ['another server', 'GET', '/api/v1/servers/other', undefined],
  ['the server', 'GET', '', undefined],
  ['a statistic', 'GET', '/statistics?statistic=uptime', undefined],
  ['an unknown statistic', 'GET', '/statistics?statistic=none', undefined],
  ['the zones', 'GET', '/zones', undefined],
  ['the zones without dnssec', 'GET', '/zones?dnssec=false', undefined],
  ['one zone of the list', 'GET', '/zones?zone=ZONE.', undefined],
  ['a missing zone of the list', 'GET', '/zones?zone=example.org.', undefined],
  ['a zone of the list without dot', 'GET', '/zones?zone=ZONE', undefined],
  ['a zone', 'GET', '/zones/ZONE.', undefined],
  ['a zone without dot', 'GET', '/zones/ZONE', undefined],
  ['a zone without sets', 'GET', '/zones/ZONE.?rrsets=false', undefined],
  ['a set', 'GET', '/zones/ZONE.?rrset_name=www.ZONE.&rrset_type=A', undefined],
  ['a name', 'GET', '/zones/ZONE.?rrset_name=www.ZONE.', undefined],
  ['a missing zone', 'GET', '/zones/example.org.', undefined],
  ['a zone with a slash', 'GET', '/zones/a=2Fb.example.org.', undefined],
  ['an existing zone', 'POST', '/zones', { name: 'ZONE.', kind: 'Native', nameservers: [] }],
  ['a zone that is no name', 'POST', '/zones', { name: 'ZONE', kind: 'Native' }],
  ['settings', 'PUT', '/zones/ZONE.', { kind: 'Master', account: 'me' }],
  ['rectify', 'PUT', '/zones/ZONE./rectify', undefined],
  ['notify', 'PUT', '/zones/ZONE./notify', undefined],
  ['DNSSEC keys', 'GET', '/zones/ZONE./cryptokeys', undefined],
  ['a DNSSEC key', 'GET', '/zones/ZONE./cryptokeys/1', undefined],
  ['metadata', 'GET', '/zones/ZONE./metadata/X-NONE', undefined],
  ['a missing TSIG key', 'GET', '/tsigkeys/none.', undefined],
  ['a search', 'GET', '/search-data?q=six*&max=10', undefined],
  ['a search for a comment', 'GET', '/search-data?q=*hre*&max=10', undefined],
  ['a search for a zone', 'GET', '/search-data?q=ZONE&max=10&object_type=zone', undefined],
  ['a search for nothing', 'GET', '/search-data?q=&max=10', undefined],
  ['a search without results', 'GET', '/search-data?q=x&max=0', undefined],
  ['the configuration', 'GET', '/config', undefined],
  ['one setting', 'GET', '/config/none', undefined],
  ['autoprimaries', 'GET', '/autoprimaries', undefined],
  ['an autoprimary without name', 'POST', '/autoprimaries', {}],
  [
    'an autoprimary that is not there',
    'DELETE',
    '/autoprimaries/192.0.2.1/ns.example.net',
    undefined,
  ],
  ['fetching a primary zone', 'PUT', '/zones/ZONE./axfr-retrieve', undefined],
  ['fetching a missing zone', 'PUT', '/zones/example.org./axfr-retrieve', undefined],
  ['flushing a name', 'PUT', '/cache/flush?domain=www.ZONE.', undefined],
  ['flushing a name without dot', 'PUT', '/cache/flush?domain=ZONE', undefined],
  ['flushing no name', 'PUT', '/cache/flush', undefined],
  ['an unknown path', 'GET', '/none', undefined],
  ['another method', 'POST', '', undefined],
];

/** PowerDNS computes it with 32 bits; docs/tools.md says so. */
const wideLoc = '51 30 12.748 N 0 7 39.612 W 0.00m 90000000.00m 0.00m 0.00m';

describe('beside PowerDNS', () => {
  const service = new TestService(createEngine('sqlite'), {});
  let powerdns: Powerdns;
  let ours: PowerdnsClient;
  let zone = '';

  beforeAll(async () => {
    [powerdns] = await Promise.all([startPowerdns(), service.start()]);
    const workspace = await service.workspace();
    zone = await service.liveDomain(workspace.client);
    ours = new PowerdnsClient({ url: service.url, key: workspace.apiKey });
    const nameservers = ['ns1.hostmaster.example.', 'ns2.hostmaster.example.'];
    const body = { name: `${zone}.`, kind: 'Master', nameservers };
    expect((await powerdns.client.call('POST', '/zones', body)).status).toBe(201);
  });
  afterAll(async () => {
    await Promise.all([powerdns.stop(), service.stop()]);
  });

  const here = <T>(value: T): T =>
    (value === undefined ? value : JSON.parse(JSON.stringify(value).replaceAll('ZONE', zone))) as T;

  it.each(patches)('PATCH: %s', async (_, body) => {
    const path = `/zones/${zone}.`;
    const theirs = await powerdns.client.call('PATCH', path, here(body));
    const answer = await ours.call('PATCH', path, here(body));
    expect(answer.status).toBe(theirs.status);
    if (answer.status >= 400) expect(answer.json).toEqual({ error: expect.any(String) });
    expect(await ours.sets(zone)).toEqual(await powerdns.client.sets(zone));
    expect(await ours.comments(zone)).toEqual(await powerdns.client.comments(zone));
  });

  it('PATCH: a size that PowerDNS cannot compute is accepted here alone', async () => {
    const path = `/zones/${zone}.`;
    const body = here(replace('wide.ZONE.', 'LOC', [wideLoc]));
    expect((await powerdns.client.call('PATCH', path, body)).status).toBe(422);
    expect((await ours.call('PATCH', path, body)).status).toBe(204);
    expect(await ours.sets(zone)).toContain(`wide 300 LOC ${wideLoc}`);
  });

  it.each(others)('%s: %s %s', async (_, method, path, body) => {
    const theirs = await powerdns.client.call(method, path.replaceAll('ZONE', zone), here(body));
    const answer = await ours.call(method, path.replaceAll('ZONE', zone), here(body));
    expect(answer.status).toBe(theirs.status);
    if (answer.status >= 400) expect(answer.json).toEqual({ error: expect.any(String) });
    else expect(shapeOf(answer.json)).toEqual(shapeOf(theirs.json));
  });
});

/** The names and types of all fields, and of a list those of its first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, shapeOf(item)]),
  );
}
