/** Carries out a change in a transaction: load, decide, write. */
import { Conflict, type Decision, type StoreModel, type Work } from './change.ts';
import type { BoundStatement } from './closing-writes.ts';
import type { Database, TransactionOptions, Tx } from './database.ts';
import type { Dialect } from './dialect.ts';
import { lateWrites } from './late-slot.ts';
import type { Query } from './query.ts';
import { RowStatements } from './row-statements.ts';
import type { RowWrite } from './row-write.ts';

const attemptsMax = 3;

export class ChangesInTransactions<Schema> {
  readonly #database: Pick<Database<Schema>, 'transaction' | 'first'>;
  readonly #statements: RowStatements;

  constructor(
    database: Pick<Database<Schema>, 'transaction' | 'first'>,
    { model, dialect }: { readonly model: StoreModel; readonly dialect: Dialect },
  ) {
    this.#database = database;
    this.#statements = new RowStatements(model, dialect);
  }

  async change<Loaded, Answer>(work: Work<Schema, Loaded, Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      let decision: Decision<Answer> | undefined;
      const options: TransactionOptions = {
        ...(work.commit === 'shared' ? { commitsWith: work.owner } : {}),
        committed: () => this.#isWritten(decision?.writes.rows ?? []),
      };
      try {
        return await this.#database.transaction(async (tx) => {
          decision = work.decide(await work.load(tx));
          await this.#write(tx, decision);
          return decision.answer;
        }, options);
      } catch (error) {
        if (!isConflict(error) || attempt === attemptsMax) throw error;
      }
    }
  }

  async #write(tx: Tx<Schema>, { writes }: Decision<unknown>): Promise<void> {
    const rows = [...writes.rows, ...lateWrites(writes.late ?? [])];
    const touched = await Promise.all(
      rows.map(async (write) => {
        const each = this.#statements.of(write).map((one) => tx.run(asQuery<Schema>(one), {}));
        return (await Promise.all(each)).reduce((sum, count) => sum + count, 0);
      }),
    );
    for (const [index, write] of rows.entries()) {
      if (write.kind !== 'insert' && write.rows === 'one' && touched[index] !== 1) {
        throw new Conflict(`Another transaction was faster: ${JSON.stringify(write)}`);
      }
    }
    for (const event of writes.events ?? []) tx.announce(event);
  }

  /** Whether a commit whose answer was lost has happened: a row of the change is there. */
  async #isWritten(rows: readonly RowWrite[]): Promise<boolean> {
    const inserts = rows.filter((write) => write.kind === 'insert' && !write.ifAbsent);
    const proof = inserts.find(({ kind, ...rest }) => 'table' in rest && rest.table === 'activity');
    if (proof === undefined || proof.kind !== 'insert') return false;
    const { sql, parameters } = {
      sql: `select id from ${proof.table} where id = ${'$1'}`,
      parameters: [proof.row.id],
    };
    return (await this.#database.first(asQuery<Schema>({ sql, parameters }), {})) !== undefined;
  }
}

function isConflict(error: unknown): boolean {
  return (
    error instanceof Conflict || (error as { readonly code?: unknown } | null)?.code === '23505'
  );
}

function asQuery<Schema>({ sql, parameters }: BoundStatement): Query<Schema, object, unknown> {
  return { compile: () => ({ sql, bind: () => [...parameters] }) };
}
