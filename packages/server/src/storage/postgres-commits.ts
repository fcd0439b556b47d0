/**
 * Lets many changes share one durable commit of PostgreSQL, as sqlite-commits.ts does.
 *
 * There are a few writers with one connection each. Changes with a common key, such as those of one
 * domain, queue at one writer, so that they do not wait for each other's row locks; a new key takes the
 * writer with the shortest queue, where owners take turns. A group runs in rounds: the loads of all
 * waiting changes without a common key are sent together, then the decisions are made in order; their
 * writes, one statement per table, travel with the loads of the next round or with COMMIT.
 *
 * Nothing is written before a decision, so every change can be loaded and decided again. A change whose
 * load is refused leaves its group and the others run again; when writes are refused, each member of the
 * group runs again in a transaction of its own. So does one that meets a lock from elsewhere (a job,
 * another process) for longer than `lockMsMax`, and all of its keys for `aloneMs`.
 */
import { performance } from 'node:perf_hooks';
import type { Sealer } from '@hostmaster/storage';
import pg from 'pg';
import { StorageUnavailable } from '../base/errors.ts';
import type { ServiceEvent } from '../base/events.ts';
import { FairQueue } from '../base/fairness/fair-queue.ts';
import type { BoundStatement } from './bound-statement.ts';
import { lateWrites } from './late-slot.ts';
import { SkippedStatement } from './postgres-batch.ts';
import { isLockTimeout, isRetryable, translate } from './postgres-connection.ts';
import { lastStatements, loadBehind, readerOf } from './postgres-loads.ts';
import type { PostgresSession } from './postgres-session.ts';
import { conflictCode, type PostgresWrites } from './postgres-writes.ts';
import type { RowWrite } from './row-write.ts';
import { LoadUnsettled, settleLoads } from './settle-loads.ts';
import { Conflict, type Decision, type Work } from './work.ts';

const membersMax = 64;
const groupMsMax = 20;
export const lockMsMax = 50;
const aloneMs = 1_000;
const attemptsMax = 10;
const conflictsMax = 3;

export interface PostgresCommitOptions {
  readonly sealer: Sealer;
  readonly writes: PostgresWrites;
  readonly writers: number;
  /** Longer than any query may take. */
  readonly loadMsMax: number;
  /** For groups: waits for locks for `lockMsMax` only. */
  readonly openShared: () => Promise<PostgresSession>;
  readonly openAlone: () => Promise<PostgresSession>;
  /** After a fault of COMMIT: throws unless the rows were committed all the same. */
  readonly assertCommitted: (error: unknown, rows: readonly RowWrite[]) => Promise<void>;
  readonly publish: (events: readonly ServiceEvent[]) => void;
}

type AnyWork<Schema> = Work<Schema, unknown, unknown>;

interface Member<Schema> {
  readonly work: AnyWork<Schema>;
  readonly answer: PromiseWithResolvers<unknown>;
}

/** The member must run again, in a transaction of its own. */
class RunAlone extends Error {
  override readonly name = 'RunAlone';
}

export class PostgresCommits<Schema> {
  readonly #options: PostgresCommitOptions;
  readonly #writers: readonly Writer<Schema>[];
  readonly #places = new Map<string, { readonly writer: Writer<Schema>; members: number }>();
  readonly #aloneUntil = new Map<string, number>();

  constructor(options: PostgresCommitOptions) {
    this.#options = options;
    this.#writers = Array.from({ length: options.writers }, () => new Writer<Schema>(options));
  }

  async change<Loaded, Answer>(work: Work<Schema, Loaded, Answer>): Promise<Answer> {
    const any = work as unknown as AnyWork<Schema>;
    if (work.commit === 'shared' && !this.#isAlone(work.keys)) {
      try {
        return (await this.#share(any)) as Answer;
      } catch (error) {
        if (!(error instanceof RunAlone)) throw error;
        const until = performance.now() + aloneMs;
        for (const key of work.keys) this.#aloneUntil.set(key, until);
      }
    }
    return (await runAlone(this.#options, any)) as Answer;
  }

  /** All keys of the work count as queued at its writer until it is answered. */
  async #share(work: AnyWork<Schema>): Promise<unknown> {
    const writer =
      work.keys.map((key) => this.#places.get(key)?.writer).find((found) => found !== undefined) ??
      this.#idlest();
    const taken = work.keys.map((key) => {
      const place = this.#places.get(key) ?? { writer, members: 0 };
      place.members += 1;
      this.#places.set(key, place);
      return { key, place };
    });
    try {
      return await writer.change(work);
    } finally {
      for (const { key, place } of taken) {
        place.members -= 1;
        if (place.members === 0) this.#places.delete(key);
      }
    }
  }

  #isAlone(keys: readonly string[]): boolean {
    if (this.#writers.length === 0) return true;
    if (this.#aloneUntil.size === 0) return false;
    const now = performance.now();
    for (const [key, until] of this.#aloneUntil) if (until <= now) this.#aloneUntil.delete(key);
    return keys.some((key) => this.#aloneUntil.has(key));
  }

  #idlest(): Writer<Schema> {
    return this.#writers.reduce((a, b) => (b.load < a.load ? b : a));
  }
}

/** How a member of the open group ends when the group is committed. */
type Outcome<Schema> = { readonly member: Member<Schema> } & (
  | { readonly kind: 'decided'; readonly decision: Decision<unknown> }
  | { readonly kind: 'refused'; readonly error: unknown }
);

class Writer<Schema> {
  readonly #options: PostgresCommitOptions;
  readonly #queue = new FairQueue<Member<Schema>>();
  /** These come first: left over from a round, or from a group that was rolled back for another. */
  #again: Member<Schema>[] = [];
  #load = 0;
  #isRunning = false;

  constructor(options: PostgresCommitOptions) {
    this.#options = options;
  }

  /** How many wait or run. */
  get load(): number {
    return this.#load;
  }

  async change(work: AnyWork<Schema>): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>();
    this.#queue.add(work.owner, { work, answer });
    this.#load += 1;
    if (!this.#isRunning) {
      this.#isRunning = true;
      void this.#run();
    }
    try {
      return await answer.promise;
    } finally {
      this.#load -= 1;
    }
  }

  /** Never rejects: each member is answered on its own. */
  async #run(): Promise<void> {
    while (this.#queue.keyCount > 0 || this.#again.length > 0) {
      const members: Member<Schema>[] = [];
      try {
        await this.#runGroup(members);
      } catch (error) {
        for (const { answer } of members) answer.reject(error);
      }
    }
    this.#isRunning = false;
  }

  /** `members` are those that have been taken out of the queue. */
  async #runGroup(members: Member<Schema>[]): Promise<void> {
    let session: PostgresSession;
    try {
      session = await this.#options.openShared();
    } catch (error) {
      // The server cannot be reached: the others would wait for it one after another.
      for (let next = this.#take(); next !== undefined; next = this.#take()) {
        next.answer.reject(error);
      }
      return;
    }
    const group = new Group<Schema>(session, this.#options);
    try {
      const openedAt = performance.now();
      while (members.length < membersMax && performance.now() - openedAt < groupMsMax) {
        const round = this.#takeRound(membersMax - members.length);
        if (round.length === 0) break;
        members.push(...round);
        await group.run(round);
      }
      await group.commit();
    } catch (error) {
      await session.rollBack();
      this.#again.push(...group.end(error));
    } finally {
      session.release();
    }
    // After the answers: whatever a listener does, what is committed has its answer.
    this.#options.publish(group.events);
  }

  #take(): Member<Schema> | undefined {
    return this.#again.shift() ?? this.#queue.take();
  }

  /** Waiting members without a common key; the others come in the next round. */
  #takeRound(countMax: number): Member<Schema>[] {
    const round: Member<Schema>[] = [];
    const left: Member<Schema>[] = [];
    const keys = new Set<string>();
    while (round.length < countMax && left.length < membersMax) {
      const next = this.#take();
      if (next === undefined) break;
      const isFree = next.work.keys.every((key) => !keys.has(key));
      for (const key of next.work.keys) keys.add(key);
      (isFree ? round : left).push(next);
    }
    this.#again.unshift(...left);
    return round;
  }
}

/** One shared transaction. */
class Group<Schema> {
  readonly #session: PostgresSession;
  readonly #options: PostgresCommitOptions;
  readonly #outcomes: Outcome<Schema>[] = [];
  /** Members of the round under way. */
  #round: readonly Member<Schema>[] = [];
  /** Whose load was refused by the server, or did not settle. */
  #culprit: { readonly member: Member<Schema>; readonly error: unknown } | null = null;
  /** Writes of the last round, not sent yet. */
  #unsent: readonly BoundStatement[] = [];
  #committed: readonly ServiceEvent[] = [];

  constructor(session: PostgresSession, options: PostgresCommitOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** Fails when the server has refused a statement, and with it the whole transaction. */
  async run(round: readonly Member<Schema>[]): Promise<void> {
    this.#round = round;
    const unsent = this.#unsent;
    this.#unsent = [];
    const loads = await loadBehind(this.#session, unsent, this.#options, (reader) =>
      round.map(({ work }) => work.load(reader)),
    );
    for (const [index, member] of round.entries()) {
      const load = loads[index];
      if (load?.status !== 'rejected') continue;
      if (load.reason instanceof LoadUnsettled || this.#isByServer(load.reason)) {
        this.#culprit = { member, error: load.reason };
        throw load.reason;
      }
    }
    if (this.#session.fault !== null) throw translate(this.#session.fault.error);
    const writes: (readonly RowWrite[])[] = [];
    for (const [index, member] of round.entries()) {
      const outcome = decide(member, loads[index], this.#options.writes);
      this.#outcomes.push(outcome);
      if (outcome.kind === 'decided') writes.push(outcome.decision.writes.rows);
    }
    this.#unsent = this.#options.writes.statements(writes);
    this.#round = [];
  }

  async commit(): Promise<void> {
    const decided = this.#outcomes.filter((outcome) => outcome.kind === 'decided');
    const late = decided.flatMap(({ decision }) => decision.writes.late ?? []);
    const statements = await lastStatements(this.#session, this.#unsent, late, this.#options);
    const rows = decided.flatMap(({ decision }) => decision.writes.rows);
    await commit(this.#session, { statements, rows }, this.#options);
    for (const outcome of this.#outcomes) {
      const { answer } = outcome.member;
      if (outcome.kind === 'refused') answer.reject(outcome.error);
      else answer.resolve(outcome.decision.answer);
    }
    this.#committed = decided.flatMap(({ decision }) => decision.writes.events ?? []);
  }

  /** The events of the members, once they are committed. */
  get events(): readonly ServiceEvent[] {
    return this.#committed;
  }

  /** Answers the members of a group that was not committed; returns those that run again as a group. */
  end(error: unknown): readonly Member<Schema>[] {
    const members = [...this.#outcomes.map(({ member }) => member), ...this.#round];
    if (error instanceof StorageUnavailable && !isLockTimeout(error)) {
      for (const { answer } of members) answer.reject(error);
      return [];
    }
    const culprit = this.#culprit;
    if (culprit === null) {
      for (const { answer } of members) answer.reject(new RunAlone());
      return [];
    }
    const isPassing = isLockTimeout(culprit.error) || isRetryable(culprit.error);
    culprit.member.answer.reject(isPassing ? new RunAlone() : culprit.error);
    return members.filter((member) => member !== culprit.member);
  }

  /** The first statement that the server refused, and not one behind it or a refusal of the load. */
  #isByServer(reason: unknown): boolean {
    const { fault } = this.#session;
    if (fault === null || reason instanceof SkippedStatement) return false;
    return reason === fault.error || (reason as Error | null)?.cause === fault.error;
  }
}

function decide<Schema>(
  member: Member<Schema>,
  load: PromiseSettledResult<unknown> | undefined,
  writes: PostgresWrites,
): Outcome<Schema> {
  try {
    if (load === undefined) throw new Error('A load without a result.');
    if (load.status === 'rejected') throw load.reason;
    const decision = member.work.decide(load.value);
    writes.check(decision.writes.rows);
    writes.check(lateWrites(decision.writes.late ?? []));
    return { kind: 'decided', member, decision };
  } catch (error) {
    return { kind: 'refused', member, error };
  }
}

/** Throws unless everything was committed. */
async function commit(
  session: PostgresSession,
  last: { readonly statements: readonly BoundStatement[]; readonly rows: readonly RowWrite[] },
  options: PostgresCommitOptions,
): Promise<void> {
  try {
    await session.commit(last.statements);
  } catch (error) {
    await options.assertCommitted(error, last.rows);
  }
}

/** Loads, decides and writes in a transaction of its own, again where another one was faster. */
async function runAlone<Schema>(
  options: PostgresCommitOptions,
  work: AnyWork<Schema>,
): Promise<unknown> {
  let conflicts = 0;
  for (let attempt = 1; ; attempt += 1) {
    const session = await options.openAlone();
    let decision: Decision<unknown> | null = null;
    try {
      const loads = [work.load(readerOf<Schema>(session, options))];
      const [load] = await settleLoads(loads, options.loadMsMax);
      if (load?.status !== 'fulfilled') throw load?.reason;
      const decided = work.decide(load.value);
      const { rows, late = [] } = decided.writes;
      const unsent = options.writes.statements([rows]);
      const statements = await lastStatements(session, unsent, late, options);
      await commit(session, { statements, rows }, options);
      decision = decided;
    } catch (error) {
      await session.rollBack();
      if (isConflict(error)) {
        conflicts += 1;
        if (conflicts >= conflictsMax) throw new StorageUnavailable(new Conflict(error.message));
      } else if (!isRetryable(error) || attempt >= attemptsMax) throw error;
    } finally {
      session.release();
    }
    if (decision === null) continue;
    options.publish(decision.writes.events ?? []);
    return decision.answer;
  }
}

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';

/** Another transaction took a row or changed it between `load` and the write. */
function isConflict(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false;
  return [conflictCode, uniqueViolation, foreignKeyViolation].includes(error.code ?? '');
}
