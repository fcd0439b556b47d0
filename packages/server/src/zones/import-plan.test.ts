import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { planImport } from './import-plan.ts';
import { InvalidZoneFile } from './read-import-file.ts';

const held: readonly StoredRecord[] = [
  { id: 'rec_1', type: 'A', name: 'www', ttlSeconds: 3_600, value: '192.0.2.1' },
  { id: 'rec_2', type: 'CNAME', name: 'docs', ttlSeconds: 3_600, value: 'Old.example.net' },
  { id: 'rec_3', type: 'TXT', name: '@', ttlSeconds: 3_600, value: 'raw; text' },
  { id: 'rec_4', type: 'TLS', name: 'x', ttlSeconds: 3_600, value: 'not TLSA' },
  { id: 'rec_5', type: 'NS', name: '@', ttlSeconds: 3_600, value: 'ns.example.net' },
];

function plan(text: string, mode: 'merge' | 'mirror' = 'merge') {
  return planImport({
    zone: 'example.com',
    text,
    pages: [held],
    mode,
    linesMax: 1_000,
    ttl: { min: 60, max: 86_400, default: 3_600 },
  });
}

describe('an import plan', () => {
  it('adds new records, changes different ones and keeps the rest', async () => {
    const text = [
      '$TTL 3600',
      '@ SOA ns.example.net. a.example.net. 1 1 1 1 1',
      '@ NS ns.example.net.',
      '@ TXT "raw; text"',
      'www 300 A 192.0.2.1',
      'www A 192.0.2.2',
      'docs CNAME new.example.net.',
    ].join('\n');
    expect(await plan(text)).toEqual({
      added: [{ name: 'www', type: 'A', ttl: 3_600, value: '192.0.2.2', line: 6 }],
      changed: [
        {
          id: 'rec_1',
          line: 5,
          before: { name: 'www', type: 'A', ttl: 3_600, value: '192.0.2.1' },
          after: { name: 'www', type: 'A', ttl: 300, value: '192.0.2.1' },
        },
        {
          id: 'rec_2',
          line: 7,
          before: { name: 'docs', type: 'CNAME', ttl: 3_600, value: 'Old.example.net' },
          after: { name: 'docs', type: 'CNAME', ttl: 3_600, value: 'new.example.net.' },
        },
      ],
      removed: [],
      unchanged: 1,
      refused: { first: [], count: 0 },
      notes: {
        first: [{ line: 2, note: expect.stringMatching(/^SOA ignored.*; 1 NS .* nameservers/) }],
        count: 1,
      },
    });
  });

  it('in mirror mode removes records missing from the file, except those no file can hold', async () => {
    const { removed, unchanged } = await plan('www 3600 A 192.0.2.1\n', 'mirror');
    expect(removed.map(({ id }) => id)).toEqual(['rec_2', 'rec_3']);
    expect(unchanged).toBe(1);
  });

  it('refuses single lines with a reason and imports the others', async () => {
    const text = [
      '*.a 60 DNAME \\# 3 016100',
      'b.example.org. 60 A 192.0.2.1',
      'c 60 DS 1 8 2 00',
      'sp\\032ace 60 A 192.0.2.1',
      'd 60 TYPE65401 \\# 2 0161',
      '@ 60 RRSIG A 13 2 60 20300101000000 20260101000000 1 example.com. AA==',
      '@ 60 SPF "v=spf1 -all"',
      `@ 60 DS 1 8 2 ${'00'.repeat(32)}`,
      'e 60 A 192.0.2.1',
    ].join('\n');
    const { added, refused } = await plan(text);
    expect(refused.first.map(({ line, column }) => [line, column])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
      [5, 1],
      [6, 1],
      [7, 1],
      [8, 1],
    ]);
    expect(refused.first.map(({ reason }) => reason).join('\n')).toMatch(
      /DNAME.*\n.*outside example\.com\n.*32 octets.*\n.*name.*\n.*end\n.*signer.*\n.*TYPE99.*\n.*delegated/,
    );
    expect(added.map(({ name }) => name)).toEqual(['e']);
  });

  it('adjusts a TTL to the allowed range with a note; duplicates count once', async () => {
    const { added, notes } = await plan('a 5 A 192.0.2.1\na 1w A 192.0.2.2\na 60 A 192.0.2.1\n');
    expect(added.map(({ ttl }) => ttl)).toEqual([60, 86_400]);
    expect(notes.first.map(({ note }) => note)).toEqual([
      'TTL 5 becomes 60',
      'TTL 604800 becomes 86400',
      'repeats line 1',
    ]);
  });

  it('refuses a file with lines that cannot be parsed, and says where each is', async () => {
    const text = [
      'a 60 A 192.0.2.1',
      'b 60 A 192.0.2.999',
      '$INCLUDE /etc/passwd',
      'a 60 TXT "x',
      'c 60 A 192.0.2.1',
    ].join('\n');
    await expect(plan(text)).rejects.toThrow('the zone file has 3 errors');
    const error = await plan(text).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      faults: {
        first: [
          expect.stringMatching(/^line 2, column 8: /),
          expect.stringMatching(/^line 3, column 1: \$INCLUDE/),
          expect.stringMatching(/^line 4, column 10: /),
        ],
        count: 3,
      },
    });
  });
});

describe('the whole zone of a real domain', () => {
  it('comes in from an export of Cloudflare', async () => {
    const { added, refused, notes } = await planFixture('cloudflare.zone');
    expect(refused).toEqual({ first: [], count: 0 });
    expect(countByType(added)).toBe(
      'A 3, AAAA 1, CAA 3, CERT 1, CNAME 2, DS 1, HTTPS 1, LOC 1, MX 2, NAPTR 2, NS 1, OPENPGPKEY 1, SMIMEA 1, SRV 2, SSHFP 1, TLS 1, TXT 3, URI 1',
    );
    expect(notes).toEqual({
      first: [
        {
          line: 10,
          note: "SOA ignored: set the domain's SOA record instead (the file has dns@example.net, refresh 10000, retry 2400, expire 604800, negative TTL 3600); 2 NS of the domain itself ignored: set the domain's nameservers instead",
        },
        { line: 15, note: 'TTL 1 (automatic) becomes 3600 on 27 lines' },
      ],
      count: 2,
    });
    expect(new Set(added.map(({ ttl }) => ttl))).toEqual(new Set([3_600, 300]));
  });

  it('comes in from a zone file of BIND', async () => {
    const { added, refused, notes } = await planFixture('bind.zone');
    expect(refused).toEqual({ first: [], count: 0 });
    expect(countByType(added)).toBe(
      'A 5, AAAA 1, CAA 2, CERT 1, CNAME 2, DS 1, HINFO 1, LOC 1, MX 1, NAPTR 2, NS 1, OPENPGPKEY 1, RP 1, SRV 1, SSHFP 2, TLS 1, TXT 2, TYPE65534 1, URI 1',
    );
    expect(notes.count).toBe(1);
    const find = (name: string, type: string) =>
      added.find((one) => one.name === name && one.type === type);
    expect(find('mail', 'A')).toMatchObject({ ttl: 5_400, value: '192.0.2.25' });
    expect(find('dev', 'NS')).toMatchObject({ ttl: 86_400, value: 'ns.dev.example.com.' });
    expect(find('private', 'TYPE65534')).toMatchObject({ value: '\\# 6 000102030405' });
    expect(added.filter(({ type }) => type === 'CAA').map(({ value }) => value)).toEqual([
      '0 issue "ca.example.net; accounturi=https://ca.example.net/acct/1"',
      '0 issue "letsencrypt.org"',
    ]);
  });
});

describe('the plan of an import into a large zone', () => {
  const ttl = { min: 60, max: 86_400, default: 3_600 };
  const input = { zone: 'example.com', linesMax: 1_000, changesMax: 100, ttl };

  function* pages(count: number, read: () => void = () => {}) {
    for (let page = 0; page < count; page += 1) {
      read();
      yield Array.from({ length: 500 }, (_, index): StoredRecord => {
        const number = page * 500 + index;
        const rest = { type: 'A', ttlSeconds: 3_600, value: '192.0.2.1' } as const;
        return { id: `rec_${number}`, name: `n${number}`, ...rest };
      });
    }
  }

  it('reads no record for a file that is refused', async () => {
    let readCount = 0;
    const read = () => {
      readCount += 1;
    };
    const refused = planImport({
      ...input,
      text: 'a A x (',
      mode: 'mirror',
      pages: pages(3, read),
    });
    await expect(refused).rejects.toBeInstanceOf(InvalidZoneFile);
    expect(readCount).toBe(0);
  });

  it('is refused with the number of all changes, and made of as many as are allowed', async () => {
    const text = 'n7 A 192.0.2.1\nnew A 192.0.2.1\nn8 300 A 192.0.2.1';
    const mirror = planImport({ ...input, text, mode: 'mirror', pages: pages(3) });
    await expect(mirror).rejects.toThrow('makes 1500 changes; at most 100 are');
    const allowed = { ...input, changesMax: 1_500 };
    const plan = await planImport({ ...allowed, text, mode: 'mirror', pages: pages(3) });
    expect(plan.removed).toHaveLength(1_498);
    const merged = await planImport({ ...input, text, mode: 'merge', pages: pages(3) });
    expect(merged).toMatchObject({ unchanged: 1, removed: [], added: [{ name: 'new' }] });
    expect(merged.changed.map(({ after }) => after)).toEqual([
      { name: 'n8', type: 'A', ttl: 300, value: '192.0.2.1' },
    ]);
  });
});

function planFixture(name: string) {
  return planImport({
    zone: 'example.com',
    text: readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8'),
    pages: [],
    mode: 'merge',
    linesMax: 1_000,
    ttl: { min: 60, max: 86_400, default: 3_600 },
  });
}

function countByType(records: readonly { readonly type: string }[]): string {
  const counts = [...Map.groupBy(records, ({ type }) => type)].map(
    ([type, group]) => `${type} ${group.length}`,
  );
  return counts.sort().join(', ');
}
