import { expect, it } from 'vitest';
import { describePlan, describeResult, type ImportPlan } from './plan-summary.ts';

const nothing: ImportPlan['counts'] = {
  added: 0,
  changed: 0,
  removed: 0,
  unchanged: 0,
  refused: 0,
  notes: 0,
};

it('mentions only what happens', () => {
  expect(describeResult({ added: 2, changed: 0, removed: 1 })).toBe('2 records added, 1 removed');
});

it.each<[string, Partial<ImportPlan['counts']>]>([
  ['No changes.', {}],
  ['No changes. 1 record unchanged.', { unchanged: 1 }],
  [
    '1 record added. 2 records unchanged. 5,000 records rejected.',
    { added: 1, unchanged: 2, refused: 5_000 },
  ],
])('%s', (words, counts) => {
  expect(describePlan({ counts: { ...nothing, ...counts } })).toBe(words);
});
