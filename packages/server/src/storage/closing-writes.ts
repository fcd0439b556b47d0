/**
 * Statements that a transaction sends together with its COMMIT, so that the rows they lock, such as
 * the counter of a workspace's events, are locked only while the commit lasts. Transactions that
 * share a commit hand in their entries one after another and share the statements.
 */
import type { Dialect } from './dialect.ts';
import type { Command } from './query.ts';

/** Turns the entries of one commit, in their order, into statements. */
export class AtCommit<Schema, E> {
  readonly commands: (entries: readonly E[]) => readonly Command<Schema>[];
  /** Its rows are locked after those of all other slots. */
  readonly isLast: boolean;

  constructor(
    commands: (entries: readonly E[]) => readonly Command<Schema>[],
    { isLast = false }: { readonly isLast?: boolean } = {},
  ) {
    this.commands = commands;
    this.isLast = isLast;
  }
}

/** SQL with its parameters. */
export interface BoundStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What those who run commits see of it. */
export interface Closing {
  readonly entries: ReadonlyMap<unknown, readonly unknown[]>;
  /** Adds the entries of a transaction that commits with this one. */
  join(other: Closing): void;
  statements(): readonly BoundStatement[];
}

export class ClosingWrites<Schema> implements Closing {
  readonly #dialect: Dialect;
  readonly #entries = new Map<AtCommit<Schema, unknown>, unknown[]>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  get entries(): ReadonlyMap<unknown, readonly unknown[]> {
    return this.#entries;
  }

  add<E>(slot: AtCommit<Schema, E>, entry: E): void {
    this.#entriesOf(slot).push(entry);
  }

  join(other: Closing): void {
    for (const [slot, entries] of other.entries) {
      this.#entriesOf(slot as AtCommit<Schema, unknown>).push(...entries);
    }
  }

  statements(): readonly BoundStatement[] {
    return [...this.#entries]
      .sort(([a], [b]) => Number(a.isLast) - Number(b.isLast))
      .flatMap(([slot, entries]) =>
        slot.commands(entries).flatMap((each) => boundStatements(each, this.#dialect)),
      );
  }

  #entriesOf<E>(slot: AtCommit<Schema, E>): unknown[] {
    const key = slot as unknown as AtCommit<Schema, unknown>;
    const found = this.#entries.get(key);
    if (found !== undefined) return found;
    const entries: unknown[] = [];
    this.#entries.set(key, entries);
    return entries;
  }
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
