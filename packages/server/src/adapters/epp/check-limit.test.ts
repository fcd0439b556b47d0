import { describe, expect, it } from 'vitest';
import { CheckLimit } from './check-limit.ts';
import { Refused } from './outcomes.ts';

const twenty = Array.from({ length: 20 }, (_, index) => `n${index}`);

/** A registry that takes so many names, and refuses some on their own. */
function registry(namesMax: number, refused: readonly string[] = []) {
  const sizes: number[] = [];
  return {
    sizes,
    async question(names: readonly string[]) {
      sizes.push(names.length);
      if (names.length > namesMax) throw new Refused(2306, 'Too many');
      if (names.some((name) => refused.includes(name))) throw new Refused(2306, 'Bad name');
      return names.map((name) => `${name} ok`);
    },
  };
}

describe('the number of names in a check', () => {
  it('is learned from a refusal and kept', async () => {
    const limit = new CheckLimit(100);
    const peer = registry(10);
    const answers = twenty.map((name) => `${name} ok`);
    expect(await limit.ask(twenty, peer.question, String)).toEqual(answers);
    expect(limit.namesMax).toBe(10);
    expect(await limit.ask(twenty, peer.question, String)).toEqual(answers);
    expect(peer.sizes).toEqual([20, 10, 10, 10, 10]);
  });

  it('is not learned from one bad name, which alone gets its own answer', async () => {
    const limit = new CheckLimit(10);
    const answers = await limit.ask(
      twenty,
      registry(100, ['n3']).question,
      (name, { message }) => `${name} ${message}`,
    );
    expect(answers.filter((answer) => !answer.endsWith(' ok'))).toEqual(['n3 Bad name']);
    expect(limit.namesMax).toBe(10);
  });
});
