/** Every value that the grammar accepts survives the round trip through the form. */
import {
  type NamedRecordType,
  parseRecordValue,
  quoteText,
  type RecordType,
  recordRdata,
  recordTypes,
} from '@hostmaster/dns/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordContext } from './record-context.ts';
import { draftOf, draftValue, inputOf, newDraft, withText, withType } from './record-draft.ts';
import { readParams, writeParams } from './service-params.ts';
import { fieldsOf, readParts, type ValueParts, writeParts } from './value-parts.ts';

const context = recordContext('example.com');
const hosts = fc.constantFrom('mail.example.net', 'a.b.c.', '@', 'HOST.example.org', 'localhost');
const numbers = fc.oneof(fc.nat(65_535).map(String), fc.constantFrom('0', '010', '00'));
const gaps = fc.constantFrom(' ', ' ', '  ', '     ');
const hexBytes = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes });

const params = fc
  .uniqueArray(
    fc.oneof(
      fc.constantFrom('alpn=h2', 'alpn="h2,h3"', 'alpn="h2\\\\,x,h3"', 'alpn="a b"'),
      fc.constantFrom('port=8443', 'port="53"', 'ipv4hint=192.0.2.1,192.0.2.2', 'ech=AEX+DQ=='),
      fc.constantFrom(
        'ipv6hint=2001:db8::1',
        'dohpath=/q{?dns}',
        'ohttp',
        'key6="0123456789abcdef"',
      ),
      fc.constantFrom(
        'key99',
        'key99=',
        'key99=" a "',
        'key99="\\"x\\" y"',
        'key98=a"b c"d',
        'key97=\\032',
      ),
    ),
    { maxLength: 4, selector: (param) => /^[a-z0-9-]+/.exec(param)?.[0] },
  )
  .map((words) => words.join(' '));

const strings = fc.oneof(
  fc.constantFrom('word', '"two words"', '"a\\"b"', '"\\200"', '""', '"ü"', '" a"', 'a\\032b'),
  fc.string({ maxLength: 12 }).map((text) => quoteText(text)),
);
const base64 = fc.uint8Array({ minLength: 1, maxLength: 30 }).map((octets) => octets.toBase64());

const values: Readonly<Record<NamedRecordType, fc.Arbitrary<string>>> = {
  A: fc.ipV4(),
  AAAA: fc.ipV6(),
  ALIAS: hosts,
  CAA: spaced(fc.constantFrom('0', '128', '7'), fc.constantFrom('issue', 'iodef', 'x'), strings),
  CERT: spaced(fc.constantFrom('1', 'PGP'), numbers, fc.constantFrom('0', 'RSASHA256'), base64),
  CNAME: hosts,
  DNAME: hosts,
  DS: spaced(
    numbers,
    fc.constantFrom('13', 'ED25519'),
    fc.constant('2'),
    hexBytes(32).map((octets) => octets.toHex()),
  ),
  HINFO: spaced(strings, strings),
  LOC: fc.constantFrom('51 30 N 0 7 W 11m', '52 22 23.000 N 4  53 32 E -2.00m 1m 10000m 10m'),
  NAPTR: spaced(
    numbers,
    numbers,
    fc.constantFrom('"s"', 'u', '""'),
    strings,
    fc.constant('""'),
    hosts,
  ),
  OPENPGPKEY: base64,
  RP: spaced(fc.constantFrom('a.example.net', 'a\\.b.example.net', '.', '@'), hosts),
  SMIMEA: spaced(
    fc.constant('3'),
    fc.constantFrom('0', '1'),
    fc.constant('1'),
    hexBytes(32).map((octets) => octets.toHex()),
  ),
  SSHFP: spaced(
    numbers,
    fc.constant('2'),
    hexBytes(32).map((octets) => octets.toHex()),
  ),
  URI: spaced(numbers, numbers, strings),
  NS: hosts,
  PTR: hosts,
  MX: fc.oneof(hosts, fc.constant('0 .'), spaced(numbers, hosts)),
  SRV: spaced(numbers, numbers, numbers, fc.oneof(hosts, fc.constant('.'))),
  HTTPS: spaced(numbers, fc.oneof(hosts, fc.constant('.')), params),
  SVCB: spaced(numbers, fc.oneof(hosts, fc.constant('.')), params),
  TLS: fc.oneof(
    fc.string({ minLength: 1 }),
    spaced(
      fc.constantFrom('3', '03', '255'),
      fc.constantFrom('0', '1'),
      fc.constant('1'),
      hexBytes(32).map((octets) => octets.toHex()),
    ),
    spaced(fc.constant(' 3'), fc.constant('1'), fc.constant('0'), fc.constant('AB cd  ef ')),
  ),
  TXT: fc.oneof(
    fc.string({ minLength: 1, unit: 'grapheme' }),
    fc.constantFrom('"one" "two"', '"half', 'a\nb\n', '"a\\"b"', ' blanks ', '"\\200"'),
  ),
};

describe.each(recordTypes)('%s', (type) => {
  const accepted = fc
    .oneof({ weight: 4, arbitrary: values[type] }, { weight: 1, arbitrary: fc.string() })
    .filter((value) => parseRecordValue(type, value, context).ok);

  it('gives an untouched value back exactly', () => {
    fc.assert(
      fc.property(accepted, (value) => {
        const draft = draftOf({ type, name: 'www', ttl: 300, value }, context);
        expect(inputOf(draft, context)).toEqual({ type, name: 'www', ttl: 300, value });
        const other = withText(draft, !draft.isText, context);
        expect(draftValue(withText(other, draft.isText, context), context)).toBe(value);
      }),
    );
  });

  it('means the same when it is written from its fields', () => {
    fc.assert(
      fc.property(accepted, (value) => {
        const parts = readParts(type, value, context);
        if (parts === null) return;
        // A trailing line break is the only thing that is dropped.
        fc.pre(type !== 'TXT' || !/[\r\n]$/.test(value));
        expect(published(type, writeParts(type, parts))).toEqual(published(type, value));
      }),
    );
  });

  const hasStrings = fieldsOf(type).some(({ kind }) => kind === 'string');
  // Not every string has a form in fields.
  if (!hasStrings) {
    it('shows every value of the usual shape in its fields', () => {
      fc.assert(
        fc.property(values[type], (value) => {
          const parsed = parseRecordValue(type, value, context);
          fc.pre(parsed.ok && (parsed.data.type !== 'TLS' || parsed.data.tlsa !== null));
          expect(readParts(type, value, context)).not.toBeNull();
        }),
      );
    });
  }
});

describe('strings', () => {
  it.each<[RecordType, string, ValueParts | null]>([
    ['CAA', '0 issue "ca.example; x=y"', { flags: '0', tag: 'issue', value: 'ca.example; x=y' }],
    ['CAA', '0 issue ca.example', { flags: '0', tag: 'issue', value: 'ca.example' }],
    ['CAA', '0 issue ""', null],
    ['HINFO', '"a \\"b\\"" ü', { cpu: 'a "b"', os: 'ü' }],
    ['HINFO', '"\\200" b', null],
    ['HINFO', '" a" b', null],
    ['URI', '1 2 "sip:a@b"', { priority: '1', weight: '2', target: 'sip:a@b' }],
    [
      'NAPTR',
      '1 2 "s" "SIP+D2U" "" a.example',
      {
        order: '1',
        preference: '2',
        flags: 's',
        services: 'SIP+D2U',
        regexp: '',
        replacement: 'a.example',
      },
    ],
  ])('of %s %s are shown without quotes', (type, value, parts) => {
    expect(readParts(type, value, context)).toEqual(parts);
  });
});

describe('a type by number', () => {
  it('has one field, and comes back as it was', () => {
    const record = { type: 'TYPE65534', name: 'x', ttl: 300, value: '\\# 2 00FF' } as const;
    const draft = draftOf(record, context);
    expect(draft.parts).toEqual({ data: record.value });
    expect(inputOf(draft, context)).toEqual(record);
    expect(withType(draft, 'A').parts).toEqual({ address: '' });
  });
});

describe('parameters', () => {
  it('mean the same after they were rows', () => {
    fc.assert(
      fc.property(params, (text) => {
        const value = `1 . ${text}`.trim();
        fc.pre(parseRecordValue('SVCB', value, context).ok);
        const again = `1 . ${writeParams(readParams(text))}`.trim();
        expect(published('SVCB', again)).toEqual(published('SVCB', value));
      }),
    );
  });

  it.each([
    [
      'alpn="h2,h3" port=8443',
      [
        ['alpn', 'h2,h3'],
        ['port', '8443'],
      ],
    ],
    [
      'no-default-alpn key99="a b"',
      [
        ['no-default-alpn', ''],
        ['key99', 'a b'],
      ],
    ],
    ['key99="say \\"hi\\""', [['key99', 'say \\"hi\\"']]],
  ])('%s', (text, rows) => {
    expect(readParams(text).map(({ key, value }) => [key, value])).toEqual(rows);
  });
});

describe('a name', () => {
  it.each([
    ['', '@'],
    ['@', '@'],
    [' WWW ', 'www'],
    ['www.example.com', 'www'],
    ['example.com.', '@'],
  ])('%j is sent as %s', (name, sent) => {
    expect(inputOf({ ...newDraft(), name }, context).name).toBe(sent);
  });
});

describe('another type', () => {
  it('keeps name and time to live, and what means the same', () => {
    const alias = withType(
      { ...newDraft({ type: 'CNAME', name: 'shop', parts: { target: 'a.example' } }), ttl: '300' },
      'ALIAS',
    );
    expect(alias).toMatchObject({ name: 'shop', ttl: '300', parts: { target: 'a.example' } });
    expect(withType(alias, 'MX').parts).toEqual({ priority: '10', host: '' });
  });

  it('finds its way under a service name and back', () => {
    const srv = withType(newDraft({ name: 'office' }), 'SRV');
    expect(srv.name).toBe('_._tcp.office');
    expect(withType(srv, 'A').name).toBe('office');
    expect(withType({ ...srv, name: '_sip._tcp.office' }, 'A').name).toBe('_sip._tcp.office');
  });
});

function spaced(...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc
    .tuple(gaps, ...parts)
    .map(([gap, ...words]) => words.filter((word) => word !== '').join(gap));
}

/** What reaches the DNS, and the warning beside it. */
function published(type: RecordType, value: string): unknown {
  const result = parseRecordValue(type, value, context);
  if (!result.ok) return result.message;
  const rdata = recordRdata(result.data);
  return rdata === null ? { data: result.data } : rdata;
}
