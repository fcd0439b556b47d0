import { expect, it } from 'vitest';
import { describeTemplatePlan } from './template-plan.ts';

const record = { id: 'rec_1', type: 'MX', name: '@', ttl: 300, value: '10 mx.example' } as const;

it('says what a template does in one line', () => {
  const plan = { added: [record], changed: [], conflicts: [], unchanged: 0 };
  expect(describeTemplatePlan(plan)).toBe('1 record added.');
  expect(
    describeTemplatePlan({
      added: [record, record],
      changed: [{ before: record, after: record }],
      conflicts: [{ message: '', records: [record, record, record] }],
      unchanged: 4,
    }),
  ).toBe('2 records added, 1 changed, 3 conflicting, 4 already there.');
});
