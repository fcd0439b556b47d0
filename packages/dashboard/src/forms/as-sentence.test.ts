import { expect, it } from 'vitest';
import { asSentence } from './as-sentence.ts';

it('turns the words of the API into a sentence of their own', () => {
  expect(asSentence('must be an IPv4 address')).toBe('Must be an IPv4 address.');
  expect(asSentence('Is that so?')).toBe('Is that so?');
  expect(asSentence('émigré')).toBe('Émigré.');
});
