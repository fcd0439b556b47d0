/** Reads by named queries. */
import type { OneQuery, RowsQuery } from './query.ts';

export interface Reader<Schema> {
  all<P extends object, R>(query: RowsQuery<Schema, P, R>, params: P): Promise<R[]>;
  first<P extends object, R>(query: OneQuery<Schema, P, R>, params: P): Promise<R | undefined>;
}
