import { describe, expect, it } from 'vitest';
import { storageProblems } from './check-storage.ts';

function problemsIn(path: string, text: string, name = 'server'): readonly string[] {
  return storageProblems([{ path: `packages/${name}/src/${path}`, text }]);
}

describe('outside storage/', () => {
  it.each([
    ["import { sql } from 'kysely';", 'SQL is written in storage/'],
    ["const { sql } = await import('kysely');", 'SQL is written in storage/'],
    ["import {\n  query,\n} from '../storage/schema.ts';", 'queries are defined in storage/'],
    ["import { queriesFor } from '@hostmaster/storage';", 'queries are defined in storage/'],
    ["import pg from 'pg';", 'databases are opened in storage/'],
    ["import { DatabaseSync } from 'node:sqlite';", 'databases are opened in storage/'],
    ['f(row.expires_at);', 'expires_at is a column'],
    ['const { expires_at } = row;', 'expires_at is a column'],
    ['f({ expires_at: 1 });', 'expires_at is a column'],
    ['f(JSON.parse(text));', 'storage/ hands out parsed values'],
    ['const read = JSON\n  .parse;', 'storage/ hands out parsed values'],
  ])('is refused: %s', (text, problem) => {
    expect(problemsIn('operations/x.ts', text)[0]).toContain(problem);
    expect(problemsIn('storage/queries/x.ts', text)).toEqual([]);
    expect(problemsIn('x.ts', text, 'registry')[0]).toContain(problem);
    expect(problemsIn('storage/queries/x.ts', text, 'registry')).toEqual([]);
  });

  it.each([
    'const loaded = await reader.first(findDomain, { id });',
    "f('expires_at');",
    '// row.expires_at, JSON.parse',
    'f(`expires_at`);',
  ])('is allowed: %s', (text) => {
    expect(problemsIn('operations/x.ts', text)).toEqual([]);
  });
});

describe('a transaction', () => {
  it.each([
    'const f = (tx) => tx.run(deleteDomain, { id });',
    'const f = () => database.transaction((inner) => inner.run(deleteDomain, { id }));',
    'type Work = (writing: HostmasterTx) => void;',
    'class A { f() { return this.#database\n  .transaction(work); } }',
  ])('is for the stores only: %s', (text) => {
    for (const folder of ['operations/', 'http/', 'fulfilment/', 'workspaces/', 'mail/']) {
      expect(problemsIn(`${folder}x.ts`, text)[0]).toContain('only storage/ knows transactions');
    }
    expect(problemsIn('storage/x.ts', text)).toEqual([]);
    expect(problemsIn('x.ts', text, 'registry')).toEqual([]);
  });
});

describe('the bound of a query', () => {
  it.each([
    ['const read = { bound: { atMost: 9 }, compile };', 'queries are made by query()'],
    ['f(({ dialect }) => dialect.rowsAsJson([]));', 'many rows in one have no bound'],
  ])('is not avoided: %s', (text, problem) => {
    expect(problemsIn('operations/x.ts', text)[0]).toContain(problem);
    expect(problemsIn('storage/queries/x.ts', text)[0]).toContain(problem);
  });
});
