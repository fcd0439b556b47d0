import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AnswerBudget } from './answer-budget.ts';

const limits = {
  ...{ bytesPerOwner: 4, bytesInAll: 6, waitMs: 60_000, waitingPerOwner: 1 },
  refusal: 'Too many.',
};
const refusal = { code: 'rate_limited', retryAfterSeconds: 5 };

describe('AnswerBudget', () => {
  it('lets an answer wait for another of its owner, and refuses more', async () => {
    const budget = new AnswerBudget(limits);
    const end = await budget.reserve('a', 4);
    let hasBegun = false;
    const waiting = budget.reserve('a', 2).then((endLater) => {
      hasBegun = true;
      return endLater;
    });
    await expect(budget.reserve('a', 2)).rejects.toMatchObject(refusal);
    expect(() => budget.requirePlace('a')).toThrow('Too many.');
    budget.requirePlace('b');
    const endOther = await budget.reserve('b', 2);
    await nextTurn();
    expect(hasBegun).toBe(false);
    end();
    end();
    (await waiting)();
    endOther();
    expect(budget.bytes).toBe(0);
  });

  it('bounds all owners together, and refuses what has waited too long', async () => {
    const budget = new AnswerBudget({ ...limits, waitMs: 1 });
    const ends = [await budget.reserve('a', 4), await budget.reserve('b', 2)];
    await expect(budget.reserve('c', 1)).rejects.toMatchObject(refusal);
    for (const end of ends) end();
    (await budget.reserve('c', 4))();
    expect(budget.bytes).toBe(0);
  });
});
