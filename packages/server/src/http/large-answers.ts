/**
 * Large answers are read while they are sent: a slow reader holds one page, and one that takes nothing
 * is cut off. A fault in the middle breaks the connection, so that no short list reads as whole.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LongWork } from '../base/fairness/long-work.ts';
import { withRest } from '../base/fairness/with-rest.ts';
import type { Limits } from '../base/limits.ts';
import type { Cost } from '../operations/cost.ts';
import { AnswerBudget } from './answer-budget.ts';
import { requestOwner } from './request-owner.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly largeAnswers: LargeAnswers;
  }
}

export type AnswerTextLimits = Pick<
  Limits,
  'answerBytesPerWorkspace' | 'answerBytes' | 'answerIdleSeconds'
>;

interface LargeAnswers {
  readonly budget: AnswerBudget;
  /** One answer of a workspace begins at a time, and one page of its answers is read at a time. */
  readonly beginnings: LongWork;
  readonly pages: LongWork;
  readonly idleMs: number;
}

/** Shorter answers are sent as one text. */
const streamedCharactersMin = 256 * 1024;
/** An estimate of what a streamed answer holds: pages, changes to undo, compression, buffers. */
const streamBytes = 4 * 1024 * 1024;
/** Smaller texts fit into the buffers of their connection. */
const countedBytesMin = 64 * 1024;
const waitMs = 2_000;
const waitingPerOwner = 8;
const beginningPlaces = { placesMax: 4, waitingMax: 100 };
/** No page is refused: the budget has room for fewer answers. */
const pagePlaces = { placesMax: 4, waitingMax: 1_000 };

/** Goes after compression, to count what is sent. */
export function boundLargeAnswers(app: FastifyInstance, limits: AnswerTextLimits): void {
  const budget = new AnswerBudget({
    bytesPerOwner: limits.answerBytesPerWorkspace,
    bytesInAll: limits.answerBytes,
    waitMs,
    waitingPerOwner,
    refusal: 'Too many large answers at the same time. Read them one after the other.',
  });
  app.decorate('largeAnswers', {
    budget,
    beginnings: new LongWork(beginningPlaces),
    pages: new LongWork(pagePlaces),
    idleMs: limits.answerIdleSeconds * 1_000,
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = bytesOf(payload);
    if (bytes < countedBytesMin) done(null, payload);
    else {
      begin(request, reply, bytes).then(
        (answer) => {
          answer.expectProgress();
          done(null, payload);
        },
        (error: Error) => done(error),
      );
    }
  });
}

/** Zero for a stream; for a short text its length is near enough. */
function bytesOf(payload: unknown): number {
  if (Buffer.isBuffer(payload)) return payload.length;
  if (typeof payload !== 'string') return 0;
  return payload.length * 3 < countedBytesMin ? payload.length : Buffer.byteLength(payload);
}

/** Refuses a list before its first page is read, while so many wait that it could not, if it is long. */
export function requirePlace(request: FastifyRequest): void {
  request.server.largeAnswers.budget.requirePlace(requestOwner(request));
}

/**
 * What is as large as a zone or a list is read one answer at a time for each workspace. Refuses before
 * anything is read, while so many of them wait that this one could not.
 */
export async function readInTurn<T>(
  request: FastifyRequest,
  cost: Cost,
  read: () => Promise<T>,
): Promise<T> {
  if (cost !== 'whole') return read();
  requirePlace(request);
  const { beginnings } = request.server.largeAnswers;
  return beginnings.run(requestOwner(request), () => withRest(read));
}

/** The pieces as one text where they are short, and as a stream otherwise. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncGenerator<string>,
): Promise<string | Readable> {
  const { beginnings, pages } = reply.server.largeAnswers;
  const owner = requestOwner(request);
  try {
    const { isWhole, first } = await beginnings.run(owner, () => readFirst(pieces));
    if (isWhole) return first.join('');
    const answer = await begin(request, reply, streamBytes);
    const rest = {
      next: () => pages.run(owner, () => withRest(() => pieces.next())),
      end: () => pieces.return(undefined),
    };
    return Readable.from(watched(answer, first, rest), { objectMode: false });
  } catch (error) {
    await pieces.return(undefined);
    throw error;
  }
}

async function readFirst(
  pieces: AsyncGenerator<string>,
): Promise<{ isWhole: boolean; first: string[] }> {
  const first: string[] = [];
  for (let length = 0; length <= streamedCharactersMin; ) {
    const next = await withRest(() => pieces.next());
    if (next.done === true) return { isWhole: true, first };
    first.push(next.value);
    length += next.value.length;
  }
  return { isWhole: false, first };
}

interface OpenAnswer {
  /** From now on the client has to take something before the time is over. */
  expectProgress(): void;
  hasProgress(): void;
}

async function begin(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: number,
): Promise<OpenAnswer> {
  const { budget, idleMs } = reply.server.largeAnswers;
  const { raw } = reply;
  const release = await budget.reserve(requestOwner(request), bytes);
  let timer: NodeJS.Timeout | undefined;
  const hasProgress = () => clearTimeout(timer);
  const end = () => {
    hasProgress();
    release();
  };
  if (raw.destroyed) end();
  else raw.once('close', end);
  const expectProgress = () => {
    hasProgress();
    if (!raw.closed) timer = setTimeout(() => raw.destroy(), idleMs);
  };
  return { expectProgress, hasProgress };
}

async function* watched(
  answer: OpenAnswer,
  first: readonly string[],
  rest: {
    readonly next: () => Promise<IteratorResult<string>>;
    readonly end: () => Promise<unknown>;
  },
): AsyncGenerator<string> {
  try {
    for (const piece of first) {
      answer.expectProgress();
      yield piece;
    }
    for (;;) {
      answer.hasProgress();
      const next = await rest.next();
      // The last piece is taken when the connection has nothing left to send.
      answer.expectProgress();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await rest.end();
  }
}
