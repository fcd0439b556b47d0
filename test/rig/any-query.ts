/** Queries of tests, about what a test has stored: they need no bound, and read as one row or several. */
import {
  type BuildContext,
  type Compilable,
  type Decoded,
  type Nested,
  type Query,
  queriesFor,
  type Sealer,
} from '@hostmaster/storage';
import type { Schema } from '../../packages/server/src/storage/schema.ts';

/** Fits each way to run a query. */
interface AnyQuery<S, P, R> extends Query<S, P, R> {
  // biome-ignore lint/suspicious/noExplicitAny: each way asks for another bound.
  readonly bound: any;
}

interface DecodableQuery<S, P, R> extends AnyQuery<S, P, Nested<R>> {
  decodedBy<T extends { decode(row: Record<string, unknown>, sealer: Sealer): void }>(
    table: T,
  ): AnyQuery<S, P, Decoded<R, T>>;
}

export function anyQueriesFor<S>() {
  const define = queriesFor<S>();
  return <P extends object>() =>
    <R>(build: (context: BuildContext<S, P>) => Compilable<R>) => {
      const query = define<P>({ atMost: 1_000_000, because: 'tests store few rows' })(build);
      return query as unknown as DecodableQuery<S, P, R>;
    };
}

export const query = anyQueriesFor<Schema>();
