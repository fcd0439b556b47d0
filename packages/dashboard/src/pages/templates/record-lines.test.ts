import { describe, expect, it } from 'vitest';
import { fieldsIn, idOf, linesOf, readLines } from './record-lines.ts';

const records = [
  { type: 'A', value: '192.0.2.1' },
  { type: 'CNAME', name: 'www', ttl: 300, value: '{server}' },
  { type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=none', keepsExisting: true },
] as const;

describe('the records of a template', () => {
  it('are lines that can be read again, with what a line does not say', () => {
    const text = linesOf(records);
    expect(text.split('\n')).toEqual([
      '@ A 192.0.2.1',
      'www 300 CNAME {server}',
      '_dmarc TXT v=DMARC1; p=none',
    ]);
    expect(readLines(text, records)).toEqual(records);
    expect(readLines(' www  cname  web.example.net ')).toEqual([
      { type: 'CNAME', name: 'www', value: 'web.example.net' },
    ]);
  });

  it.each([
    ['www A', /^Line 1 needs/],
    ['@ A 192.0.2.1\n\nwww', /^Line 3 needs/],
    [' \n', /^Enter at least one/],
  ])('%j cannot be read', (text, problem) => {
    expect(readLines(text)).toMatch(problem);
  });

  it('name their fields', () => {
    expect(fieldsIn('{sub} CNAME {server}.{domain}\nwww CNAME {server}')).toEqual([
      'sub',
      'server',
    ]);
  });
});

describe('the id of a template', () => {
  it.each([
    ['Our hosting', 'our-hosting'],
    ['  Café & Co. ', 'cafe-co'],
    ['日本', ''],
  ])('of %j is %j', (title, id) => {
    expect(idOf(title)).toBe(id);
  });
});
