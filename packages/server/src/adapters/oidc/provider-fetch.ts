/**
 * How the libraries reach a provider: the `fetch` that they are given. Each request is an outside call
 * to checked addresses, with a bounded answer, and follows no redirect.
 */
import { exchangeHttp } from '../../base/exchange-http.ts';
import { outsideCall } from '../../base/outside-call.ts';
import { targetAddresses, type WebhookTargets } from '../../webhooks/webhook-target.ts';

export interface ProviderFetchOptions {
  readonly peer: string;
  readonly targets: WebhookTargets;
  readonly limitMs: number;
  readonly stopping: AbortSignal;
}

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>> | Headers;
  readonly body?: unknown;
}

export type ProviderFetch = (url: string | URL, options: RequestOptions) => Promise<Response>;

/** No usable answer came: the provider is away, slow, or says what is none. */
export class ProviderCallFailed extends Error {
  override readonly name = 'ProviderCallFailed';
}

const answerBytesMax = 256_000;
/** Requests to one provider; more are refused at once. */
const inFlightMax = 32;

export function createProviderFetch(options: ProviderFetchOptions): ProviderFetch {
  let inFlight = 0;
  return async (url, request) => {
    if (inFlight >= inFlightMax) throw new ProviderCallFailed('Too many requests at once.');
    inFlight += 1;
    try {
      return await send(options, new URL(url), request);
    } catch (error) {
      throw new ProviderCallFailed(reasonOf(error), { cause: error });
    } finally {
      inFlight -= 1;
    }
  };
}

async function send(
  { peer, targets, limitMs: totalMs, stopping }: ProviderFetchOptions,
  url: URL,
  { method = 'GET', headers = {}, body }: RequestOptions,
): Promise<Response> {
  if (targets.requiresHttps && url.protocol !== 'https:') {
    throw new Error(`${url.origin} is not over HTTPS.`);
  }
  const answer = await outsideCall({ peer, totalMs, stopping }, async (scope) =>
    exchangeHttp(scope, {
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' },
      body: body == null ? '' : String(body),
      addresses: await targetAddresses(scope, targets, url),
      bodyBytesMax: answerBytesMax + 1,
    }),
  );
  if (Buffer.byteLength(answer.body) > answerBytesMax) {
    throw new Error(`The answer has more than ${answerBytesMax} bytes.`);
  }
  const { status, contentType } = answer;
  return new Response(answer.body === '' ? null : answer.body, {
    status,
    headers: contentType === null ? {} : { 'content-type': contentType },
  });
}

function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first.message : String(first);
}
