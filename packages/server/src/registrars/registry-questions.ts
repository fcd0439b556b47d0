/**
 * Availability questions of workspaces. Each workspace has its own bound and its own queue, and
 * gets one answer for questions about the same name within a second. Answers are never shared
 * between workspaces: the time of an answer would reveal what another workspace asked.
 */
import { secondMs } from '@hostmaster/contract/durations';
import type { MachineClock } from '../base/clock.ts';
import { QuestionSlots } from './question-slots.ts';
import { type Registrar, type RegistryAvailability, RegistryUnavailable } from './registrar.ts';
import { SharedQuestions } from './shared-questions.ts';

export interface AvailabilityQuestion {
  readonly workspaceId: string;
  /** A registration always asks the registry, and before other questions. */
  readonly purpose: 'check' | 'registration';
  /** From the moment it may be sent. */
  readonly answerMsMax: number;
  /** Aborted when the client is gone. */
  readonly signal?: AbortSignal;
}

const sharedMs = secondMs;
const sharedNamesMax = 10_000;

/** For a name that an answer has left out. */
const notAnswered: RegistryAvailability = {
  available: false,
  premium: null,
  because: 'not-offered',
};

interface RunningQuestion {
  readonly answers: Promise<ReadonlyMap<string, RegistryAvailability>>;
  readonly abandon: AbortController;
  /** Requests that wait for it. The last one that leaves abandons the question. */
  waiting: number;
  answeredAt: number | null;
}

export class RegistryQuestions {
  readonly #registrar: Pick<Registrar, 'check'>;
  readonly #slots: QuestionSlots;
  readonly #clock: MachineClock;
  readonly #shared = new SharedQuestions<RunningQuestion>(sharedNamesMax);

  constructor(options: {
    readonly registrar: Pick<Registrar, 'check'>;
    readonly inFlightMax: number;
    readonly clock: MachineClock;
  }) {
    this.#registrar = options.registrar;
    this.#slots = new QuestionSlots(options.inFlightMax);
    this.#clock = options.clock;
  }

  /** One answer per name, in order. Throws RegistryUnavailable without an answer for every name. */
  async check(
    names: readonly string[],
    question: AvailabilityQuestion,
  ): Promise<readonly RegistryAvailability[]> {
    const questions = this.#questionsFor(names, question);
    const running = [...new Set(questions)];
    for (const each of running) each.waiting += 1;
    try {
      const answered = await orClientGone(
        Promise.all(running.map(({ answers }) => answers)),
        question.signal,
      );
      const answersOf = new Map(running.map((each, index) => [each, answered[index]]));
      return questions.map(
        (each, index) => answersOf.get(each)?.get(names[index] ?? '') ?? notAnswered,
      );
    } finally {
      for (const each of running) {
        each.waiting -= 1;
        if (each.waiting === 0 && each.answeredAt === null) each.abandon.abort();
      }
    }
  }

  /** For each name the question that already runs or was just answered, or a new one for all others. */
  #questionsFor(
    names: readonly string[],
    question: AvailabilityQuestion,
  ): readonly RunningQuestion[] {
    const { workspaceId, purpose } = question;
    this.#shared.forget((each) => this.#isOver(each));
    const find = this.#shared.ofWorkspace(workspaceId);
    const found = names.map((name) => {
      const known = purpose === 'check' ? find(name) : undefined;
      return known === undefined || this.#isOver(known) ? null : known;
    });
    const others = names.filter((_, index) => found[index] === null);
    if (others.length === 0) return found.filter((known) => known !== null);
    const asked = this.#ask(others, question);
    this.#shared.add(asked, { workspaceId, names: others });
    return found.map((known) => known ?? asked);
  }

  #ask(names: readonly string[], question: AvailabilityQuestion): RunningQuestion {
    const abandon = new AbortController();
    const running: RunningQuestion = {
      answers: this.#answersTo(names, question, abandon),
      abandon,
      waiting: 0,
      answeredAt: null,
    };
    running.answers.then(
      () => {
        running.answeredAt = this.#clock.now();
      },
      () => abandon.abort(),
    );
    return running;
  }

  async #answersTo(
    names: readonly string[],
    question: AvailabilityQuestion,
    abandon: AbortController,
  ): Promise<ReadonlyMap<string, RegistryAvailability>> {
    const { workspaceId, purpose, answerMsMax } = question;
    const { signal } = abandon;
    const freeSlot = await this.#slots.acquire(workspaceId, signal);
    const asked = this.#registrar.check(names, { id: workspaceId, purpose, signal });
    // The registry works on a question that was given up, so the slot stays taken until it answers.
    asked.then(freeSlot, freeSlot);
    const answers = await withinMs(asked, answerMsMax);
    return new Map(answers.map((answer, index) => [names[index] ?? '', answer]));
  }

  #isOver({ answeredAt, abandon }: RunningQuestion): boolean {
    if (answeredAt === null) return abandon.signal.aborted;
    return answeredAt + sharedMs <= this.#clock.now();
  }
}

async function withinMs<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new RegistryUnavailable('no answer in time')), limitMs);
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function orClientGone<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return answer;
  const { promise: gone, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(new RegistryUnavailable('the client is gone'));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([answer, gone]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
