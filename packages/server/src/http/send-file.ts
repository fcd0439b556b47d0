/** Answers with a file to download. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenedFile } from '../operations/operation.ts';
import { sendText } from './large-answers.ts';

/** Text is read while it is sent. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { fileName, content, mediaType }: OpenedFile & { readonly mediaType: string },
): Promise<Buffer | string | Readable> {
  const isText = !Buffer.isBuffer(content);
  const payload = isText ? await sendText(request, reply, content) : content;
  const safeName = fileName.replaceAll(/[^\w.-]/g, '_');
  reply.type(isText ? `${mediaType}; charset=utf-8` : mediaType);
  reply.header('content-disposition', `attachment; filename="${safeName}"`);
  return payload;
}
