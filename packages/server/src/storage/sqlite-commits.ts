/**
 * Lets many changes share one durable commit of SQLite.
 *
 * There is one writer. Changes that wait for it take turns by owner. The first of a group opens BEGIN
 * IMMEDIATE; each is loaded, decided and written before the next is loaded, so that a member sees what
 * earlier members decided; then one COMMIT for all. A group ends when no change is waiting at the end of
 * a turn of the event loop, at `membersMax`, or after `groupMsMax`. Answers and refusals alike wait for
 * the commit, because either may depend on another member's rows.
 *
 * Nothing is written before a decision, so every member can be loaded and decided again. When the writes
 * of one fail halfway, the group is rolled back, that member fails, and the others run again.
 * docs/adr/0019 has the table of faults.
 */
import { performance } from 'node:perf_hooks';
import { type Reader, type Sealer, sqliteDialect } from '@hostmaster/storage';
import { StorageUnavailable } from '../base/errors.ts';
import type { ServiceEvent } from '../base/events.ts';
import { FairQueue } from '../base/fairness/fair-queue.ts';
import type { BoundStatement } from './bound-statement.ts';
import { QueryRunner } from './database.ts';
import { type LateLoads, type LateWrite, lateWrites, loadLate, needLoad } from './late-slot.ts';
import type { RowStatements } from './row-statements.ts';
import type { RowWrite } from './row-write.ts';
import { LoadUnsettled } from './settle-loads.ts';
import {
  explainFault,
  isConstraintConflict,
  retryWhileBusy,
  type SqliteConnection,
} from './sqlite-connection.ts';
import { Conflict, type Decision, type Work } from './work.ts';

const membersMax = 256;
const groupMsMax = 10;

export type CommitListener = (commit: {
  readonly members: number;
  readonly failed: boolean;
}) => void;

export interface CommitOptions {
  readonly sealer: Sealer;
  readonly statements: RowStatements;
  /** Called after each commit, also after one that failed. */
  readonly onCommit: CommitListener;
  /** Called while no transaction is open, after the answers of one; it never throws. */
  readonly betweenCommits: () => void;
  readonly publish: (event: ServiceEvent) => void;
}

/** What waits for the writer: a change, or a transaction that runs alone. */
type Waiting<Schema> = Member<Schema> | Exclusive;

interface Member<Schema> {
  readonly kind: 'change';
  readonly work: Work<Schema, unknown, unknown>;
  /** Shares its commit with no other. */
  readonly isAlone: boolean;
  readonly answer: PromiseWithResolvers<unknown>;
  readonly askedAt: number;
}

interface Exclusive {
  readonly kind: 'exclusive';
  readonly isAlone: true;
  readonly run: () => Promise<unknown>;
  readonly answer: PromiseWithResolvers<unknown>;
  readonly askedAt: number;
}

/** How a member of the open group ends when the group is committed. */
type Outcome<Schema> = { readonly member: Member<Schema> } & (
  | { readonly kind: 'decided'; readonly decision: Decision<unknown> }
  | { readonly kind: 'refused'; readonly error: unknown }
);

export class SqliteCommits<Schema> {
  readonly #writer: SqliteConnection;
  readonly #reader: Reader<Schema>;
  readonly #options: CommitOptions;
  readonly #queue = new FairQueue<Waiting<Schema>>();
  /** These come first: members of a group that was rolled back for the fault of another one. */
  readonly #again: Waiting<Schema>[] = [];
  #isRunning = false;

  constructor(writer: SqliteConnection, options: CommitOptions) {
    this.#writer = writer;
    this.#reader = new QueryRunner<Schema>(writer, sqliteDialect, options.sealer);
    this.#options = options;
  }

  change<Loaded, Answer>(work: Work<Schema, Loaded, Answer>): Promise<Answer> {
    const answer = Promise.withResolvers<unknown>();
    const any = work as unknown as Work<Schema, unknown, unknown>;
    const isAlone = work.commit === 'alone';
    const askedAt = performance.now();
    this.#add(work.owner, { kind: 'change', work: any, isAlone, answer, askedAt });
    return answer.promise as Promise<Answer>;
  }

  /** Runs between BEGIN and COMMIT, with no one else in the transaction. */
  exclusively<T>(owner: string, run: () => Promise<T>): Promise<T> {
    const answer = Promise.withResolvers<unknown>();
    const askedAt = performance.now();
    this.#add(owner, { kind: 'exclusive', isAlone: true, run, answer, askedAt });
    return answer.promise as Promise<T>;
  }

  #add(owner: string, waiting: Waiting<Schema>): void {
    this.#queue.add(owner, waiting);
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  /** Never rejects: what waits is answered one by one. */
  async #run(): Promise<void> {
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      try {
        if (next.kind === 'exclusive') await this.#runExclusive(next);
        else await this.#runGroup(next);
      } catch (error) {
        next.answer.reject(error);
      }
      // Sockets are read between two commits.
      await new Turn().end;
      this.#options.betweenCommits();
    }
    this.#isRunning = false;
  }

  #take(): Waiting<Schema> | undefined {
    return this.#again.shift() ?? this.#queue.take();
  }

  async #runExclusive({ run, answer, askedAt }: Exclusive): Promise<void> {
    try {
      await this.#begin(askedAt);
      const result = await run();
      this.#writer.exec('commit');
      this.#options.onCommit({ members: 1, failed: false });
      answer.resolve(result);
    } catch (error) {
      this.#rollBack();
      answer.reject(explainFault(error));
    }
  }

  async #runGroup(first: Member<Schema>): Promise<void> {
    try {
      await this.#begin(first.askedAt);
    } catch (error) {
      first.answer.reject(explainFault(error));
      return;
    }
    const openedAt = performance.now();
    const outcomes: Outcome<Schema>[] = [];
    let turn = new Turn();
    for (let member: Member<Schema> | undefined = first; member !== undefined; ) {
      const fault = await this.#runMember(member, outcomes, turn);
      if (fault !== null) {
        this.#abandon(fault, member, outcomes);
        return;
      }
      const isSpent =
        member.isAlone ||
        outcomes.length >= membersMax ||
        performance.now() - openedAt > groupMsMax;
      if (isSpent) break;
      member = this.#takeMember();
      if (member === undefined) {
        // Requests of the same turn may still bring changes.
        await turn.end;
        member = this.#takeMember();
      }
      if (turn.isOver) turn = new Turn();
    }
    await this.#commit(outcomes);
  }

  /** The next one that may join the group. */
  #takeMember(): Member<Schema> | undefined {
    const next = this.#take();
    if (next === undefined || (next.kind === 'change' && !next.isAlone)) return next;
    this.#again.unshift(next);
    return undefined;
  }

  /** Returns the fault that makes the whole group fail, if any. */
  async #runMember(
    member: Member<Schema>,
    outcomes: Outcome<Schema>[],
    turn: Turn,
  ): Promise<{ readonly error: unknown } | null> {
    let decision: Decision<unknown>;
    let statements: readonly BoundWrite[];
    try {
      const loaded = await withinTurn(member.work.load(this.#reader), turn);
      decision = member.work.decide(loaded);
      statements = this.#bind(decision.writes.rows);
    } catch (error) {
      // It has written nothing.
      outcomes.push({ kind: 'refused', member, error: explainFault(error) });
      return this.#writer.isTransaction ? null : { error };
    }
    const fault = this.#write(statements);
    if (fault !== null && (fault.isPartial || !this.#writer.isTransaction)) return fault;
    outcomes.push(
      fault === null
        ? { kind: 'decided', member, decision }
        : { kind: 'refused', member, error: explained(fault.error) },
    );
    return null;
  }

  #bind(rows: readonly RowWrite[]): readonly BoundWrite[] {
    const bound: BoundWrite[] = [];
    for (const write of rows) {
      const expectsOne = write.kind !== 'insert' && write.rows === 'one';
      for (const { sql, parameters } of this.#options.statements.of(write)) {
        bound.push({ sql, parameters, expectsOne });
      }
    }
    return bound;
  }

  /** `isPartial`: earlier statements of the member have been carried out. */
  #write(
    statements: readonly BoundWrite[],
  ): { readonly error: unknown; readonly isPartial: boolean } | null {
    let done = 0;
    try {
      for (const { sql, parameters, expectsOne } of statements) {
        const { rows, changes } = this.#writer.query(sql, parameters);
        if (expectsOne && Math.max(rows.length, changes) !== 1) {
          throw new Conflict(`Not one row was touched by: ${sql}`);
        }
        done += 1;
      }
      return null;
    } catch (error) {
      return { error, isPartial: done > 0 };
    }
  }

  async #commit(outcomes: readonly Outcome<Schema>[]): Promise<void> {
    const decided = outcomes.filter((outcome) => outcome.kind === 'decided');
    let fault: { readonly error: unknown } | null;
    try {
      const late = decided.flatMap(({ decision }) => decision.writes.late ?? []);
      const loaded = needLoad(late) ? await this.#loadLate(late) : undefined;
      fault = this.#write(this.#bind(lateWrites(late, loaded)));
    } catch (error) {
      fault = { error };
    }
    if (fault !== null) {
      this.#abandonAll(fault, outcomes);
      return;
    }
    try {
      this.#writer.exec('commit');
    } catch (error) {
      this.#fail(error, outcomes);
      return;
    }
    this.#options.onCommit({ members: decided.length, failed: false });
    for (const outcome of outcomes) {
      const { answer } = outcome.member;
      if (outcome.kind === 'refused') answer.reject(outcome.error);
      else answer.resolve(outcome.decision.answer);
    }
    // After the answers: whatever a listener does, what is committed has its answer.
    for (const { decision } of decided) decision.writes.events?.forEach(this.#options.publish);
  }

  #loadLate(late: readonly LateWrite[]): Promise<LateLoads> {
    return withinTurn(loadLate(this.#reader, late), new Turn());
  }

  /** The writes of one member failed: it is rejected, and the others run again. */
  #abandon(
    fault: { readonly error: unknown },
    culprit: Member<Schema>,
    outcomes: readonly Outcome<Schema>[],
  ): void {
    // Disk full and the like: SQLite has rolled back, and the next change would meet the same.
    if (!this.#writer.isTransaction) {
      this.#fail(fault.error, outcomes);
      culprit.answer.reject(new StorageUnavailable(fault.error));
      return;
    }
    this.#rollBack();
    this.#options.onCommit({ members: outcomes.length + 1, failed: true });
    this.#again.unshift(...outcomes.map(({ member }) => member));
    culprit.answer.reject(explained(fault.error));
  }

  /** The last writes failed, and it is unknown for whom: each member runs again, alone. */
  #abandonAll(fault: { readonly error: unknown }, outcomes: readonly Outcome<Schema>[]): void {
    const [only, ...others] = outcomes;
    if (!this.#writer.isTransaction) {
      this.#fail(fault.error, outcomes);
      return;
    }
    this.#rollBack();
    this.#options.onCommit({ members: outcomes.length, failed: true });
    if (only !== undefined && others.length === 0) {
      only.member.answer.reject(explained(fault.error));
    } else this.#again.unshift(...outcomes.map(({ member }) => ({ ...member, isAlone: true })));
  }

  #fail(cause: unknown, outcomes: readonly Outcome<Schema>[]): void {
    this.#rollBack();
    this.#options.onCommit({ members: outcomes.length, failed: true });
    for (const { member } of outcomes) member.answer.reject(new StorageUnavailable(cause));
  }

  /** The wait is counted from the call, so that those in the queue time out together. */
  async #begin(askedAt: number): Promise<void> {
    await retryWhileBusy(() => this.#writer.exec('begin immediate'), askedAt);
  }

  /** When the rollback fails too, nothing is left to undo: the next BEGIN reports the error. */
  #rollBack(): void {
    try {
      if (this.#writer.isTransaction) this.#writer.exec('rollback');
    } catch {}
  }
}

/** One writer sees all rows, so a conflict alone is one for good. */
function explained(error: unknown): unknown {
  if (error instanceof Conflict) return new StorageUnavailable(error);
  if (isConstraintConflict(error)) return new StorageUnavailable(new Conflict(String(error)));
  return explainFault(error);
}

interface BoundWrite extends BoundStatement {
  readonly expectsOne: boolean;
}

/** What a load that awaits something else is compared with. */
const late = Symbol('the end of the turn');

async function withinTurn<T>(load: Promise<T>, turn: Turn): Promise<T> {
  const loaded = await Promise.race([load, turn.end]);
  if (loaded === late) throw new LoadUnsettled();
  return loaded;
}

/** The present turn of the event loop; it ends after everything that it still brings. */
class Turn {
  isOver = false;
  readonly end = new Promise<typeof late>((resolve) => {
    setImmediate(() => {
      this.isOver = true;
      resolve(late);
    });
  });
}
