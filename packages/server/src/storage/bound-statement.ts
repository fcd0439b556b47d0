/** SQL with its parameters. */
import type { Dialect } from './dialect.ts';
import type { Command } from './query.ts';

export interface BoundStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Several where the statement runs once for each row of a list. */
export function boundStatements<Schema>(
  { query, params }: Command<Schema>,
  dialect: Dialect,
): readonly BoundStatement[] {
  const { sql, bind, bindEach } = query.compile(dialect);
  const values = bindEach === undefined ? [bind(params)] : bindEach(params);
  return values.map((parameters) => ({ sql, parameters }));
}
