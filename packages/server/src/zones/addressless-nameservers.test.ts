import type { RecordType } from '@hostmaster/dns/records';
import { expect, it } from 'vitest';
import { addresslessNameservers } from './addressless-nameservers.ts';

const nameservers = [
  'ns1.example.com',
  'ns2.example.com',
  'a.ns.example.com',
  'example.com',
  'ns.badexample.com',
];

it.each<[readonly (readonly [string, RecordType])[], readonly string[]]>([
  [[], ['ns1.example.com', 'ns2.example.com', 'a.ns.example.com', 'example.com']],
  [
    [
      ['ns1', 'A'],
      ['ns2', 'TXT'],
      ['@', 'AAAA'],
    ],
    ['ns2.example.com', 'a.ns.example.com'],
  ],
  [
    [
      ['*', 'A'],
      ['ns2', 'CNAME'],
      ['*.ns', 'TXT'],
    ],
    ['ns2.example.com', 'a.ns.example.com', 'example.com'],
  ],
  // ns is an empty non-terminal: the wildcard above it does not cover a.ns (RFC 4592, 2.2.2).
  [
    [
      ['*', 'A'],
      ['b.ns', 'A'],
      ['@', 'A'],
    ],
    ['a.ns.example.com'],
  ],
  // Below a delegation only glue counts.
  [
    [
      ['*', 'A'],
      ['ns', 'NS'],
      ['@', 'A'],
    ],
    ['a.ns.example.com'],
  ],
  [
    [
      ['*', 'A'],
      ['ns', 'NS'],
      ['a.ns', 'A'],
      ['@', 'A'],
    ],
    [],
  ],
])('with %j there is no address for %j', (held, expected) => {
  const records = held.map(([name, type]) => ({ name, type }));
  const input = { zone: 'example.com', nameservers, records };
  expect(addresslessNameservers({ ...input, addressTypes: ['A', 'AAAA'] })).toEqual(expected);
});
