/** Answers with an object that has one long list, which may come in pages. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenedList } from '../operations/operation.ts';
import { sendText } from './large-answers.ts';

/** A list that has been read is answered like any other object. */
export async function sendPages(
  request: FastifyRequest,
  reply: FastifyReply,
  { member, rest, list }: OpenedList & { readonly member: string },
): Promise<object | string | Readable> {
  if (Array.isArray(list)) return { ...rest, [member]: list };
  reply.type('application/json; charset=utf-8');
  const serialize = (items: readonly unknown[]) =>
    reply.serialize({ ...rest, [member]: items }).toString();
  return sendText(request, reply, textOf(serialize, member, list as AsyncGenerator<unknown[]>));
}

/** Each page is written by the serializer of the whole answer, without what surrounds the list. */
async function* textOf(
  serialize: (items: readonly unknown[]) => string,
  member: string,
  pages: AsyncGenerator<readonly unknown[]>,
): AsyncGenerator<string> {
  const empty = serialize([]);
  const start = empty.indexOf(`"${member}":[]`) + member.length + 4;
  const [head, tail] = [empty.slice(0, start), empty.slice(start)];
  yield head;
  let separator = '';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + serialize(page).slice(head.length, -tail.length);
    separator = ',';
  }
  yield tail;
}
