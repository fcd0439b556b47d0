/**
 * An answer that is the same for all clients and as long as the process lives: made, written as octets and
 * compressed once for each encoding, however often strangers ask for it.
 */
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from '../base/once.ts';
import { accepts, brotliOptions, type Encoding, encodings, isWorthBytes } from './compression.ts';

export type FixedAnswer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** `type` is one of those that are worth compressing. */
export function fixedAnswer(type: string, make: () => string | Buffer): FixedAnswer {
  const octets = once(() => Buffer.from(make()));
  const encoded: Readonly<Record<Encoding, () => Promise<Buffer>>> = {
    br: once(() => promisify(brotliCompress)(octets(), brotliOptions)),
    gzip: once(() => promisify(gzip)(octets())),
  };
  return async (request, reply) => {
    reply.type(type).header('vary', 'accept-encoding');
    const offered = request.headers['accept-encoding'];
    const encoding = encodings.find((name) => accepts(offered, name));
    if (encoding === undefined || !isWorthBytes(octets())) return reply.send(octets());
    return reply.header('content-encoding', encoding).send(await encoded[encoding]());
  };
}
