/** Reads by named queries. */
import type { Query } from './query.ts';

export interface Reader<Schema> {
  all<P extends object, R>(query: Query<Schema, P, R>, params: P): Promise<R[]>;
  first<P extends object, R>(query: Query<Schema, P, R>, params: P): Promise<R | undefined>;
}
