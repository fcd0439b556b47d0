import { stripVTControlCharacters } from 'node:util';
import pino from 'pino';
import { expect, it } from 'vitest';
import { readableLine } from './readable-log.ts';

function shown(write: (log: pino.Logger) => void): string {
  let text = '';
  const options = { base: {}, timestamp: () => ',"time":"2026-11-15T05:53:41.495Z"' };
  write(
    pino(options, {
      write(json: string) {
        text += stripVTControlCharacters(readableLine(json));
      },
    }),
  );
  return text;
}

it('shows time, level, message and fields on one line', () => {
  expect(shown((log) => log.info({ zone: 'example.com', records: 3 }, 'transfer'))).toBe(
    '05:53:41 info  transfer  zone=example.com records=3\n',
  );
});

it('quotes what would break the line', () => {
  expect(shown((log) => log.warn({ reason: 'two\nlines', list: ['a b'] }, 'odd'))).toBe(
    '05:53:41 warn  odd  reason="two\\nlines" list=["a b"]\n',
  );
});

it('puts the stack of an error below', () => {
  const text = shown((log) => log.error({ err: new Error('broken') }, 'request failed'));
  expect(text).toMatch(/^05:53:41 error request failed\n {4}Error: broken\n {8}at /);
});
