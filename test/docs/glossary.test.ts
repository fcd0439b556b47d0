/** One word for each thing: the words of docs/glossary.md are those of the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../../scripts/source-files.ts';
import { visit } from '../../scripts/syntax.ts';
import { read, root, table } from './documents.ts';

interface Pattern {
  readonly text: string;
  readonly regex: RegExp;
  readonly folder: string;
}

const glossary = 'docs/glossary.md';
const titles = ['Word', 'Meaning', 'In code', 'Not'];
const words = tablesOf(titles);
const exceptions = table(glossary, ['Name that stays', 'Where', 'Why']).map(([name, where]) => {
  const [pattern] = patternsOf(`${name} in ${where}`);
  return pattern ?? expect.fail(`${name} is no pattern`);
});
const uses = identifierUses();

describe(glossary, () => {
  it('explains each word once', () => {
    const all = words.map(([word]) => word);
    expect(all.length).toBeGreaterThan(30);
    expect(all.filter((word, index) => all.indexOf(word) !== index)).toEqual([]);
    for (const [word, meaning] of words) expect(meaning, word).toMatch(/^[A-Z].*\.$/);
  });

  it.each(words.map(([word = '', , code = '']) => [word, code]))(
    '%s: its names exist in the code',
    (_, code) => {
      const names = patternsOf(code).map(({ text }) => text);
      expect(names.filter((name) => !uses.has(name))).toEqual([]);
    },
  );

  it.each(words.map(([word = '', , , not = '']) => [word, not]))(
    '%s: no other name is used for it',
    (_, not) => {
      const found = patternsOf(not).flatMap((pattern) =>
        matches(pattern).filter(([name, path]) => !isException(name, path)),
      );
      expect(found).toEqual([]);
    },
  );

  it('has no exception that is not needed', () => {
    const forbidden = words.flatMap(([, , , not = '']) => patternsOf(not)).flatMap(matches);
    for (const { text, regex, folder } of exceptions) {
      const isNeeded = forbidden.some(
        ([name, path]) => regex.test(name) && path.startsWith(folder),
      );
      expect(isNeeded, text).toBe(true);
    }
  });
});

/** The rows of all tables with this head. */
function tablesOf(head: readonly string[]): string[][] {
  const line = `| ${head.join(' | ')} |`;
  return read(glossary)
    .split(`${line}\n`)
    .slice(1)
    .flatMap((rest) => {
      const rows = rest.split('\n').slice(1);
      const end = rows.findIndex((row) => !row.startsWith('|'));
      return rows.slice(0, end === -1 ? rows.length : end);
    })
    .map((row) =>
      row
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => cell.trim()),
    );
}

/** As "`*Transfer*` in `packages/server/src/ledger`"; without a folder it holds everywhere. */
function patternsOf(cell: string): Pattern[] {
  return [...cell.matchAll(/`([^`]+)`(?: in `([^`]+)`)?/g)].map(([, text = '', folder = '']) => ({
    text,
    regex: new RegExp(`^${text.replaceAll('*', '\\w*')}$`),
    folder,
  }));
}

function matches({ regex, folder }: Pattern): (readonly [name: string, path: string])[] {
  return [...uses]
    .filter(([name]) => regex.test(name))
    .flatMap(([name, paths]) =>
      [...paths].filter((path) => path.startsWith(folder)).map((path) => [name, path] as const),
    );
}

function isException(name: string, path: string): boolean {
  return exceptions.some(({ regex, folder }) => regex.test(name) && path.startsWith(folder));
}

/** Every identifier of the packages, with the files that use it; tests do not count. */
function identifierUses(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const path of sourceFiles()) {
    if (!path.startsWith('packages/') || /\.test\.tsx?$/.test(path)) continue;
    const note = ({ name }: { readonly name: string }) => {
      const paths = found.get(name) ?? new Set();
      found.set(name, paths.add(path));
    };
    visit(
      { path, text: readFileSync(join(root, path), 'utf8') },
      { Identifier: note, PrivateIdentifier: note, JSXIdentifier: note },
    );
  }
  return found;
}
