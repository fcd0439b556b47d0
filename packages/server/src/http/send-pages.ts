/** Answers with a list that is read while it is sent: a reader that is slow holds one page. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** One page is answered like any other object. */
export async function sendPages(
  reply: FastifyReply,
  list: { readonly member: string; readonly pages: AsyncGenerator<readonly unknown[]> },
): Promise<object> {
  const { member, pages } = list;
  const first = await pages.next();
  const second = first.done === true ? first : await pages.next();
  if (first.done === true) return { [member]: [] };
  if (second.done === true) return { [member]: first.value };
  const head = `{"${member}":[`;
  const textOf = (page: readonly unknown[]) =>
    reply
      .serialize({ [member]: page })
      .toString()
      .slice(head.length, -2);
  async function* parts() {
    yield head;
    let isFirst = true;
    for await (const page of followedBy([first.value, second.value], pages)) {
      if (page.length === 0) continue;
      yield `${isFirst ? '' : ','}${textOf(page)}`;
      isFirst = false;
    }
    yield ']}';
  }
  reply.type('application/json; charset=utf-8');
  return Readable.from(parts(), { objectMode: false });
}

async function* followedBy<T>(items: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* items;
  yield* rest;
}
