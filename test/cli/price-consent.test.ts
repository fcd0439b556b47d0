import { describe, expect, it } from 'vitest';
import { agreePrice } from '../../packages/server/src/commands/prices/agree-price.ts';

const offer = { credits: 14, offer: 'It costs 14 credits.' };

describe('the consent to a price, without a terminal', () => {
  it('is the amount of --max-credits, which may be higher than the price', async () => {
    expect(await agreePrice({ json: true, maxCredits: '14' }, offer)).toBe(14);
    expect(await agreePrice({ json: true, maxCredits: '20.50' }, offer)).toBe(20.5);
  });

  it.each([
    [undefined, 'It costs 14 credits. Accept it with --max-credits 14.'],
    ['13.99', 'It costs 14 credits. That is more than --max-credits.'],
    ['much', '--max-credits must be an amount such as 14, not "much".'],
    ['-14', '--max-credits must be an amount such as 14, not "-14".'],
  ])('is missing with %s', async (maxCredits, message) => {
    const flags = { json: true, ...(maxCredits === undefined ? {} : { maxCredits }) };
    await expect(agreePrice(flags, offer)).rejects.toThrow(message);
  });
});
