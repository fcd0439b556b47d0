/**
 * Bounds the questions of each workspace that are in flight at once. More of them wait in the
 * workspace's own queue; one that waits too long is refused.
 */
import { secondMs } from '@hostmaster/contract/durations';
import { Refusal } from '../base/errors.ts';
import { RegistryUnavailable } from './registrar.ts';

const waitMsMax = 2 * secondMs;
const retryAfterSeconds = 2;

interface Queue {
  inFlight: number;
  /** Each takes over the slot that another question frees. */
  readonly waiting: Set<() => void>;
}

export class QuestionSlots {
  readonly #inFlightMax: number;
  readonly #queues = new Map<string, Queue>();

  constructor(inFlightMax: number) {
    this.#inFlightMax = inFlightMax;
  }

  /** Resolves to the function that frees the slot. An aborted signal gives up the place. */
  async acquire(workspaceId: string, signal: AbortSignal): Promise<() => void> {
    const queue = this.#queues.get(workspaceId) ?? { inFlight: 0, waiting: new Set() };
    this.#queues.set(workspaceId, queue);
    if (queue.inFlight < this.#inFlightMax) queue.inFlight += 1;
    else await slotOf(queue, signal);
    return () => this.#free(workspaceId, queue);
  }

  #free(workspaceId: string, queue: Queue): void {
    const [next] = queue.waiting;
    if (next !== undefined) {
      queue.waiting.delete(next);
      next();
      return;
    }
    queue.inFlight -= 1;
    if (queue.inFlight === 0) this.#queues.delete(workspaceId);
  }
}

function slotOf({ waiting }: Queue, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const take = () => {
    endWait();
    resolve();
  };
  const leave = (error: Error) => {
    waiting.delete(take);
    endWait();
    reject(error);
  };
  const onAbort = () => leave(new RegistryUnavailable('the answer is no longer needed'));
  const timer = setTimeout(() => leave(tooManyQuestions()), waitMsMax);
  signal.addEventListener('abort', onAbort, { once: true });
  const endWait = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  };
  waiting.add(take);
  return promise;
}

function tooManyQuestions(): Refusal {
  return new Refusal(
    'too_many_questions',
    'This workspace is waiting for too many answers of the registry. Try again in a moment.',
    { retryAfterSeconds },
  );
}
