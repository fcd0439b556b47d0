import type { RecordType } from '@hostmaster/dns/records';
import { expect, it } from 'vitest';
import { delegationWarnings } from './delegation-warnings.ts';

it('warns about what a delegation hides, and not about glue', () => {
  const records = [
    ['sub', 'NS'],
    ['sub', 'TXT'],
    ['sub', 'DS'],
    ['www.sub', 'DS'],
    ['alone', 'DS'],
    ['ns.sub', 'A'],
    ['ns.sub', 'AAAA'],
    ['www.sub', 'CNAME'],
    ['deep.sub', 'NS'],
    ['notsub', 'TXT'],
    ['@', 'NS'],
    ['@', 'TXT'],
    ['*', 'NS'],
    ['any', 'TXT'],
  ] as const satisfies [string, RecordType][];
  const warnings = delegationWarnings(
    'example.com',
    records.map(([name, type]) => ({
      id: `${name} ${type}`,
      type,
      name,
      ttlSeconds: 60,
      value: '',
    })),
  );
  expect(warnings.map(({ recordId }) => recordId)).toEqual([
    'sub TXT',
    'www.sub DS',
    'alone DS',
    'www.sub CNAME',
    'deep.sub NS',
  ]);
});
