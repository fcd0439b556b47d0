import { domainToUnicode } from 'node:url';
import { expect, it } from 'vitest';
import { readScripts } from './idn-tables.ts';
import { unusedNames } from './test-names.ts';

const idnTables = {};

it.each([
  ['xn--p1ai', 'Cyrillic'],
  ['xn--fiqs8s', 'Han'],
  ['xn--h2brj9c', 'Devanagari'],
  ['xn--mgberp4a5d4ar', 'Arabic'],
  ['xn--o3cw4h', 'Thai'],
  ['xn--55qx5d.cn', 'Han'],
])('the first name for %s is written in %s', (suffix, script) => {
  const [name = ''] = unusedNames({ idnTables }, suffix);
  const unicode = domainToUnicode(name);
  expect(readScripts(script)?.test(unicode.slice(0, unicode.indexOf('.')))).toBe(true);
  expect(name.endsWith(`.${suffix}`)).toBe(true);
  expect([...unusedNames({ idnTables }, suffix)]).not.toContain(name);
});

it('the first name for an ASCII suffix is ASCII, the next ones in the scripts of its tables', () => {
  const covers = readScripts('Hebrew');
  if (covers === null) throw new Error('The script is known.');
  const tables = { com: [{ scripts: 'Hebrew', covers, table: 'HEBR' }] };
  const [first = '', second = '', ...others] = unusedNames({ idnTables: tables }, 'com');
  expect(first).toMatch(/^hostmaster-test-[0-9a-f]{12}\.com$/);
  expect(domainToUnicode(second)).toMatch(/^\p{Script=Hebrew}+\.com$/u);
  expect(others).toEqual([]);
  expect([...unusedNames({ idnTables }, 'com')]).toHaveLength(1);
});
