import { domainToASCII } from 'node:url';
import { describe, expect, it } from 'vitest';
import { idnDataOf, readScripts, scriptProblem } from './idn-tables.ts';

function tablesOf(entries: Readonly<Record<string, string>>) {
  return Object.entries(entries).map(([scripts, table]) => {
    const covers = readScripts(scripts);
    if (covers === null) throw new Error(`${scripts} is no script.`);
    return { scripts, covers, table };
  });
}

const config = {
  idnTables: {
    com: tablesOf({ Latin: 'LATN', Cyrillic: 'CYRL', Han: 'ZH', 'Han+Hiragana+Katakana': 'JA' }),
    'co.uk': [],
  },
};

describe('the table of a name', () => {
  it.each([
    ['bücher.com', 'LATN'],
    ['почта-24.com', 'CYRL'],
    ['漢字.com', 'ZH'],
    ['漢字かな.com', 'JA'],
    ['スーパー.com', 'JA'],
  ])('%s is of %s', (unicodeName, table) => {
    expect(idnDataOf(config, domainToASCII(unicodeName))).toEqual({ table, unicodeName });
  });

  it('is not needed for ASCII names and under other suffixes', () => {
    expect(idnDataOf(config, 'books.com')).toBeNull();
    expect(idnDataOf(config, domainToASCII('bücher.net'))).toBeNull();
  });

  it('is missing for other scripts, and the problem names those that work', () => {
    const greek = domainToASCII('ελλάδα.com');
    expect(idnDataOf(config, greek)).toBe('not-covered');
    expect(scriptProblem(config, greek)).toBe(
      'must be written in characters that the registry of .com accepts: Latin, Cyrillic, Han, Han+Hiragana+Katakana',
    );
    expect(scriptProblem(config, domainToASCII('bücher.co.uk'))).toContain('ASCII characters only');
    expect(scriptProblem(config, 'books.com')).toBeNull();
  });
});

it.each(['', 'Klingon', 'Latin+', 'Latin}]', 'Latin Cyrillic'])('"%s" is no script', (text) => {
  expect(readScripts(text)).toBeNull();
});
