/**
 * All rows of a list, in pages by key: each statement is bounded, whatever the list holds. A list of
 * ordinary length is one page, and one statement.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { EachQuery, ListQuery } from './query.ts';
import type { Reader } from './reader.ts';

/** Other work has its turn between two pages, and may commit: each page is of its own moment. */
export async function readList<Schema, Params extends object, Row>(
  reader: Reader<Schema>,
  list: ListQuery<Schema, Params, Row>,
  params: Params,
): Promise<Row[]> {
  return gather(listPages(reader, list, params));
}

/** In the `load` of a change, which awaits nothing but its queries. */
export async function loadList<Schema, Params extends object, Row>(
  reader: Reader<Schema>,
  list: ListQuery<Schema, Params, Row>,
  params: Params,
): Promise<Row[]> {
  return gather(pagesOf(reader, list, params, null));
}

/** The rows for each element of a list of any length, some elements at a time, in the order of the list. */
export async function loadEach<Schema, Params extends object, Row>(
  reader: Reader<Schema>,
  query: EachQuery<Schema, Params, Row>,
  params: Params,
): Promise<Row[]> {
  const { forEach, max } = query.bound;
  const list = (params as Readonly<Record<string, readonly unknown[]>>)[forEach] ?? [];
  if (list.length <= max) return reader.all(query, params);
  const all: Row[] = [];
  for (let start = 0; start < list.length; start += max) {
    const some = { ...params, [forEach]: list.slice(start, start + max) };
    all.push(...(await reader.all(query, some)));
  }
  return all;
}

/** As readList, one page at a time. */
export function listPages<Schema, Params extends object, Row>(
  reader: Reader<Schema>,
  list: ListQuery<Schema, Params, Row>,
  params: Params,
): AsyncGenerator<Row[]> {
  return pagesOf(reader, list, params, yieldToOthers);
}

async function gather<Row>(pages: AsyncGenerator<Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const rows of pages) all.push(...rows);
  return all;
}

async function* pagesOf<Schema, Params extends object, Row>(
  reader: Reader<Schema>,
  { page, first, next }: ListQuery<Schema, Params, Row>,
  params: Params,
  rest: (() => Promise<void>) | null,
): AsyncGenerator<Row[]> {
  const limit = page.bound.page;
  for (let key = first; ; ) {
    const rows = await reader.all(page, { ...params, ...key, limit });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    key = next(last);
    if (rest !== null) await rest();
  }
}
