/**
 * Compresses answers over 1 KB for clients that ask for it. Answers with a secret are never compressed:
 * their length would tell how much of a secret a request has guessed (BREACH).
 */
import { pipeline, Readable } from 'node:stream';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer contains a secret. */
    readonly hasSecret?: boolean;
  }
}

export type Encoding = 'br' | 'gzip';

/** The preferred one first. */
export const encodings: readonly Encoding[] = ['br', 'gzip'];

const bytesMin = 1024;
const compressible = /^(?:application\/(?:(?:rdap\+)?json|javascript)|image\/svg\+xml|text\/)/;
/** Nearly as small as the best, in a fraction of the time. */
export const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const encoding = isWorthwhile(request, reply, payload)
      ? begin(reply, request.headers['accept-encoding'])
      : null;
    if (encoding === null) done(null, payload);
    else if (payload instanceof Readable) done(null, compressStream(payload, encoding));
    else if (encoding === 'br') brotliCompress(payload as string | Buffer, brotliOptions, done);
    else gzip(payload as string | Buffer, done);
  });
}

function isWorthwhile(request: FastifyRequest, reply: FastifyReply, payload: unknown): boolean {
  if (payload instanceof Readable) return isCompressible(request, reply);
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false;
  return isWorthBytes(payload) && isCompressible(request, reply);
}

/** A text has at least as many bytes as characters; most are shorter or longer by far. */
export function isWorthBytes(payload: string | Buffer): boolean {
  return payload.length >= bytesMin || Buffer.byteLength(payload) >= bytesMin;
}

/** Whether a client takes an encoding; `q=0` refuses it. */
export function accepts(header: string | string[] | undefined, encoding: Encoding): boolean {
  return String(header ?? '')
    .split(',')
    .some((offer) => {
      const [name = '', quality = ''] = offer.split(';').map((part) => part.trim().toLowerCase());
      return name === encoding && !/^q=0(?:\.0*)?$/.test(quality);
    });
}

function isCompressible(request: FastifyRequest, reply: FastifyReply): boolean {
  return (
    request.routeOptions.config?.hasSecret !== true &&
    reply.getHeader('content-encoding') === undefined &&
    compressible.test(String(reply.getHeader('content-type') ?? ''))
  );
}

/** Null when the client asks for none; caches keep one answer per encoding either way. */
function begin(reply: FastifyReply, header: string | string[] | undefined): Encoding | null {
  reply.header('vary', 'accept-encoding');
  if (header === undefined) return null;
  const encoding = encodings.find((name) => accepts(header, name)) ?? null;
  if (encoding === null) return null;
  reply.header('content-encoding', encoding).removeHeader('content-length');
  // Each content coding is another representation, so it has another strong entity tag.
  const tag = reply.getHeader('etag');
  if (typeof tag === 'string') reply.header('etag', tag.replace(/"$/, `.${encoding}"`));
  return encoding;
}

function compressStream(payload: Readable, encoding: Encoding): Readable {
  const compressor = encoding === 'br' ? createBrotliCompress(brotliOptions) : createGzip();
  // A broken source ends the answer: pipeline destroys the compressor.
  return pipeline(payload, compressor, () => {});
}
