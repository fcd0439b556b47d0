/** One request: path and query filled in, the answer read, everything else thrown as one of two errors. */
import type { EndpointPath } from '@hostmaster/contract/paths';
import { ConnectionError, HostmasterError } from './errors.ts';
import { withRetries } from './retry.ts';

export interface CallOptions {
  /**
   * Makes a repeated request harmless: the same key is carried out once within 24 hours. Every POST of
   * `createClient` has one of its own; give one to repeat the call later, or from another process.
   */
  readonly idempotencyKey?: string;
  /** Carried out only while this is the current version; see versionOf. Otherwise 412. */
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
}

/** Not enumerable, so that an answer is compared, copied and printed without it. */
const version = Symbol('version');

export interface Transport {
  /** `https://names.example.net`; empty in a page that the service itself serves. */
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
  /** How long an answer may take, besides the time that `wait` asks the service to wait. */
  readonly timeoutMs?: number;
  /** How often a request that failed is sent again; default none. */
  readonly retries?: number;
  /** Whether every POST gets an idempotency key of its own. */
  readonly hasOwnKeys?: boolean;
  /** Says why a connection failed; a page has no reasons, so it has no words for them. */
  readonly explain?: (cause: unknown) => string;
  /** Asked before each request. */
  readonly headers: () => Readonly<Record<string, string>>;
}

const timeoutMsDefault = 30_000;
/** A second DELETE would answer 404, and a second POST would act twice without its key. */
const repeatable: ReadonlySet<string> = new Set(['GET', 'PUT', 'PATCH']);
/** Some answers are files. */
const accept = 'application/json, */*;q=0.5';
/** `wait` of an endpoint that waits on the server, such as `30s`. */
const waitForm = /^(\d+)(ms|s)$/;

export async function call(
  transport: Transport,
  endpoint: EndpointPath,
  input: object,
  options: CallOptions = {},
): Promise<unknown> {
  const { url, rest } = fillPath(transport.baseUrl, endpoint.path, input);
  const takesBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
  const headers: Record<string, string> = { accept, ...transport.headers() };
  if (takesBody) headers['content-type'] = 'application/json';
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  if (options.ifMatch !== undefined) headers['if-match'] = options.ifMatch;
  const body = takesBody ? { body: JSON.stringify(Object.fromEntries(rest)) } : {};
  const timeoutMs = waitMsOf(rest) + (transport.timeoutMs ?? timeoutMsDefault);
  const { signal } = options;
  const attempt = () => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const request: RequestInit = {
      method: endpoint.method,
      headers,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...body,
    };
    return send(transport, { url: takesBody ? url : withQuery(url, rest), request, options });
  };
  const isRepeatable = repeatable.has(endpoint.method) || options.idempotencyKey !== undefined;
  return withRetries(attempt, { retries: transport.retries ?? 0, isRepeatable, signal });
}

/**
 * The version of what an answer shows (its ETag), for `ifMatch` of a later change: of all records with
 * `listRecords`, of the record itself with `createRecord` and `updateRecord`. Other answers throw, so
 * that no change is sent without its condition by mistake.
 *
 * ```ts
 * const made = await client.createRecord({ domain, type: 'A', value: '192.0.2.1' });
 * const change = { domain, recordId: made.record.id, ttl: 300 };
 * await client.updateRecord(change, { ifMatch: versionOf(made) });
 * ```
 */
export function versionOf(answer: object): string {
  const tag: unknown = Reflect.get(answer, version);
  if (typeof tag !== 'string') throw new TypeError('This answer has no version.');
  return tag;
}

/** How long the service was asked to wait before it answers; that time is not part of the limit. */
function waitMsOf(rest: ReadonlyMap<string, unknown>): number {
  const [, count = '0', unit] = waitForm.exec(String(rest.get('wait'))) ?? [];
  return Number(count) * (unit === 's' ? 1_000 : 1);
}

/** Where an endpoint is, for links such as downloads. */
export function urlOf(baseUrl: string, path: string, input: object): string {
  const { url, rest } = fillPath(baseUrl, path, input);
  return withQuery(url, rest);
}

async function send(
  transport: Transport,
  run: { readonly url: string; readonly request: RequestInit; readonly options: CallOptions },
): Promise<unknown> {
  let response: Response;
  let answer: string | Uint8Array;
  try {
    response = await (transport.fetch ?? globalThis.fetch)(run.url, run.request);
    answer = isFile(response)
      ? new Uint8Array(await response.arrayBuffer())
      : await response.text();
  } catch (cause) {
    // An abort by the caller is rethrown; any other error is a connection error.
    run.options.signal?.throwIfAborted();
    throw connectionError(transport, cause);
  }
  const type = typeOf(response);
  const body =
    typeof answer === 'string' && /^application\/json/i.test(type) ? parseJson(answer) : answer;
  if (response.ok && body === undefined) throw connectionError(transport);
  // The service answers no call with a page, so this is the page of something in between.
  if (response.ok && !/^text\/html/i.test(type))
    return withVersion(body, response.headers.get('etag'));
  throw new HostmasterError({ status: response.status, headers: response.headers, body });
}

/** Bytes, such as a PDF; a CSV is text. */
function isFile(response: Response): boolean {
  return response.ok && /^application\/(?!json)/i.test(typeOf(response));
}

function typeOf({ headers }: Response): string {
  return headers.get('content-type') ?? '';
}

/** Without a cause the answer came, but not whole. */
function connectionError({ baseUrl, explain }: Transport, cause?: unknown): ConnectionError {
  const message =
    explain === undefined
      ? 'The service could not be reached.'
      : `Cannot use ${baseUrl}: ${explain(cause)}`;
  return new ConnectionError(message, { cause });
}

function withVersion(body: unknown, tag: string | null): unknown {
  if (tag === null || typeof body !== 'object' || body === null) return body;
  return Object.defineProperty(body, version, { value: tag });
}

function fillPath(
  baseUrl: string,
  path: string,
  input: object,
): { url: string; rest: Map<string, unknown> } {
  const rest = new Map<string, unknown>(Object.entries(input));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    if (typeof value !== 'string') throw new TypeError(`${name} is missing.`);
    rest.delete(name);
    return encodeURIComponent(value);
  });
  return { url: `${baseUrl.replace(/(?<!\/)\/+$/, '')}${filled}`, rest };
}

function withQuery(url: string, rest: ReadonlyMap<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of rest) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.size === 0 ? url : `${url}?${query}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
