import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

describe('a line of CSV', () => {
  it.each([
    ['plain', 'plain'],
    ['a, b', '"a, b"'],
    ['say "no"', '"say ""no"""'],
    ['two\nlines', 'two\\nlines'],
    ['a\u001b[2Jb', 'a\\u001b[2Jb'],
    ['x;=1+1', '"x;=1+1"'],
    [' =1+1', "' =1+1"],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=x', '\\t=x'],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ])('writes %j as %j', (cell, written) => {
    expect(csvLine([cell, 'end'])).toBe(`${written},end\r\n`);
  });

  it('writes numbers as numbers', () => {
    expect(csvLine([-12, 0.1, 1_000])).toBe('-12.00,0.10,1000.00\r\n');
  });
});
