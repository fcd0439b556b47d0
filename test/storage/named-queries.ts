/** Every named query of the service. A query needs nothing but to be exported from its file. */
import { globSync, readFileSync } from 'node:fs';
import type { OneQuery, RowsQuery, Statement, WriteQuery } from '@hostmaster/storage';
import { expect } from 'vitest';
import type { Schema } from '../../packages/server/src/storage/schema.ts';

export interface NamedQuery {
  readonly name: string;
  readonly compile: (dialect: Parameters<Query['compile']>[0]) => Statement;
  readonly bound: Query['bound'];
}

type Query =
  | OneQuery<Schema, object, unknown>
  | RowsQuery<Schema, object, unknown>
  | WriteQuery<Schema, object>;

const directory = new URL('../../packages/server/src/storage/queries/', import.meta.url);

export async function namedQueries(): Promise<readonly NamedQuery[]> {
  const queries: NamedQuery[] = [];
  for (const file of globSync('**/*.ts', { cwd: directory })) {
    const found = new Map(queriesIn(await import(new URL(file, directory).href)));
    const written = readFileSync(new URL(file, directory), 'utf8').split(/\bquery</).length - 1;
    expect(found.size, file).toBeGreaterThanOrEqual(written);
    for (const [name, { compile, bound }] of found) queries.push({ name, compile, bound });
  }
  return queries;
}

/** Also those in objects and lists that a file exports. */
function* queriesIn(value: unknown, path = ''): Generator<[string, Query]> {
  if (typeof value !== 'object' || value === null) return;
  if ('compile' in value) yield [path, value as Query];
  // A list: its pages are the query.
  else if ('page' in value) yield* queriesIn(value.page, path);
  else {
    for (const [key, each] of Object.entries(value)) {
      yield* queriesIn(each, path === '' ? key : `${path}.${key}`);
    }
  }
}
