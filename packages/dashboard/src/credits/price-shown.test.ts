import { expect, it } from 'vitest';
import { explainNewPrice, priceShown, quoteFor } from './price-shown.ts';

const quotes = [
  { years: 1, credits: 12 },
  { years: 2, credits: 24.5 },
];

it('hole 14: the price that is shown for the chosen years is sent', () => {
  expect(priceShown(quoteFor(quotes, 2))).toEqual({ maxCredits: 24.5 });
  expect(priceShown(quoteFor(quotes, 9))).toEqual({ maxCredits: 12 });
  expect(priceShown(quoteFor([], 1))).toEqual({});
});

it('hole 14: the new price is named', () => {
  expect(explainNewPrice({ required: 15 })).toContain('The price is now 15 credits.');
});
