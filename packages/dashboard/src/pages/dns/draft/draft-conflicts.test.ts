import { describe, expect, it } from 'vitest';
import { draftConflicts } from './draft-conflicts.ts';
import { recordContext } from './record-context.ts';
import { type DnsRecord, newDraft, type RecordDraft } from './record-draft.ts';

const context = recordContext('example.com');

const records: readonly DnsRecord[] = [
  record({ name: 'www', type: 'A', value: '192.0.2.1' }),
  record({ name: '@', type: 'TXT', value: 'v=spf1 -all' }),
  record({ name: '_dmarc', type: 'TXT', value: 'v=DMARC1; p=none' }),
];

describe('a draft beside the records that exist', () => {
  it.each<[string, Partial<RecordDraft>, RegExp | null]>([
    ['a new name', { name: 'mail', parts: { address: '192.0.2.9' } }, null],
    ['a second address', { name: 'www', parts: { address: '192.0.2.9' } }, null],
    ['a second SPF', { type: 'TXT', name: '@', parts: { text: 'v=spf1 mx -all' } }, /SPF/],
    [
      'a second DMARC',
      { type: 'TXT', name: '_dmarc', parts: { text: 'v=DMARC1; p=reject' } },
      /DMARC/,
    ],
    ['another text', { type: 'TXT', name: '@', parts: { text: 'site=1' } }, null],
  ])('%s', (_, change, warning) => {
    const warnings = draftConflicts({ ...newDraft(), ...change }, context, records);
    if (warning === null) expect(warnings).toEqual([]);
    else expect(warnings).toEqual([expect.stringMatching(warning)]);
  });
});

function record(facts: Pick<DnsRecord, 'name' | 'type' | 'value'>): DnsRecord {
  return { id: `${facts.name} ${facts.type}`, ttl: 3600, ...facts };
}
