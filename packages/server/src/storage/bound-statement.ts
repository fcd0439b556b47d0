/** SQL with its parameters. */
export interface BoundStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}
