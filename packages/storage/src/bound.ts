/**
 * How many rows a query may return, said where it is defined: a query that returns rows does not
 * compile without it. A result with more rows is a defect, and an error: a list that was cut would
 * read as whole.
 */

/** At most one row: by a unique key, an aggregate, or LIMIT 1. */
export type One = 'one';

/** A page by key: the parameter `limit` is its LIMIT, and at most `page`. */
export interface PageBound extends BytesBound {
  readonly page: number;
}

/** A list as parameter, with at most `max` elements: `rows` for each of them, or one. */
export interface ListBound<Name> extends BytesBound {
  readonly forEach: Name;
  readonly max: number;
  readonly rows?: number;
}

/** A number that the writers hold. */
export interface FixedBound extends BytesBound {
  readonly atMost: number;
  /** What holds it: a limit, or what there is one row for. */
  readonly because: string;
}

interface BytesBound {
  /** The length of all texts and bytes of the result; for rows that can be large. */
  readonly bytes?: number;
}

/** The parameters that are lists. */
export type ListName<Params> = {
  [Name in keyof Params]: Params[Name] extends readonly unknown[] ? Name : never;
}[keyof Params] &
  string;

/** A bound of a query with any parameters. */
export type AnyRowsBound = FixedBound | ListBound<string> | PageBound;

/** The query is at fault, or its caller, or a writer that let more in. */
export class BoundExceeded extends Error {
  override readonly name = 'BoundExceeded';
}

/** The most rows that a result may have. Fails before the query is sent when the parameters ask for more. */
export function rowsMax(bound: AnyRowsBound, params: object): number {
  if ('page' in bound) {
    const { limit } = params as { readonly limit: number };
    if (limit > bound.page) throw new BoundExceeded(`A page of ${limit} rows, over ${bound.page}.`);
    return limit;
  }
  if ('atMost' in bound) return bound.atMost;
  const list = (params as Readonly<Record<string, readonly unknown[]>>)[bound.forEach] ?? [];
  if (list.length > bound.max) {
    throw new BoundExceeded(`${list.length} ${bound.forEach}, over ${bound.max}.`);
  }
  return list.length * (bound.rows ?? 1);
}

/** The LIMIT of a statement that has none: one row more than it may return, which is then noticed. */
export function limitOf(bound: AnyRowsBound): number | null {
  if ('page' in bound) return null;
  return ('atMost' in bound ? bound.atMost : bound.max * (bound.rows ?? 1)) + 1;
}

export function assertBytes(rows: readonly unknown[], bytesMax: number): void {
  let bytes = 0;
  for (const row of rows) bytes += bytesOf(row as Values);
  if (bytes > bytesMax) throw new BoundExceeded(`A result of ${bytes} bytes, over ${bytesMax}.`);
}

type Values = Readonly<Record<string, unknown>>;

/** The texts and bytes of a row as the engine made it, which may have its fields in parts. */
function bytesOf(values: Values): number {
  let bytes = 0;
  for (const field in values) {
    const value = values[field];
    if (typeof value === 'string' || value instanceof Uint8Array) bytes += value.length;
    else if (typeof value === 'object' && value !== null) bytes += bytesOf(value as Values);
  }
  return bytes;
}
