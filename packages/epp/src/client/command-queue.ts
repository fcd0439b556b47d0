/**
 * The commands that wait for a session, and which of them is next: commands before questions, and
 * the questions of different tenants in turn. One session is kept free of questions, and one
 * tenant's questions never use all that are left, so neither can delay the others for long.
 */

/** A command that changes nothing and may be dropped when its answer is no longer needed. */
export interface Question {
  /** Questions of different tenants take turns. */
  readonly tenant: string;
  /** Goes before the questions of all tenants that are not urgent. */
  readonly isUrgent?: boolean;
  /** When it is aborted, a question that waits leaves the queue. */
  readonly signal?: AbortSignal;
}

interface Entry {
  readonly question: Question | undefined;
}

/** By tenant, in the order of their turns. */
type Turns<E> = Map<string, Set<E>>;

export class CommandQueue<E extends Entry> {
  readonly #sessionsMax: number;
  readonly #questionsMax: number;
  readonly #tenantMax: number;
  readonly #commands = new Set<E>();
  readonly #urgent: Turns<E> = new Map();
  readonly #ordinary: Turns<E> = new Map();
  readonly #questionsInFlight = new Map<string, number>();
  #commandCount = 0;
  #questionCount = 0;

  constructor(sessionsMax: number) {
    this.#sessionsMax = sessionsMax;
    this.#questionsMax = Math.max(1, sessionsMax - 1);
    this.#tenantMax = Math.max(1, this.#questionsMax - 1);
  }

  get size(): number {
    let size = this.#commands.size;
    for (const entries of this.#urgent.values()) size += entries.size;
    for (const entries of this.#ordinary.values()) size += entries.size;
    return size;
  }

  /** How many of them could be in flight now, if there were sessions. */
  get servable(): number {
    const waitingByTenant = new Map<string, number>();
    for (const [tenant, entries] of [...this.#urgent, ...this.#ordinary]) {
      waitingByTenant.set(tenant, (waitingByTenant.get(tenant) ?? 0) + entries.size);
    }
    let questions = 0;
    for (const [tenant, count] of waitingByTenant) {
      questions += Math.min(count, this.#tenantMax - this.#inFlight(tenant));
    }
    return this.#commands.size + Math.min(questions, this.#questionsMax - this.#questionCount);
  }

  waiting(): E[] {
    const questions = [...this.#urgent.values(), ...this.#ordinary.values()];
    return [...this.#commands, ...questions.flatMap((entries) => [...entries])];
  }

  add(entry: E): void {
    const { question } = entry;
    if (question === undefined) {
      this.#commands.add(entry);
      return;
    }
    const turns = this.#turnsOf(question);
    const entries = turns.get(question.tenant) ?? new Set();
    turns.set(question.tenant, entries.add(entry));
  }

  remove(entry: E): void {
    const { question } = entry;
    if (question === undefined) {
      this.#commands.delete(entry);
      return;
    }
    const turns = this.#turnsOf(question);
    const entries = turns.get(question.tenant);
    entries?.delete(entry);
    if (entries?.size === 0) turns.delete(question.tenant);
  }

  /** The next entry, which is in flight until `settle`; undefined when none may be sent now. */
  take(): E | undefined {
    const question = this.#nextQuestion();
    const [command] = this.#commands;
    const entry = command === undefined || this.#isQuestionDue() ? (question ?? command) : command;
    if (entry === undefined) return undefined;
    this.remove(entry);
    this.#count(entry, 1);
    if (entry.question !== undefined) this.#endTurn(entry.question);
    return entry;
  }

  settle(entry: E): void {
    this.#count(entry, -1);
  }

  #nextQuestion(): E | undefined {
    if (this.#questionCount >= this.#questionsMax) return undefined;
    for (const turns of [this.#urgent, this.#ordinary]) {
      for (const [tenant, entries] of turns) {
        if (this.#inFlight(tenant) < this.#tenantMax) {
          const [first] = entries;
          return first;
        }
      }
    }
    return undefined;
  }

  /** With several sessions, commands leave one of them to the questions. */
  #isQuestionDue(): boolean {
    const commandsMax = this.#sessionsMax - 1;
    return commandsMax > 0 && this.#questionCount === 0 && this.#commandCount >= commandsMax;
  }

  /** The tenant's next question comes after one of every other tenant. */
  #endTurn(question: Question): void {
    const turns = this.#turnsOf(question);
    const entries = turns.get(question.tenant);
    if (entries === undefined) return;
    turns.delete(question.tenant);
    turns.set(question.tenant, entries);
  }

  #turnsOf(question: Question): Turns<E> {
    return question.isUrgent === true ? this.#urgent : this.#ordinary;
  }

  #inFlight(tenant: string): number {
    return this.#questionsInFlight.get(tenant) ?? 0;
  }

  #count({ question }: E, change: 1 | -1): void {
    if (question === undefined) {
      this.#commandCount += change;
      return;
    }
    this.#questionCount += change;
    const count = this.#inFlight(question.tenant) + change;
    if (count === 0) this.#questionsInFlight.delete(question.tenant);
    else this.#questionsInFlight.set(question.tenant, count);
  }
}
