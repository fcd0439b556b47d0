/**
 * Large answers are read while they are sent: a slow reader holds one page, and one that takes nothing
 * is cut off. A fault in the middle breaks the connection, so that no short list reads as whole.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Limits } from '../base/limits.ts';
import { AnswerBudget } from './answer-budget.ts';

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

/** Goes after compression, to count what is sent. */
export function boundLargeAnswers(app: FastifyInstance, limits: AnswerTextLimits): void {
  const budget = new AnswerBudget({
    bytesPerOwner: limits.answerBytesPerWorkspace,
    bytesInAll: limits.answerBytes,
    waitMs,
    waitingPerOwner,
  });
  app.decorate('largeAnswers', { budget, idleMs: limits.answerIdleSeconds * 1_000 });
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes =
      typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
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

/** The pieces as one text where they are short, and as a stream otherwise. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncGenerator<string>,
): Promise<string | Readable> {
  const first: string[] = [];
  for (let length = 0; length <= streamedCharactersMin; ) {
    const next = await pieces.next();
    if (next.done === true) return first.join('');
    first.push(next.value);
    length += next.value.length;
  }
  try {
    const answer = await begin(request, reply, streamBytes);
    return Readable.from(watched(answer, first, pieces), { objectMode: false });
  } catch (error) {
    await pieces.return(undefined);
    throw error;
  }
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
  const release = await budget.reserve(ownerOf(request), bytes);
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
  rest: AsyncGenerator<string>,
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
    await rest.return(undefined);
  }
}

/** Workspaces; requests without one by their address. */
function ownerOf(request: FastifyRequest): string {
  const { workspaceId } = request.params as Readonly<Record<string, string | undefined>>;
  return request.identity?.actor.workspaceId ?? workspaceId ?? request.ip;
}
