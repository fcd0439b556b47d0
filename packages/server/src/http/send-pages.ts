/** Answers with an object that has long lists, which may come in pages. */
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
  return send(request, reply, rest, { [member]: list as AsyncGenerator<unknown[]> });
}

/** Items that are written at once. */
const itemsPerPage = 50;

/** The answer of a long change, whose lists are in memory. */
export async function sendLists(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: object,
): Promise<object | string | Readable> {
  const lists = Object.entries(answer).filter(([, value]) => Array.isArray(value));
  if (lists.every(([, list]) => list.length <= itemsPerPage)) return answer;
  return send(
    request,
    reply,
    answer,
    Object.fromEntries(lists.map(([member, list]) => [member, pagesOf(list)])),
  );
}

async function* pagesOf(list: readonly unknown[]): AsyncGenerator<readonly unknown[]> {
  for (let start = 0; start < list.length; start += itemsPerPage) {
    yield list.slice(start, start + itemsPerPage);
  }
}

type Lists = Readonly<Record<string, AsyncGenerator<readonly unknown[]>>>;

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  rest: object,
  lists: Lists,
): Promise<string | Readable> {
  reply.type('application/json; charset=utf-8');
  const serialize = (members: object) => reply.serialize({ ...rest, ...members }).toString();
  return sendText(request, reply, textOf(serialize, lists));
}

/** Each page is written by the serializer of the whole answer, without what surrounds the list. */
async function* textOf(
  serialize: (members: object) => string,
  lists: Lists,
): AsyncGenerator<string> {
  const none = Object.fromEntries(Object.keys(lists).map((member) => [member, []]));
  const empty = serialize(none);
  const places = Object.keys(lists)
    .map((member) => ({ member, at: empty.indexOf(`"${member}":[]`) + member.length + 4 }))
    .sort((a, b) => a.at - b.at);
  let written = 0;
  for (const { member, at } of places) {
    yield empty.slice(written, at);
    written = at;
    let separator = '';
    for await (const page of lists[member] ?? []) {
      if (page.length === 0) continue;
      const text = serialize({ ...none, [member]: page });
      yield separator + text.slice(at, text.length - (empty.length - at));
      separator = ',';
    }
  }
  yield empty.slice(written);
}
