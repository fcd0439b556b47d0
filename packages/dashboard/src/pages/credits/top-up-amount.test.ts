import { describe, expect, it } from 'vitest';
import { readAmount } from '../../credits/read-amount.ts';
import { formatAmount } from '../../ui/text/credits.tsx';
import { amountProblem, firstAmount, type TopUpTerms } from './top-up-amount.ts';

const terms: TopUpTerms = {
  provider: 'sandbox',
  minimumCredits: 5,
  maximumCredits: 10_000,
  suggestions: [25, 50],
};

describe('readAmount', () => {
  it.each([
    ['25', 25],
    [' 25.5 ', 25.5],
    ['25,50', 25.5],
    ['1e3', null],
    ['-5', null],
    ['1.234', null],
    ['1,000.00', null],
  ])('reads %j as %j', (text, amount) => {
    expect(readAmount(text)).toBe(amount);
  });
});

describe('amountProblem', () => {
  it.each([
    ['', 'Enter an amount.'],
    ['many', 'Enter a number, such as 25 or 25.50.'],
    ['4.99', 'The minimum is 5 credits.'],
    ['10000.01', `The maximum is ${formatAmount(10_000)} credits.`],
    ['5', null],
    ['10000', null],
  ])('says about %j: %j', (text, problem) => {
    expect(amountProblem(text, terms)).toBe(problem);
  });
});

describe('firstAmount', () => {
  it('is what is missing, in whole credits and within the limits', () => {
    expect(firstAmount(12.2, terms)).toBe('13');
    expect(firstAmount(1, terms)).toBe('5');
    expect(firstAmount(99_999, terms)).toBe('10000');
  });

  it('is the usual amount otherwise', () => {
    expect(firstAmount(undefined, terms)).toBe('50');
  });
});
