/**
 * Large request bodies. Their bytes are bounded for each workspace and in all from their arrival until
 * the answer. They are parsed one at a time, because all other requests wait meanwhile, and those of
 * too many values are refused unparsed: memory and time follow from the values, not from the bytes.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../base/errors.ts';
import { Pace } from '../base/fairness/pace.ts';
import { RestingWork } from '../base/fairness/resting-work.ts';
import type { Limits } from '../base/limits.ts';
import { AnswerBudget } from './answer-budget.ts';
import { requestOwner } from './request-owner.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly largeBodies: RestingWork;
  }
}

/** Smaller ones are parsed in a tenth of a millisecond. */
const largeBytesMin = 8 * 1024;
const waitMs = 2_000;
const waitingPerOwner = 8;
/** The budget bounds those that wait. */
const parsing = { waitingMax: 1_000 };

export function boundLargeBodies(
  app: FastifyInstance,
  limits: Pick<Limits, 'requestBytesPerWorkspace' | 'requestBytes'>,
): void {
  const budget = new AnswerBudget({
    bytesPerOwner: limits.requestBytesPerWorkspace,
    bytesInAll: limits.requestBytes,
    waitMs,
    waitingPerOwner,
    refusal: 'Too many large requests at the same time. Send them one after the other.',
  });
  app.decorate('largeBodies', new RestingWork(parsing));
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = announcedBytes(request);
    if (bytes <= largeBytesMin) done(null, payload);
    else {
      budget.reserve(requestOwner(request), bytes).then(
        (release) => {
          if (reply.raw.destroyed) release();
          else reply.raw.once('close', release);
          done(null, payload);
        },
        (error: Error) => done(error),
      );
    }
  });
}

/** What a body without a length may have. Longer ones are refused by their length. */
function announcedBytes(request: FastifyRequest): number {
  const { bodyLimit } = request.routeOptions;
  const length = request.headers['content-length'];
  if (length === undefined) {
    return request.headers['transfer-encoding'] === undefined ? 0 : bodyLimit;
  }
  return Number(length) > bodyLimit ? 0 : Number(length);
}

/** In the turn of its workspace. */
export function parseInTurn(
  request: FastifyRequest,
  body: Buffer,
  parse: (body: Buffer) => object,
): object | Promise<object> {
  if (body.length <= largeBytesMin) return parse(body);
  return request.server.largeBodies.run(requestOwner(request), async () => {
    // Each value but the last one has a comma behind it.
    if (body.length / 2 > valuesMax) await requireFewValues(body);
    return parse(body);
  });
}

/** More than the largest request of the contract has: ten thousand changes with all their fields. */
const valuesMax = 100_000;
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];

/** A slice of this many bytes takes a fraction of a millisecond. */
const sliceBytes = 32 * 1024;

async function requireFewValues(body: Buffer): Promise<void> {
  const pace = new Pace();
  let isText = false;
  let values = 0;
  for (let at = 0; at < body.length; ) {
    for (const end = Math.min(body.length, at + sliceBytes); at < end; at += 1) {
      const byte = body[at];
      if (byte === quote) isText = !isText;
      else if (isText) {
        if (byte === backslash) at += 1;
      } else if (byte === comma) {
        values += 1;
        if (values > valuesMax) {
          throw new Refusal('malformed_body', `The body has more than ${valuesMax} values.`);
        }
      }
    }
    await pace.step();
  }
}
