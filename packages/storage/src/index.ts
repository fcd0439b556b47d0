/** @hostmaster/storage: how tables and queries are described; an engine compiles and runs them. */
export {
  assertBytes,
  BoundExceeded,
  type ListBound,
  rowsMax,
} from './bound.ts';
export {
  bytes,
  type Codec,
  type Column,
  flag,
  integer,
  json,
  nullable,
  sealedJson,
  sharedJson,
  text,
  word,
} from './column.ts';
export { type Dialect, postgresDialect, type RowsPlace, sqliteDialect } from './dialect.ts';
export { insertRows } from './insert-rows.ts';
export { type Nested, type Place, placeOf } from './parts.ts';
export { asJson, Placeholder } from './placeholder.ts';
export {
  type BuildContext,
  type Command,
  type Compilable,
  command,
  type Decodable,
  type DefineQuery,
  type EachQuery,
  type Listable,
  type ListQuery,
  type OneQuery,
  type PageQuery,
  type Query,
  queriesFor,
  type RowsQuery,
  type Statement,
  type WriteQuery,
} from './query.ts';
export { listPages, loadEach, loadList, readList } from './read-list.ts';
export type { Reader } from './reader.ts';
export type { Sealer } from './sealer.ts';
export {
  type Decoded,
  type EntityOf,
  type EntityWith,
  type FieldsOf,
  type RowOf,
  type StoredColumn,
  type Table,
  table,
} from './table.ts';
export type { Store, TransactionOptions, Tx } from './transaction.ts';
