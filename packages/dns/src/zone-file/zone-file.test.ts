import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { records } from '../arbitraries.ts';
import { toHex } from '../bytes.ts';
import { goldenOrigin, goldenZone } from '../fixtures/golden-packets.ts';
import { Name } from '../name.ts';
import { typeName } from '../protocol.ts';
import { recordKey } from '../transfer/difference.ts';
import { readZoneEntries, readZoneFile, type ZoneFileOptions } from './read-zone-file.ts';
import { writeZoneFile } from './write-zone-file.ts';
import { ZoneFileError } from './zone-file-error.ts';

const origin = Name.parse('example.com');

function read(text: string, options: Partial<ZoneFileOptions> = {}): string[] {
  const all = [...readZoneFile(text, { origin, ...options })];
  return all.map(
    ({ name, ttlSeconds, type, rdata }) =>
      `${name} ${ttlSeconds} ${typeName(type)} ${toHex(rdata)}`,
  );
}

function fault(text: string, options: Partial<ZoneFileOptions> = {}): ZoneFileError {
  try {
    read(text, options);
  } catch (error) {
    if (error instanceof ZoneFileError) return error;
    throw error;
  }
  return expect.unreachable(`read without fault: ${text}`);
}

function faults(text: string, options: Partial<ZoneFileOptions> = {}): string[] {
  const entries = [...readZoneEntries(text, { origin, ...options })];
  return entries.filter((entry) => entry instanceof ZoneFileError).map(({ message }) => message);
}

describe('readZoneFile', () => {
  it.each([
    ['owner, TTL, class, type', 'a 60 IN A 192.0.2.1', 'a.example.com. 60 A c0000201'],
    ['class before TTL', 'a IN 60 A 192.0.2.1', 'a.example.com. 60 A c0000201'],
    ['no class', 'a 60 A 192.0.2.1', 'a.example.com. 60 A c0000201'],
    ['lower case', 'a 60 in a 192.0.2.1', 'a.example.com. 60 A c0000201'],
    ['TTL units', 'a 1h30m A 192.0.2.1', 'a.example.com. 5400 A c0000201'],
    ['TTL of weeks', 'a 1W A 192.0.2.1', 'a.example.com. 604800 A c0000201'],
    ['absolute owner', 'a.example.net. 60 A 192.0.2.1', 'a.example.net. 60 A c0000201'],
    ['the origin', '@ 60 A 192.0.2.1', 'example.com. 60 A c0000201'],
    ['an escaped at sign', '\\@ 60 A 192.0.2.1', '\\@.example.com. 60 A c0000201'],
    ['an owner like a type', 'A 60 A 192.0.2.1', 'A.example.com. 60 A c0000201'],
    ['tabs and a comment', 'a\t60\tA\t192.0.2.1 ; why', 'a.example.com. 60 A c0000201'],
    ['CRLF', 'a 60 A 192.0.2.1\r\n', 'a.example.com. 60 A c0000201'],
    ['a byte order mark', '\ufeffa 60 A 192.0.2.1', 'a.example.com. 60 A c0000201'],
    [
      'relative names in data',
      '@ 60 MX 5 m',
      'example.com. 60 MX 0005016d076578616d706c6503636f6d00',
    ],
    ['absolute names in data', '@ 60 MX 5 m.', 'example.com. 60 MX 0005016d00'],
    ['quoted text', 'a 60 TXT "x;y (z)" w', 'a.example.com. 60 TXT 07783b7920287a290177'],
    ['escapes in text', 'a 60 TXT "\\"\\\\\\200" \\;', 'a.example.com. 60 TXT 03225cc8013b'],
    ['strings that touch', 'a 60 TXT "x""y"', 'a.example.com. 60 TXT 01780179'],
    ['an unknown type', 'a 60 TYPE999 \\# 3 ab cdef', 'a.example.com. 60 TYPE999 abcdef'],
    ['an unknown type, empty', 'a 60 TYPE999 \\# 0', 'a.example.com. 60 TYPE999 '],
    ['a known type in generic form', 'a 60 A \\# 4 c0000201', 'a.example.com. 60 A c0000201'],
    ['a known type by number', 'a 60 TYPE1 192.0.2.1', 'a.example.com. 60 A c0000201'],
  ])('reads %s', (_what, text, line) => {
    expect(read(text)).toEqual([line]);
  });

  it('joins lines within parentheses, comments and all', () => {
    const text = `${'@ 60 SOA ns. host. ( 1 ; serial\n 2 ( '.replace('( ', '')}3\n)  4 5`;
    expect(() => read(text)).toThrow();
    expect(read('@ 60 SOA ns. host. ( 1 ; serial )\n  2\n3)  4 5\na 60 A 192.0.2.1')).toEqual([
      'example.com. 60 SOA 026e730004686f73740000000001000000020000000300000004' + '00000005',
      'a.example.com. 60 A c0000201',
    ]);
  });

  it('gives a line that starts with a blank the owner before it', () => {
    expect(read('a 60 A 192.0.2.1\n  60 A 192.0.2.2\n\n\t60 A 192.0.2.3')).toEqual([
      'a.example.com. 60 A c0000201',
      'a.example.com. 60 A c0000202',
      'a.example.com. 60 A c0000203',
    ]);
  });

  it('follows $ORIGIN, relative ones too', () => {
    const text = '$ORIGIN sub\na 60 A 192.0.2.1\n$ORIGIN example.net.\na 60 A 192.0.2.2';
    expect(read(text)).toEqual([
      'a.sub.example.com. 60 A c0000201',
      'a.example.net. 60 A c0000202',
    ]);
  });

  it('takes TTLs from the record, $TTL, the last record, the caller or the SOA', () => {
    expect(read('$TTL 1h\na A 192.0.2.1\na 60 A 192.0.2.2\na A 192.0.2.3')).toEqual([
      'a.example.com. 3600 A c0000201',
      'a.example.com. 60 A c0000202',
      'a.example.com. 3600 A c0000203',
    ]);
    expect(read('a 60 A 192.0.2.1\na A 192.0.2.2')[1]).toContain(' 60 ');
    expect(read('a A 192.0.2.1', { defaultTtlSeconds: 77 })[0]).toContain(' 77 ');
    expect(read('@ SOA . . 1 2 3 4 300\na A 192.0.2.1')[1]).toContain(' 300 ');
  });

  it.each([
    ['$INCLUDE /etc/passwd', 1, 1, '$INCLUDE is not allowed'],
    ['$include x', 1, 1, '$INCLUDE is not allowed'],
    ['$GENERATE 1-9 a A 192.0.2.$', 1, 1, 'is not supported'],
    ['$TTL', 1, 1, '$TTL needs a time'],
    ['$TTL soon', 1, 6, 'the TTL "soon"'],
    ['$ORIGIN', 1, 1, '$ORIGIN needs a name'],
    ['$ORIGIN a..b', 1, 9, 'empty label'],
    ['$TTL 60 70', 1, 9, 'too much'],
    ['\n\na 60 A 999.1.1.1', 3, 8, 'is not an IPv4 address'],
    ['a 60 A', 1, 6, '0 fields'],
    ['a 60', 1, 1, 'no type'],
    ['a 60 NOSUCH x', 1, 6, '"NOSUCH" is no record type'],
    ['a 60 TYPE70000 x', 1, 6, 'is no record type'],
    ['a 60 CH A 192.0.2.1', 1, 6, 'only class IN'],
    ['a 60 ANY x', 1, 6, 'never stands in a zone'],
    ['a 60 OPT \\# 0', 1, 6, 'never stands in a zone'],
    ['a 60 AXFR \\# 0', 1, 6, 'never stands in a zone'],
    ['a A 192.0.2.1', 1, 1, 'no TTL'],
    [' 60 A 192.0.2.1', 1, 1, 'no owner'],
    ['a 99999999999 A 192.0.2.1', 1, 3, 'is no record type'],
    ['a 2147483648 A 192.0.2.1', 1, 3, 'the TTL "2147483648"'],
    ['a 60 TXT "x', 1, 10, 'a quote is not closed'],
    ['a 60 TXT "x\ny"', 1, 10, 'a quote is not closed'],
    ['a 60 TXT (x', 1, 10, 'a "(" is never closed'],
    ['a 60 TXT x)', 1, 11, 'a ")" without its "("'],
    ['a 60 TXT ((x))', 1, 11, 'inside parentheses'],
    ['a 60 TXT x\u0000y', 1, 11, 'a control character'],
    [`a 60 TXT ${'x'.repeat(256)}`, 1, 10, '256 octets'],
    ['a 60 TYPE999 hello', 1, 14, 'only readable in the form'],
    ['a 60 APL 1:192.0.2.0/24', 1, 10, 'APL is only readable in the form'],
    ['a 60 TYPE999 \\# 3 abcd', 1, 14, 'has 2 octets, not 3'],
    ['a 60 TYPE999 \\# 1 xy', 1, 14, 'hex digits'],
    ['a 60 A \\# 3 c00002', 1, 8, 'A has 3 octets'],
    ['é 60 A 192.0.2.1', 1, 1, 'not ASCII'],
    [`${'a'.repeat(64)} 60 A 192.0.2.1`, 1, 1, '64 octets'],
  ])('finds the fault of %j', (text, line, column, message) => {
    const error = fault(text);
    expect([error.line, error.column]).toEqual([line, column]);
    expect(error.message).toContain(`line ${line}, column ${column}: `);
    expect(error.message).toContain(message);
  });

  it('yields null for lines without a record, so that its caller can pause', () => {
    const entries = [...readZoneEntries('\n; a comment\n$TTL 60\na A 192.0.2.1\n', { origin })];
    expect(entries.map((entry) => entry?.line ?? null)).toEqual([null, null, null, 4]);
  });

  it('continues after an unreadable record and yields it without data', () => {
    const text = 'a 60 A 192.0.2.1\n  60 KX 10 a.example.net.\nb APL \\# 0';
    const entries = [...readZoneEntries(text, { origin, defaultTtlSeconds: 60 })];
    expect(
      entries.map((entry) => {
        if (entry === null || entry instanceof ZoneFileError) return null;
        const { name, type, line, column, rdata } = entry;
        return [`${line}:${column} ${name} ${typeName(type)}`, rdata !== undefined].join(' ');
      }),
    ).toEqual([`1:1 a.${origin} A true`, `2:1 a.${origin} KX false`, `3:1 b.${origin} APL true`]);
    // It counts all the same, and the TTL that it states goes on to the next.
    const [, next] = readZoneEntries('a 77 KX 4 b\nb A 192.0.2.1', { origin });
    expect(next).toMatchObject({ ttlSeconds: 77 });
    expect(faults('a 60 KX x\n'.repeat(4), { recordsMax: 2 })).toEqual([
      'line 3, column 1: more than 2 records',
    ]);
  });

  it.each([
    ['values and types', 'a 60 A x\nb 60 A 192.0.2.1\nc 60 NOSUCH x', [1, 3]],
    ['an owner that others omit', 'é 60 A 192.0.2.1\n 60 A 192.0.2.2\n 60 A x', [1, 3]],
    ['one missing owner', ' 60 A 192.0.2.1\n 60 A 192.0.2.2', [1]],
    ['directives', '$INCLUDE a\n$TTL x\na 60 A 192.0.2.1\n$NOSUCH', [1, 2, 4]],
    ['quotes', 'a 60 TXT "x\nb 60 TXT "y"\nc 60 TXT z"z', [1, 3]],
    ['a stray parenthesis', 'a 60 TXT x )\nb 60 A x', [1, 2]],
    ['parentheses in one line', 'a 60 TXT ((x))\nb 60 A x', [1, 2]],
    ['a parenthesis open at the end', '@ 60 SOA a. b. (\n 1 2\n\t3 4 5\nb 60 A x', [1, 4]],
    ['a parenthesis open until the next', 'a 60 TXT (x\nb 60 TXT (\n y )\nc 60 A x', [2, 4]],
    ['an entry that is too long', `a 60 TXT (${'\n;'.repeat(200_000)}\nb 60 A x`, [1, 200_002]],
  ])('finds every fault: %s', (_, text, lines) => {
    expect(faults(text).map((message) => Number(/^line (\d+)/.exec(message)?.[1]))).toEqual(lines);
  });

  it('returns the line of each record', () => {
    const [first, second] = readZoneFile('; head\na 60 A 192.0.2.1\n  60 A 192.0.2.2', { origin });
    expect([first?.line, second?.line]).toEqual([2, 3]);
  });

  it('is bounded', () => {
    expect(fault('a 60 A 192.0.2.1', { lengthMax: 10 }).message).toContain('longer than 10');
    const three = 'a 60 A 192.0.2.1\n'.repeat(3);
    expect(fault(three, { recordsMax: 2 }).message).toContain('more than 2 records');
    expect(fault('\n\n; x\n', { linesMax: 2 }).line).toBe(3);
    expect(read('a 60 A 192.0.2.1\n\n', { linesMax: 2 })).toHaveLength(1);
    expect(fault(`a 60 TXT (${'\n'.repeat(300_000)}`).message).toContain('longer than any record');
  });

  it('answers any text with records or a ZoneFileError', () => {
    const piece = fc.constantFrom(
      'a',
      '@',
      ' ',
      '\n',
      '60',
      'IN',
      'A',
      'TXT',
      'SOA',
      'SVCB',
      '192.0.2.1',
      '"',
      '\\',
      '(',
      ')',
      ';',
      '\\#',
      '$ORIGIN',
      '$TTL',
      '.',
      '1',
      'é',
      'alpn=h2',
      '\\000',
      '\t',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          read(pieces.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(ZoneFileError);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('writeZoneFile', () => {
  it('writes owners relative to the origin and data absolute', () => {
    const text =
      '@ 60 MX 5 mail\nwww 60 CNAME @\nx.example.net. 60 TYPE999 \\# 0\n\\@ 60 TXT "\\""';
    expect([...writeZoneFile(readZoneFile(text, { origin }), { origin })]).toEqual([
      '$ORIGIN example.com.\n',
      '@\t60\tIN\tMX\t5 mail.example.com.\n',
      'www\t60\tIN\tCNAME\texample.com.\n',
      'x.example.net.\t60\tIN\tTYPE999\t\\# 0\n',
      '\\@\t60\tIN\tTXT\t"\\""\n',
    ]);
  });

  it('reads back whatever it wrote', () => {
    fc.assert(
      fc.property(fc.array(records, { maxLength: 6 }), (list) => {
        const text = [...writeZoneFile(list, { origin })].join('');
        const back = [...readZoneFile(text, { origin: Name.root })];
        expect(back.map(recordKey)).toEqual(list.map(recordKey));
      }),
    );
  });

  it('reads back the golden zone', () => {
    const text = [...writeZoneFile(goldenZone(), { origin: goldenOrigin })].join('');
    const back = [...readZoneFile(text, { origin: Name.root })];
    expect(back.map(recordKey)).toEqual(goldenZone().map(recordKey));
  });
});
