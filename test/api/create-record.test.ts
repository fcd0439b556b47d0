import type { RecordType } from '@hostmaster/dns/records';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService, type TestService } from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';

const digest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Valid and invalid values for each type. */
const values: Record<
  string,
  { readonly good: readonly string[]; readonly bad: readonly string[] }
> = {
  A: {
    good: ['192.0.2.1', '0.0.0.0', '255.255.255.255'],
    bad: [
      '999.1.1.1',
      '192.0.2',
      '192.0.2.1.5',
      '192.0.2.01',
      '2001:db8::1',
      'host.example.net',
      ' 192.0.2.1',
    ],
  },
  AAAA: {
    good: ['2001:db8::1', '::', '::ffff:192.0.2.1', '2001:DB8:0:0:0:0:0:1'],
    bad: ['192.0.2.1', '2001:db8::1::2', '2001:db8::g', 'fe80::1%eth0', '2001:db8::/32'],
  },
  ALIAS: {
    good: ['app.example.net', 'app.example.net.', '@'],
    bad: ['192.0.2.1', 'a..b', '-a.example.net ', 'two words', `${'a'.repeat(64)}.net`],
  },
  CAA: {
    good: ['0 issue "ca.example.net"', '128 issue ;', '0 iodef mailto:a@example.net'],
    bad: ['0 issue', '256 issue "x"', '0 i-s "x"', '0 issue "x" y', 'ca.example.net'],
  },
  CERT: { good: ['1 0 0 AAEC', 'PKIX 0 0 AA EC'], bad: ['1 0 0', 'X 0 0 AAEC', '1 0 0 A'] },
  CNAME: {
    good: ['app.example.net', 'APP.Example.net.', 'bücher.example', '_under.example.net'],
    bad: ['192.0.2.1', '2001:db8::1', 'a b.net', 'a..b', `${'a.'.repeat(130)}net`],
  },
  HINFO: { good: ['"ARM64" LINUX', '"" ""'], bad: ['ARM64', 'a b c', `"${'a'.repeat(256)}" b`] },
  HTTPS: {
    good: ['1 . alpn=h2,h3', '0 app.example.net', '16 app.example.net port=8443'],
    bad: ['.', '1', 'x .', '70000 .', '1 . port=70000', '1 . alpn=h2 alpn=h3', '1 . nosuchkey=1'],
  },
  MX: {
    good: ['10 mail.example.net', 'mail.example.net', '0 .', '65535 mail.example.net.'],
    bad: [
      '70000 mail.example.net',
      '-1 mail.example.net',
      '10',
      '10 192.0.2.1',
      '10 a b',
      '10 mail_x.example.net',
    ],
  },
  LOC: {
    good: ['51 30 N 0 7 W 11m', '52 22 23.000 N 4 53 32.000 E -2.00m 1m 10000m 10m'],
    bad: ['51 30', '91 N 0 E 0m', '51 N 0 E', '51 N 0 E 1km'],
  },
  NAPTR: {
    good: ['100 10 "s" "SIP+D2U" "" _sip._udp.example.net', '1 1 u E2U+sip "!^.*$!sip:a@b!" .'],
    bad: ['100 10 "s" "SIP+D2U" ""', '1 1 "" "" "!a!b" .', '1 70000 "" "" "" .'],
  },
  OPENPGPKEY: { good: ['AAEC'], bad: ['A', '-----BEGIN PGP'] },
  RP: { good: ['a.example.net .', 'a\\.b.example.net c.example.net'], bad: ['a@b.net .', 'a.net'] },
  SMIMEA: { good: [`3 1 1 ${digest}`, '3 0 0 3082'], bad: ['any other text', '3 1 1 beef'] },
  DNAME: { good: ['a.0/26.example.net.'], bad: ['192.0.2.1', '.', 'a b'] },
  SSHFP: { good: [`4 2 ${digest}`, '9 9 00'], bad: [`4 1 ${digest}`, '4 2', '4 2 xy'] },
  URI: { good: ['10 1 "https://a.example/"', '1 1 a:b'], bad: ['1 1', '1 1 ""', '1 x a:b'] },
  TYPE65534: { good: ['\\# 2 00FF', '\\# 0'], bad: ['\\# 1 00FF', '00FF', '\\# 2 x'] },
  TYPE99: { good: ['\\# 3 026162'], bad: ['\\# 2 0261', '"v=spf1 -all"'] },
  NS: { good: ['ns1.example.net', 'ns1.example.net.'], bad: ['192.0.2.1', '.', 'a..b', 'ns 1'] },
  PTR: { good: ['host.example.net'], bad: ['192.0.2.1', 'a..b', ''] },
  SRV: {
    good: ['10 5 5060 sip.example.net', '0 0 0 .'],
    bad: [
      '10 5 5060',
      'sip.example.net',
      '10 5 70000 sip.example.net',
      '10 5 5060 a b',
      'x 5 5060 a.net',
    ],
  },
  SVCB: {
    good: [
      '1 svc.example.net alpn=dot',
      '0 svc.example.net',
      '1 . ipv4hint=192.0.2.1 mandatory=ipv4hint',
    ],
    bad: ['svc.example.net', '1 . mandatory=port', '1 . ipv4hint=::1', '1 . no-default-alpn'],
  },
  TLS: { good: [`3 1 1 ${digest}`, 'any other text', '3 1 1 beef'], bad: ['', 'line\nbreak'] },
  TXT: {
    good: [
      'v=spf1 -all',
      ' blanks kept ',
      '"quoted" "strings"',
      'Käse 🧀',
      'x'.repeat(4_096),
      '"open',
      'tab\there',
    ],
    bad: ['', 'x'.repeat(4_097), 'nul\u0000', 'half\ud800'],
  },
};

async function newDomain(service: TestService) {
  const { client } = await service.workspace();
  const domain = service.freshName();
  await client.call('registerDomain', { domain, contact });
  return { client, domain };
}

describeService('POST /v1/domains/{domain}/dns', (service) => {
  it('200: the record with an id, defaults, and pendingFulfillment; nothing else', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const answer = await client.request('createRecord', { domain, type: 'A', value: '192.0.2.1' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      record: {
        id: expect.stringMatching(/^.{8,}$/),
        type: 'A',
        name: '@',
        ttl: 3600,
        value: '192.0.2.1',
      },
      pendingFulfillment: false,
    });
  });

  it.each([
    [-1, 60],
    [0, 60],
    [59, 60],
    [60, 60],
    [61, 61],
    [86_400, 86_400],
    [86_401, 86_400],
    [1e300, 86_400],
    [-1e300, 60],
    [Number.MAX_SAFE_INTEGER, 86_400],
  ])('200: ttl %d becomes %d', async (ttl, clamped) => {
    const { client, domain } = await newDomain(service);
    const { record } = await client.call('createRecord', { domain, type: 'TXT', value: 'x', ttl });
    expect(record.ttl).toBe(clamped);
  });

  it.each(['1.5', '"3600"', 'null', '1e400', 'true', '[]'])('400: ttl %s', async (ttl) => {
    const { client, domain } = await newDomain(service);
    const answer = await client.send('POST', `/v1/domains/${domain}/dns`, {
      raw: `{"type":"TXT","value":"x","ttl":${ttl}}`,
      headers: { 'content-type': 'application/json' },
    });
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['ttl'] });
  });

  it('200: names as they may be written, and as they come back', async () => {
    const { client, domain } = await newDomain(service);
    const forms: readonly [sent: string, stored: string][] = [
      ['@', '@'],
      ['', '@'],
      [domain, '@'],
      [`${domain.toUpperCase()}.`, '@'],
      ['WWW', 'www'],
      [`www.${domain}`, 'www'],
      [`www.${domain}.`, 'www'],
      ['a.b.c', 'a.b.c'],
      ['_dmarc', '_dmarc'],
      ['_sip._tcp', '_sip._tcp'],
      ['*', '*'],
      ['*.dev', '*.dev'],
      ['bücher', 'xn--bcher-kva'],
      ['a'.repeat(63), 'a'.repeat(63)],
      ['1', '1'],
    ];
    for (const [sent, stored] of forms) {
      const { record } = await client.call('createRecord', {
        domain,
        type: 'TXT',
        value: 'x',
        name: sent,
      });
      expect([sent, record.name]).toEqual([sent, stored]);
    }
  });

  it.each([
    'a..b',
    '.a',
    '-a',
    'a-',
    'a b',
    'a.*',
    'a*',
    'a.other.net.',
    '.',
    'a'.repeat(64),
    'a.'.repeat(127),
    'zero\u200bwidth',
    'nul\u0000',
    'x'.repeat(20_000),
  ])('400: name %j', async (name) => {
    const { client, domain } = await newDomain(service);
    const answer = await client.request('createRecord', { domain, type: 'TXT', value: 'x', name });
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['name'] });
  });

  describe.each(Object.entries(values))('%s', (type, { good, bad }) => {
    it('200: a valid value is returned exactly as it was sent', async () => {
      const { client, domain } = await newDomain(service);
      for (const value of good) {
        const answer = await client.request('createRecord', { domain, type, value });
        expect([value, answer.status]).toEqual([value, 200]);
        expect(answer.body).toMatchObject({ record: { type, value } });
      }
      const { records } = await client.call('listRecords', { domain });
      expect(records.map(({ value }) => value)).toEqual(good);
    });

    it('400: an invalid value', async () => {
      const { client, domain } = await newDomain(service);
      for (const value of bad) {
        const answer = await client.request('createRecord', { domain, type, value });
        expect([value, answer.status]).toEqual([value, 400]);
        expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['value'] });
      }
      expect((await client.call('listRecords', { domain })).records).toEqual([]);
    });
  });

  it('200: a type by number is stored under its name', async () => {
    const { client, domain } = await newDomain(service);
    const create = async (type: RecordType, value: string) => {
      const { record } = await client.call('createRecord', { domain, type, name: 'x', value });
      return [record.type, record.value];
    };
    expect(await create('TYPE1', '\\# 4 C0000201')).toEqual(['A', '192.0.2.1']);
    expect(await create('TYPE257', '\\# 8 000569737375653b')).toEqual(['CAA', '0 issue ";"']);
    expect(await create('TYPE43', `\\# 36 00010d02${digest}`)).toEqual(['DS', `1 13 2 ${digest}`]);
    expect(await create('TYPE65401', '\\# 5 0161016200')).toEqual(['ALIAS', 'a.b']);
  });

  it('200: exact duplicates keep their own ids; any type may stand at the apex', async () => {
    const { client, domain } = await newDomain(service);
    const record = { domain, type: 'A', value: '192.0.2.1' } as const;
    const first = await client.call('createRecord', record);
    const second = await client.call('createRecord', record);
    expect(second.record).toEqual({ ...first.record, id: second.record.id });
    expect(second.record.id).not.toBe(first.record.id);
    await client.call('createRecord', { domain, type: 'CNAME', value: 'app.example.net' });
    await client.call('createRecord', { domain, type: 'NS', value: 'ns1.example.net' });
    expect((await client.call('listRecords', { domain })).records).toHaveLength(4);
  });

  it.each<[string, object, string[]]>([
    ['no type', { value: 'x' }, ['type']],
    ['no value', { type: 'TXT' }, ['value']],
    ['neither', {}, ['type', 'value']],
    ['a type in lower case', { type: 'txt', value: 'x' }, ['type']],
    ['a type we do not know', { type: 'SOA', value: 'x' }, ['type']],
    ['TLSA, which is called TLS here', { type: 'TLSA', value: 'x' }, ['type']],
    ['SOA by its number', { type: 'TYPE6', value: '\\# 1 00' }, ['type']],
    ['a type of DNSSEC', { type: 'TYPE46', value: '\\# 1 00' }, ['type']],
    ['a number with a zero in front', { type: 'TYPE065534', value: '\\# 1 00' }, ['type']],
    ['a number beyond all types', { type: 'TYPE65536', value: '\\# 1 00' }, ['type']],
    ['malformed octets of a known type', { type: 'TYPE1', value: '\\# 1 00' }, ['value']],
    ['DS of the domain itself', { type: 'DS', value: `1 13 2 ${digest}` }, ['name']],
    ['the same by number', { type: 'TYPE43', value: `\\# 36 00010d02${digest}` }, ['name']],
    ['a type with a blank', { type: 'TXT ', value: 'x' }, ['type']],
    ['a type that objects have', { type: 'constructor', value: 'x' }, ['type']],
    ['a type of another type', { type: ['TXT'], value: 'x' }, ['type']],
    ['an empty value', { type: 'TXT', value: '' }, ['value']],
    ['a value of another type', { type: 'TXT', value: 5 }, ['value']],
    ['value null', { type: 'TXT', value: null }, ['value']],
    ['name null', { type: 'TXT', value: 'x', name: null }, ['name']],
  ])('400: %s', async (_, body, fields) => {
    const { client, domain } = await newDomain(service);
    const answer = await client.request('createRecord', { ...body, domain });
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields });
    expect((await client.call('listRecords', { domain })).records).toEqual([]);
  });

  it('404: unknown or of another workspace', async () => {
    const { client } = await service.workspace();
    const other = await newDomain(service);
    for (const domain of [other.domain, 'missing.com']) {
      const answer = await client.request('createRecord', { domain, type: 'TXT', value: 'x' });
      expectRefusal(answer, { status: 404, code: 'domain_not_found' });
    }
    const { records } = await other.client.call('listRecords', { domain: other.domain });
    expect(records).toEqual([]);
  });
});
