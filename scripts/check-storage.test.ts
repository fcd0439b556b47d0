import { describe, expect, it } from 'vitest';
import { edges, storageProblems } from './check-storage.ts';
import { layers } from './layers.ts';

function problemsIn(path: string, text: string): readonly string[] {
  const none = Object.fromEntries(Object.keys(edges).map((edge) => [edge, 0]));
  return storageProblems([{ path: `packages/server/src/${path}`, text }], none);
}

describe('outside storage/', () => {
  it.each([
    ["import { sql } from 'kysely';", 'SQL is written in storage/'],
    ["const { sql } = await import('kysely');", 'SQL is written in storage/'],
    ["import {\n  query,\n} from '../storage/schema.ts';", 'queries are defined in storage/'],
    ['f(row.expires_at);', 'expires_at is a column'],
    ['const { expires_at } = row;', 'expires_at is a column'],
    ['f({ expires_at: 1 });', 'expires_at is a column'],
    ['f(JSON.parse(text));', 'storage/ hands out parsed values'],
    ['const read = JSON\n  .parse;', 'storage/ hands out parsed values'],
  ])('is refused: %s', (text, problem) => {
    expect(problemsIn('operations/x.ts', text)[0]).toContain(problem);
    expect(problemsIn('storage/queries/x.ts', text)).toEqual([]);
  });

  it.each([
    "import type { HostmasterTx } from '../storage/schema.ts';",
    "f('expires_at');",
    '// row.expires_at, JSON.parse',
    'f(`expires_at`);',
  ])('is allowed: %s', (text) => {
    expect(problemsIn('operations/x.ts', text)).toEqual([]);
  });
});

describe('a statement in a transaction', () => {
  const statements = [
    'const f = (tx: HostmasterTx) => tx.run(deleteDomain, { id });',
    'const f = () => database.transaction((inner) => inner.run(deleteDomain, { id }));',
    'const f = async (writing: HostmasterTx) => {\n  await writing\n    .batch([]);\n};',
    'const f = ({ tx }: Call) => tx?.first(findDomain, { id });',
    'class A { f() { return this.#tx.all(listDomains, {}); } }',
  ];

  it.each(Object.keys(edges).flatMap((edge) => statements.map((text) => [edge, text] as const)))(
    '%s runs none: %s',
    (edge, text) => {
      expect(problemsIn(`${edge}x.ts`, text)[0]).toContain(`${edge} runs 1 statement`);
    },
  );

  it('belongs to operations, which edges call with their transaction', () => {
    expect(problemsIn('operations/x.ts', statements[0] ?? '')).toEqual([]);
    const call = 'const f = () => database.transaction((tx) => renewDomain(tx, { id }));';
    expect(problemsIn('http/x.ts', call)).toEqual([]);
  });

  it('may be left in an edge up to its number, and is listed beyond it', () => {
    const file = { path: 'packages/server/src/mail/x.ts', text: 'tx.run(a);\ntx.run(b);\n' };
    expect(storageProblems([file], { 'mail/': 2 })).toEqual([]);
    const [problem, ...places] = storageProblems([file], { 'mail/': 1 });
    expect(problem).toContain('mail/ runs 2 statements in transactions, and 1 are left');
    expect(places).toEqual([`    ${file.path}:1`, `    ${file.path}:2`]);
  });
});

it('every folder of the edge layers is an edge, except the adapters of registries', () => {
  const [, commands = [], , upper = [], lower = []] = layers;
  const folders = [...commands, ...upper, ...lower].filter((place) => !/^registrars/.test(place));
  const isCovered = (folder: string) =>
    Object.keys(edges).some((edge) => `${folder}/`.startsWith(edge));
  expect(folders.filter((folder) => !isCovered(folder))).toEqual([]);
  expect(Object.keys(edges)).toEqual(expect.arrayContaining(['mail/', 'payments/', 'webhooks/']));
});
