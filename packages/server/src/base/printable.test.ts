import { expect, it } from 'vitest';
import { printable, printableJson } from './printable.ts';

it.each([
  ['plain', 'Grüße, 世界 👋', 'Grüße, 世界 👋'],
  ['line ends', 'a\nb\r\tc', 'a\\nb\\r\\tc'],
  ['an escape sequence', '\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
  ['an escape sequence of one character', '\u009b2J', '\\u009b2J'],
  ['line separators', 'a\u2028b\u0085c', 'a\\u2028b\\u0085c'],
  ['another direction', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
  ['half a character', 'a\ud800b', 'a\\ud800b'],
])('hole 10: %s', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

it('hole 10: JSON stays the same value', () => {
  const value = { text: 'a\u009b\u202e\n"\\' };
  const json = printableJson(value);
  expect(json).toBe('{"text":"a\\u009b\\u202e\\n\\"\\\\"}');
  expect(JSON.parse(json)).toEqual(value);
});
