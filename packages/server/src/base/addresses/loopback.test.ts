import { expect, it } from 'vitest';
import { isLoopback } from './loopback.ts';

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['::', false],
  ['128.0.0.1', false],
  ['127.example.net', false],
])('%s: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
