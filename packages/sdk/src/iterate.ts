/** Lists and streams as something to walk through with `for await`. */
import type { Event, Output } from '@hostmaster/contract';
import type { Client } from './create-client.ts';

type Domain = Output<'listDomains'>['domains'][number];
type DnsRecord = Output<'listRecords'>['records'][number];

interface SignalOption {
  readonly signal?: AbortSignal;
}

/** The longest that the service waits for an event. */
const wait = '30s';

/**
 * Every domain of the workspace.
 *
 * ```ts
 * for await (const { name, expiresAt } of eachDomain(client)) console.log(name, expiresAt);
 * ```
 */
export async function* eachDomain(
  client: Pick<Client, 'listDomains'>,
  options: SignalOption = {},
): AsyncGenerator<Domain, void> {
  yield* (await client.listDomains({}, options)).domains;
}

/**
 * Every record of a domain, as of one moment.
 *
 * ```ts
 * for await (const record of eachRecord(client, domain)) {
 *   console.log(record.name, record.ttl, record.type, record.value);
 * }
 * ```
 */
export async function* eachRecord(
  client: Pick<Client, 'listRecords'>,
  domain: string,
  options: SignalOption = {},
): AsyncGenerator<DnsRecord, void> {
  yield* (await client.listRecords({ domain }, options)).records;
}

/**
 * Events in their order. `cursor` is where to go on from when the event has been dealt with: store it
 * with what you did. It moves on by pages, so that after a crash some events come again, and none is
 * missed. Ends with the newest event; with `follow` it waits for the next one instead.
 *
 * ```ts
 * for await (const { event, cursor } of eachEvent(client, { cursor: stored, follow: true })) {
 *   await handle(event);
 *   await store(cursor);
 * }
 * ```
 */
export async function* eachEvent(
  client: Pick<Client, 'listEvents'>,
  {
    cursor: start,
    follow = false,
    ...options
  }: SignalOption & { readonly cursor?: string | undefined; readonly follow?: boolean } = {},
): AsyncGenerator<{ readonly event: Event; readonly cursor: string | undefined }, void> {
  let before = start;
  for (;;) {
    const page = await client.listEvents(
      { ...(before === undefined ? {} : { cursor: before }), ...(follow ? { wait } : {}) },
      options,
    );
    const last = page.events.at(-1);
    for (const event of page.events) yield { event, cursor: event === last ? page.cursor : before };
    // A page without events may be followed by others: a key sees some domains only.
    const isEnd = last === undefined && page.cursor === before;
    before = page.cursor;
    if (isEnd && !follow) return;
  }
}
