/**
 * Sends one event to a webhook. Every bound is ours: the time, the size of headers and answer, and
 * the addresses, which are checked after resolution and used as checked. A redirect is not followed.
 */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { targetAddresses, type WebhookTargets } from './webhook-target.ts';

export interface Posted {
  /** Null when there was no answer. */
  readonly status: number | null;
  /** The start of the answer's body. */
  readonly answer: string | null;
  /** Null when the event was accepted. */
  readonly problem: string | null;
  readonly durationMs: number;
}

const timeLimitMs = 15_000;
const answerBytesMax = 4_096;
const headerBytesMax = 16_384;

export async function postEvent(
  targets: WebhookTargets,
  message: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly limitMs?: number;
    /** Aborted when the service stops. */
    readonly stopping?: AbortSignal;
  },
): Promise<Posted> {
  const startedAt = performance.now();
  const limit = AbortSignal.timeout(message.limitMs ?? timeLimitMs);
  const signal = AbortSignal.any([
    limit,
    ...(message.stopping === undefined ? [] : [message.stopping]),
  ]);
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const url = new URL(message.url);
    const addresses = await orAborted(targetAddresses(targets, url), signal);
    const { status, answer } = await exchange(url, { ...message, addresses, signal });
    const isAccepted = status >= 200 && status < 300;
    const problem = isAccepted ? null : problemOf(status);
    return { status, answer, problem, durationMs: took() };
  } catch (error) {
    const problem = limit.aborted ? 'No answer within 15 seconds.' : messageOf(error);
    return { status: null, answer: null, problem, durationMs: took() };
  }
}

function problemOf(status: number): string {
  if (status >= 300 && status < 400) return `Answered ${status}: redirects are not followed.`;
  return `Answered ${status}.`;
}

function exchange(
  url: URL,
  message: {
    readonly addresses: readonly string[];
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly signal: AbortSignal;
  },
): Promise<{ status: number; answer: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; answer: string }>();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = send(
    url,
    {
      method: 'POST',
      // A connection of its own, which no other webhook shares.
      agent: false,
      lookup: pinnedLookup(message.addresses),
      maxHeaderSize: headerBytesMax,
      signal: message.signal,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(message.body),
        'user-agent': 'Hostmaster-Webhooks',
        ...message.headers,
      },
    },
    (incoming) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const finish = () => {
        const answer = Buffer.concat(chunks).subarray(0, answerBytesMax).toString('utf8');
        resolve({ status: incoming.statusCode ?? 0, answer: answer.replaceAll('\0', '') });
        outgoing.destroy();
      };
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        // The status decides; the rest of a long answer is of no use.
        if (bytes >= answerBytesMax) finish();
      });
      incoming.on('end', finish);
      incoming.on('error', reject);
    },
  );
  outgoing.on('error', reject);
  outgoing.end(message.body);
  return promise;
}

/** Connects to the checked addresses, whatever the name resolves to by now. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (all === true) callback(null, found);
    else callback(null, first?.address ?? '', first?.family ?? 4);
  };
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(new Error('No answer in time.'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) {
    return error.errors[0].message;
  }
  return error instanceof Error ? error.message : String(error);
}
