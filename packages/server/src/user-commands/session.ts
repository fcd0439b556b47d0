/** What all user commands share: their flags, the service they speak to, and how they end. */
import { type Client, createClient } from '@hostmaster/sdk';
import type { Command } from 'commander';
import { isLoopback } from '../base/addresses/loopback.ts';
import { systemClock } from '../base/clock.ts';
import { readCredentials } from './credentials.ts';
import { clockWarning, explainFailure } from './explain-failure.ts';
import { createServiceFetch } from './service-fetch.ts';
import { Interrupted, UserCommandError } from './user-error.ts';

export interface UserFlags {
  readonly url?: string;
  readonly json?: boolean;
}

export interface Session {
  readonly client: Client;
  readonly url: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** For each call of the client. */
  readonly call: { readonly signal: AbortSignal };
  /** This machine's time. */
  now(): number;
  /** What goes on when the command is stopped from now on. */
  ifStopped(sentence: string): void;
}

const nothingChanged = 'Nothing was changed.';
/** A person waits: a service that is not there is reported soon. */
const retries = 2;

/** A command that speaks to a service. Each example is a line to type. */
export function userCommand(
  parent: Command,
  { name, about, examples }: { name: string; about: string; examples: readonly string[] },
): Command {
  return parent
    .command(name)
    .description(about)
    .option('--url <url>', 'address of the service (HOSTMASTER_URL)')
    .option('--json', 'print one JSON object and no other output')
    .addHelpText('after', examplesText(examples));
}

export function examplesText(examples: readonly string[]): string {
  const lines = examples.map((line) => `  hostmaster ${line}`);
  return `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${lines.join('\n')}`;
}

/** Connects, runs, and turns every failure into one message. */
export async function withSession<T>(
  flags: UserFlags,
  run: (session: Session) => Promise<T>,
): Promise<T> {
  const { url, apiKey } = findConnection(flags);
  const { fetch, skewMs } = createServiceFetch(systemClock);
  const client = createClient({ baseUrl: url, apiKey, fetch, retries });
  return untilStopped(async (signal, ifStopped) => {
    try {
      return await run({ client, url, signal, call: { signal }, now: systemClock.now, ifStopped });
    } catch (error) {
      throw explainFailure(error, { url, skewMs: skewMs() });
    } finally {
      const skew = skewMs();
      if (skew !== null && flags.json !== true) console.error(`Warning: ${clockWarning(skew)}`);
    }
  });
}

/** Ends the work at Ctrl-C and says what goes on without it. */
export async function untilStopped<T>(
  run: (signal: AbortSignal, ifStopped: Session['ifStopped']) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Interrupted());
  let outcome = nothingChanged;
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await run(stopping.signal, (sentence) => {
      outcome = sentence;
    });
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    throw new UserCommandError(`Stopped. ${outcome}`, 'interrupted');
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

export function findConnection(flags: UserFlags): {
  readonly url: string;
  readonly apiKey: string;
} {
  const { HOSTMASTER_API_KEY: given = '' } = process.env;
  const credentials = readCredentials();
  const url = serviceUrl(flags, credentials.current);
  const apiKey = given || credentials.services[url]?.apiKey;
  if (apiKey !== undefined) return { url, apiKey };
  throw new UserCommandError(
    `You are not signed in at ${url}. Run "hostmaster login --url ${url}", or set HOSTMASTER_API_KEY.`,
    'signedOut',
  );
}

export function serviceUrl(flags: UserFlags, current: string | null): string {
  const text = flags.url || process.env.HOSTMASTER_URL || current;
  if (text === null) {
    throw new UserCommandError(
      'No service is chosen. Give its address with --url or HOSTMASTER_URL, or run "hostmaster login --url URL".',
    );
  }
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.username !== '') {
    throw new UserCommandError(
      `The address of a service is such as https://names.example.net, not "${text}".`,
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    console.error(`Warning: ${url.origin} is not encrypted; others can read your key on its way.`);
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}
