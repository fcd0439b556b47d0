import { presentRdata, typeName } from '@hostmaster/dns';
import type { RecordType } from '@hostmaster/dns/records';
import { describe, expect, it } from 'vitest';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import type { TargetAddresses } from './flatten-owner.ts';
import { flattenedTargets } from './flattened-targets.ts';
import { publishOwner } from './publish-owner.ts';

type Saved = readonly [type: RecordType, value: string, ttlSeconds?: number];

const tlsa = `3 1 1 ${'ab'.repeat(32)}`;

describe('what one name publishes', () => {
  it.each<[RecordType, string, string]>([
    ['A', '192.0.2.1', 'A 192.0.2.1'],
    ['AAAA', '2001:DB8::1', 'AAAA 2001:db8::1'],
    ['CNAME', 'Target.example.NET', 'CNAME target.example.net.'],
    ['HTTPS', '1 . alpn="h2,h3"', 'HTTPS 1 . alpn="h2,h3"'],
    ['MX', 'mail.example.net', 'MX 10 mail.example.net.'],
    ['MX', '5 @', 'MX 5 example.com.'],
    ['NS', 'ns1.example.net', 'NS ns1.example.net.'],
    ['PTR', 'host.example.net', 'PTR host.example.net.'],
    ['SRV', '1 2 3 host.example.net', 'SRV 1 2 3 host.example.net.'],
    ['SVCB', '1 svc.example.net port=853', 'SVCB 1 svc.example.net. port=853'],
    ['TLS', tlsa, `TLSA ${tlsa}`],
    ['TXT', 'say "hi"; \\ done', 'TXT "say \\"hi\\"; \\\\ done"'],
  ])('%s %s', (type, value, expected) => {
    expect(publish('www', [[type, value]])).toEqual({
      records: [`www.example.com. 300 ${expected}`],
      warnings: [],
    });
  });

  it('long text is split into strings of 255 octets', () => {
    const { records } = publish('www', [['TXT', 'x'.repeat(600)]]);
    expect(records[0]?.match(/"x*"/g)?.map((string) => string.length - 2)).toEqual([255, 255, 90]);
  });

  it('duplicates are published once, with the smallest TTL of the set', () => {
    const saved: Saved[] = [
      ['A', '192.0.2.2', 600],
      ['A', '192.0.2.1', 120],
      ['A', '192.0.2.1', 900],
      ['TXT', 'apart', 3600],
    ];
    expect(publish('@', saved)).toEqual({
      records: [
        'example.com. 120 A 192.0.2.1',
        'example.com. 120 A 192.0.2.2',
        'example.com. 3600 TXT "apart"',
      ],
      warnings: [
        '0: published with TTL 120: all records of one name and type have the smallest TTL of them',
        '2: published with TTL 120: all records of one name and type have the smallest TTL of them',
        '2: not published: an older record has the same name, type and value',
      ],
    });
  });

  it('a set too large for a message keeps its oldest records', () => {
    const large = Array.from({ length: 22 }, (_, index) => text(index));
    const others: StoredRecord = { ...text(0), id: 'a', type: 'A', value: '192.0.2.1' };
    const newestFirst = [...large.toReversed(), others];
    const { records, warnings } = publishOwner({ ...www, records: newestFirst });
    const shown = records.map((record) => presentRdata(record).slice(0, 10));
    expect(shown).toEqual(['192.0.2.1', ...large.slice(0, 15).map(start)]);
    expect(warnings).toEqual(
      large.slice(15).map(({ id }) => ({
        recordId: id,
        code: 'set_too_large',
        message: expect.stringMatching(/^not published: .* 60000 octets/),
      })),
    );
  });

  it('a duplicate does not count towards the size of its set', () => {
    const large = Array.from({ length: 30 }, (_, index) => ({
      ...text(index % 15),
      id: `${index}`,
    }));
    const { records, warnings } = publishOwner({ ...www, records: large });
    expect(records).toHaveLength(15);
    expect(warnings).toHaveLength(15);
    expect(new Set(warnings.map(({ message }) => message))).toEqual(
      new Set(['not published: an older record has the same name, type and value']),
    );
  });

  it('hosts that differ only in case are published once', () => {
    const saved: Saved[] = [
      ['MX', '10 Mail.example.net'],
      ['MX', 'mail.example.net.'],
    ];
    expect(publish('@', saved).records).toEqual(['example.com. 300 MX 10 mail.example.net.']);
  });
});

describe('records that cannot be published as stored', () => {
  it('TLS text that is not TLSA', () => {
    expect(publish('www', [['TLS', 'whatever']])).toMatchObject({
      records: [],
      warnings: [expect.stringMatching(/^0: stored but not published/)],
    });
  });

  it.each(['@', '*', '*.sub'])('NS at %s', (owner) => {
    const { records, warnings } = publish(owner, [
      ['NS', 'ns1.example.net'],
      ['TXT', 'stays'],
    ]);
    expect(records).toHaveLength(1);
    expect(warnings).toEqual([expect.stringMatching(/^0: not published/)]);
  });

  it('a value that the grammar no longer accepts', () => {
    expect(publish('www', [['A', 'not an address']])).toMatchObject({
      records: [],
      warnings: [expect.stringMatching(/^0: not published/)],
    });
  });
});

describe('flattening', () => {
  const target = 'target.example.net';
  const known = new Map([[target, answer(30, '192.0.2.9', '2001:db8::9')]]);

  it.each<[string, string, Saved[]]>([
    ['ALIAS', 'www', [['ALIAS', target]]],
    ['a CNAME at the apex', '@', [['CNAME', target]]],
  ])('%s becomes the addresses of its target', (_, owner, saved) => {
    const name = owner === '@' ? 'example.com.' : `${owner}.example.com.`;
    expect(publish(owner, saved, known).records).toEqual([
      `${name} 60 A 192.0.2.9`,
      `${name} 60 AAAA 2001:db8::9`,
    ]);
  });

  it('a CNAME beside other data is flattened, and the other data stays', () => {
    const saved: Saved[] = [
      ['CNAME', target],
      ['TXT', 'other'],
    ];
    expect(publish('www', saved, known).records).toEqual([
      'www.example.com. 60 A 192.0.2.9',
      'www.example.com. 300 TXT "other"',
      'www.example.com. 60 AAAA 2001:db8::9',
    ]);
    expect(publish('www', saved)).toEqual({
      records: ['www.example.com. 300 TXT "other"'],
      warnings: [`0: publishes nothing: ${target} has no known address`],
    });
  });

  it('a CNAME beside text that is not published stays a CNAME', () => {
    const saved: Saved[] = [
      ['CNAME', target],
      ['TLS', 'whatever'],
    ];
    expect(publish('www', saved).records).toEqual([`www.example.com. 300 CNAME ${target}.`]);
  });

  it('the same CNAME twice is one; two different ones are flattened', () => {
    expect(
      publish('www', [
        ['CNAME', target],
        ['CNAME', `${target}.`, 60],
      ]).records,
    ).toEqual([`www.example.com. 60 CNAME ${target}.`]);
    const two: Saved[] = [
      ['CNAME', target],
      ['CNAME', 'second.example.net'],
    ];
    expect(publish('www', two, known).records).toHaveLength(2);
  });

  it('explicit addresses and delegations take precedence', () => {
    for (const first of [['AAAA', '2001:db8::1'] as const, ['NS', 'ns.example.net'] as const]) {
      const { records, warnings } = publish('www', [first, ['ALIAS', target]], known);
      expect(records).toHaveLength(1);
      expect(warnings).toEqual([expect.stringMatching(/^1: not published/)]);
    }
  });

  it('TTL: min(record, max(60, chain))', () => {
    const ttl = (record: number, chain: number) =>
      publish('@', [['ALIAS', target, record]], new Map([[target, answer(chain, '192.0.2.9')]]))
        .records;
    expect(ttl(300, 10)).toEqual(['example.com. 60 A 192.0.2.9']);
    expect(ttl(300, 200)).toEqual(['example.com. 200 A 192.0.2.9']);
    expect(ttl(300, 9000)).toEqual(['example.com. 300 A 192.0.2.9']);
  });

  it('only targets that are flattened need addresses', () => {
    const targets = (owner: string, saved: Saved[]) =>
      flattenedTargets({ zone: 'example.com', owner, records: saved.map(stored) });
    expect(targets('www', [['CNAME', target]])).toEqual([]);
    expect(targets('@', [['CNAME', target]])).toEqual([target]);
    expect(
      targets('www', [
        ['CNAME', target],
        ['TXT', 'x'],
      ]),
    ).toEqual([target]);
    expect(
      targets('www', [
        ['ALIAS', 'Target.example.net'],
        ['A', '192.0.2.1'],
      ]),
    ).toEqual([]);
  });
});

function publish(
  owner: string,
  saved: readonly Saved[],
  addresses: ReadonlyMap<string, TargetAddresses> = new Map(),
): { records: string[]; warnings: string[] } {
  const { records, warnings } = publishOwner({
    zone: 'example.com',
    owner,
    records: saved.map(stored),
    addresses,
  });
  return {
    records: records.map(
      ({ name, ttlSeconds, type, rdata }) =>
        `${name} ${ttlSeconds} ${typeName(type)} ${presentRdata({ type, rdata })}`,
    ),
    warnings: warnings.map(({ recordId, message }) => `${recordId}: ${message}`),
  };
}

function stored([type, value, ttlSeconds = 300]: Saved, index: number): StoredRecord {
  return { id: String(index), type, name: 'ignored', ttlSeconds, value };
}

const www = { zone: 'example.com', owner: 'www', addresses: new Map() };

/** Sixteen of these exceed the size limit of a set. */
function text(index: number): StoredRecord {
  const id = String(index).padStart(3, '0');
  return { id, type: 'TXT', name: 'www', ttlSeconds: 300, value: id.padEnd(3_900, 'x') };
}

function start({ value }: StoredRecord): string {
  return `"${value.slice(0, 9)}`;
}

function answer(ttlSeconds: number, ...texts: readonly string[]): TargetAddresses {
  const addresses = texts.map((text) => {
    const type = text.includes(':') ? 'AAAA' : 'A';
    const { records } = publishOwner({
      zone: 'example.com',
      owner: '@',
      records: [{ id: '', type, name: '@', ttlSeconds: 60, value: text }],
      addresses: new Map(),
    });
    return records[0]?.rdata ?? new Uint8Array();
  });
  return { ttlSeconds, addresses };
}
