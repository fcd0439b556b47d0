/**
 * hostmaster events tail and webhooks listen: what happens in the workspace, as it happens. Listening
 * needs no public address: the command asks for events and hands them over on this machine.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Event, eachEvent } from '@hostmaster/sdk';
import type { Command } from 'commander';
import { printable, printableJson } from '../base/printable.ts';
import { newWebhookSecret, webhookHeaders } from '../base/webhook-signature.ts';
import { postMessage } from './service-fetch.ts';
import { type Session, type UserFlags, userCommand, withSession } from './session.ts';
import { UserCommandError } from './user-error.ts';

interface FollowFlags extends UserFlags {
  readonly cursor?: string;
  readonly type?: string;
  readonly domain?: string;
}

interface ListenFlags extends FollowFlags {
  readonly forwardTo: string;
  readonly secret?: string;
}

/** As long as the service waits for a receiver. */
const receiverMsMax = 15_000;
const attemptsMax = 5;
const retryMs = 1_000;

export function registerEvents(program: Command): void {
  const events = program.command('events').description('follow what happens in your workspace');
  addFollowOptions(
    userCommand(events, {
      name: 'tail',
      about: 'print events as they happen, until Ctrl-C; with --json one object per line',
      examples: [
        'events tail',
        'events tail --domain example.com --json',
        'events tail --cursor start',
      ],
    }),
  ).action(tail);
}

export function registerWebhooks(program: Command): void {
  const webhooks = program.command('webhooks').description('develop a receiver of webhooks');
  addFollowOptions(
    userCommand(webhooks, {
      name: 'listen',
      about: 'hand events to a program on this machine, signed as webhooks are, until Ctrl-C',
      examples: ['webhooks listen --forward-to http://localhost:8080/hooks'],
    }).requiredOption('--forward-to <url>', 'where your receiver listens'),
  )
    .option('--secret <secret>', 'sign with this secret (whsec_…) instead of a new one')
    .action(listen);
}

function addFollowOptions(command: Command): Command {
  return command
    .option('--cursor <cursor>', 'go on from here; "start" is the oldest event that is kept')
    .option('--type <types>', 'only these types, separated by commas; domain.* is all of domains')
    .option('--domain <domain>', 'only events of this domain');
}

async function tail(flags: FollowFlags): Promise<void> {
  await follow(flags, async (event) => {
    const { at, type, domain, data } = event;
    console.log(
      flags.json === true
        ? printableJson(event)
        : printable(`${at}  ${type}  ${domain ?? '-'}  ${JSON.stringify(data)}`),
    );
  });
}

async function listen(flags: ListenFlags): Promise<void> {
  const target = URL.parse(flags.forwardTo);
  if (target === null || !/^https?:$/.test(target.protocol)) {
    throw new UserCommandError(
      `--forward-to must be an address such as http://localhost:8080, not "${flags.forwardTo}".`,
    );
  }
  const secret = flags.secret ?? newWebhookSecret();
  if (!/^whsec_[A-Za-z0-9+/]{32,120}={0,2}$/.test(secret)) {
    throw new UserCommandError('--secret begins with whsec_ and goes on in base64.');
  }
  if (flags.json === true) console.log(printableJson({ forwardTo: target.href, secret }));
  else console.log(`Events go to ${target.href}, signed with ${secret}\nStop with Ctrl-C.`);
  await follow(flags, async (event, session) => {
    const outcome = await handOver(session, event, { url: target.href, secret });
    const { id, type, domain } = event;
    console.log(
      flags.json === true
        ? printableJson({ id, type, domain, outcome })
        : printable(`${outcome}  ${type}  ${domain ?? '-'}  ${id}`),
    );
  });
}

async function follow(
  flags: FollowFlags,
  handle: (event: Event, session: Session) => Promise<void>,
): Promise<void> {
  const types = flags.type?.split(',').map((type) => type.trim()) ?? null;
  const domain = flags.domain?.toLowerCase().replace(/\.$/, '') ?? null;
  await withSession(flags, async (session) => {
    const { client, signal } = session;
    const start = await startOf(session, flags.cursor);
    session.ifStopped(goOn(start));
    const options = { follow: true, signal, ...(start === undefined ? {} : { cursor: start }) };
    for await (const { event, cursor } of eachEvent(client, options)) {
      const isWanted =
        (types === null || types.some((type) => isOfType(event.type, type))) &&
        (domain === null || event.domain === domain);
      if (isWanted) await handle(event, session);
      session.ifStopped(goOn(cursor));
    }
  });
}

/** A position that can be named when the command is stopped before the first event. */
async function startOf(session: Session, cursor: string | undefined): Promise<string | undefined> {
  if (cursor === 'start') return undefined;
  if (cursor !== undefined) return cursor;
  return (await session.client.listEvents({ cursor: 'latest' }, session.call)).cursor;
}

function goOn(cursor: string | undefined): string {
  return `Events are kept at the service; go on with --cursor ${cursor ?? 'start'}.`;
}

function isOfType(type: string, wanted: string): boolean {
  return wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

/** A receiver that is being restarted gets the event a little later. */
async function handOver(
  { signal, now }: Session,
  event: Event,
  to: { readonly url: string; readonly secret: string },
): Promise<string> {
  const body = JSON.stringify(event);
  for (let attempt = 1; ; attempt += 1) {
    const timestampSeconds = Math.floor(now() / 1_000);
    const message = { id: event.id, timestampSeconds, body };
    const headers = {
      'content-type': 'application/json',
      ...webhookHeaders(message, [to.secret]),
    };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(receiverMsMax)]);
    try {
      const status = await postMessage(to.url, { headers, body, signal: limit });
      if ((status >= 200 && status < 300) || attempt === attemptsMax) return String(status);
    } catch (error) {
      signal.throwIfAborted();
      if (attempt === attemptsMax) return `no answer (${reasonOf(error)})`;
    }
    await pause(retryMs * attempt, undefined, { signal });
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const { code } = (cause ?? error) as NodeJS.ErrnoException;
  return code ?? (error instanceof Error ? error.message : String(error));
}
