import { expect, it } from 'vitest';
import { describePlan, describeResult, type ImportPlan } from './plan-summary.ts';

const nothing: ImportPlan = {
  added: [],
  changed: [],
  removed: [],
  unchanged: 0,
  refused: [],
  notes: [],
};
const record = { name: 'www', type: 'A', ttl: 300, value: '192.0.2.1' };

it('mentions only what happens', () => {
  expect(describeResult({ added: 2, changed: 0, removed: 1 })).toBe('2 added, 1 removed');
});

it.each<[string, Partial<ImportPlan>]>([
  ['No changes.', {}],
  ['No changes. 1 record unchanged.', { unchanged: 1 }],
  [
    '1 added. 2 records unchanged. 1 record rejected.',
    {
      added: [{ ...record, line: 1 }],
      unchanged: 2,
      refused: [{ line: 2, column: 1, record: 'x', reason: 'y' }],
    },
  ],
])('%s', (words, plan) => {
  expect(describePlan({ ...nothing, ...plan })).toBe(words);
});
