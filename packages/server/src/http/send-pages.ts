/** Answers with a list that is read while it is sent: a reader that is slow holds one page. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

type Pages = AsyncGenerator<readonly unknown[]>;

/** One page is answered like any other object. */
export async function sendPages(
  reply: FastifyReply,
  { member, pages }: { readonly member: string; readonly pages: Pages },
): Promise<object> {
  const first = await pages.next();
  const second = await pages.next();
  if (second.done === true) return { [member]: first.value ?? [] };
  reply.type('application/json; charset=utf-8');
  const all = followedBy([first.value, second.value], pages);
  return Readable.from(textOf(reply, member, all), { objectMode: false });
}

/** Each page is written by the serializer of the whole answer, without its ends. */
async function* textOf(reply: FastifyReply, member: string, pages: Pages): AsyncGenerator<string> {
  const head = `{"${member}":[`;
  yield head;
  let separator = '';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator +
      reply
        .serialize({ [member]: page })
        .toString()
        .slice(head.length, -2);
    separator = ',';
  }
  yield ']}';
}

async function* followedBy<T>(items: readonly T[], rest: AsyncGenerator<T>): AsyncGenerator<T> {
  yield* items;
  yield* rest;
}
