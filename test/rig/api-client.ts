/**
 * Speaks to the service over real HTTP. `call` is for requests that must succeed and takes an
 * endpoint of the contract; `send` is for everything else and changes nothing it is given, not even
 * a path that no well-behaved client would send.
 */
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import {
  type EndpointName,
  endpoints,
  errors,
  type Input,
  type Output,
} from '@hostmaster/contract';
import { expect } from 'vitest';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Parsed; undefined when the text is no JSON. */
  readonly body: unknown;
}

export interface SendOptions {
  /** Sent as JSON with its media type. */
  readonly json?: unknown;
  /** Sent as it is; no media type is added. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Announce no length. */
  readonly chunked?: boolean;
}

export class ApiClient {
  readonly #url: URL;
  readonly #apiKey: string | null;
  readonly #agent: Agent;

  constructor(options: { readonly url: string; readonly apiKey: string | null; agent?: Agent }) {
    this.#url = new URL(options.url);
    this.#apiKey = options.apiKey;
    this.#agent = options.agent ?? new Agent({ keepAlive: true, maxSockets: 64 });
  }

  withKey(apiKey: string | null): ApiClient {
    return new ApiClient({ url: this.#url.href, apiKey, agent: this.#agent });
  }

  /** On a connection of its own, which stays open. */
  onOneConnection(): ApiClient {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    return new ApiClient({ url: this.#url.href, apiKey: this.#apiKey, agent });
  }

  /** On connections of its own, without a limit to their number. */
  onManyConnections(): ApiClient {
    const agent = new Agent({ keepAlive: true });
    return new ApiClient({ url: this.#url.href, apiKey: this.#apiKey, agent });
  }

  close(): void {
    this.#agent.destroy();
  }

  /** The request that an endpoint of the contract takes; anything but 200 fails the test. */
  async call<N extends EndpointName>(name: N, input: Input<N> & object): Promise<Output<N>> {
    const answer = await this.request(name, input);
    if (answer.status !== 200) {
      throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    }
    return answer.body as Output<N>;
  }

  /** As `call`, but any answer will do. */
  request<N extends EndpointName>(
    name: N,
    input: object,
    options: SendOptions = {},
  ): Promise<Answer> {
    const rest = new Map(Object.entries(input));
    const { method, path } = endpoints[name];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, param: string) => {
      const value = rest.get(param);
      rest.delete(param);
      return encodeURIComponent(String(value));
    });
    const takesBody = 'body' in endpoints[name];
    const given = [...rest].map(([key, value]) => [key, String(value)]);
    const query = takesBody || given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
    return this.send(method, `${filled}${query}`, {
      ...(takesBody ? { json: Object.fromEntries(rest) } : {}),
      ...options,
    });
  }

  send(method: string, path: string, options: SendOptions = {}): Promise<Answer> {
    const body =
      options.raw ?? (options.json === undefined ? undefined : JSON.stringify(options.json));
    const headers: Record<string, string | readonly string[]> = {
      ...(this.#apiKey === null ? {} : { 'x-api-key': this.#apiKey }),
      ...(options.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(body === undefined || options.chunked === true
        ? {}
        : { 'content-length': String(Buffer.byteLength(body)) }),
      ...options.headers,
    };
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    let answered = false;
    const outgoing = httpRequest(
      {
        host: this.#url.hostname,
        port: this.#url.port,
        agent: this.#agent,
        method,
        path,
        headers: headers as Record<string, string | string[]>,
      },
      (incoming) => {
        answered = true;
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve(answerOf(incoming.statusCode ?? 0, incoming.headers, text));
        });
      },
    );
    // A server that refuses a long body may close before all of it was written.
    outgoing.on('error', (error) => {
      if (!answered) reject(error);
    });
    outgoing.end(body);
    return promise;
  }

  /** Bytes on a bare socket, for what no HTTP client agrees to send. Resolves when the server closes. */
  sendBytes(bytes: string | Buffer): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const socket = connect({ host: this.#url.hostname, port: Number(this.#url.port) });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
      const [statusLine = '', ...lines] = head.split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => {
          const colon = line.indexOf(':');
          return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
        }),
      );
      resolve(answerOf(Number(statusLine.split(' ')[1]), headers, rest.join('\r\n\r\n')));
    });
    socket.write(bytes);
    return promise;
  }
}

export interface RefusalExpectation {
  readonly status: number;
  readonly code: keyof typeof errors;
  /** The paths of the blamed fields, in order. */
  readonly fields?: readonly string[];
  readonly required?: number;
  readonly balance?: number;
  readonly remaining?: number;
}

/** The whole shape of a refusal: nothing missing, nothing else, and the first field named in words. */
export function expectRefusal(answer: Answer, expected: RefusalExpectation): void {
  const context = `${answer.status} ${answer.text}`;
  const { status, code, fields = [] } = expected;
  expect(
    { status: answer.status, code: (answer.body as { code?: string } | undefined)?.code },
    context,
  ).toEqual({ status, code });
  expectErrorBody(answer);
  const body = answer.body as ErrorBody;
  expect(body.fields?.map((field) => field.path) ?? [], context).toEqual(fields);
  const { required, balance, remaining } = body;
  expect({ required, balance, remaining }).toEqual({
    required: expected.required,
    balance: expected.balance,
    remaining: expected.remaining,
  });
}

export interface ErrorBody {
  readonly error: string;
  readonly code: keyof typeof errors;
  readonly fields?: readonly { path: string; message: string }[];
  readonly required?: number;
  readonly balance?: number;
  readonly remaining?: number;
}

/** What holds for every refusal, whatever it is about. */
export function expectErrorBody(answer: Answer): void {
  const context = `${answer.status} ${answer.text}`;
  expect(answer.headers['content-type'], context).toBe('application/json; charset=utf-8');
  const body = answer.body as ErrorBody;
  const keys = ['error', 'code'];
  if (answer.status === 400 || body.fields !== undefined) keys.push('fields');
  if (answer.status === 402) keys.push('required', 'balance');
  if (body.code === 'price_changed') keys.push('required');
  if (body.code === 'spending_cap') keys.push('required', 'remaining');
  expect(new Set(Object.keys(body)), context).toEqual(new Set(keys));
  expect(errors[body.code]?.status, context).toBe(answer.status);
  expect(body.error.length, context).toBeGreaterThan(0);
  for (const field of body.fields ?? []) {
    expect(Object.keys(field).sort(), context).toEqual(['message', 'path']);
    expect(field.path.length, context).toBeGreaterThan(0);
    expect(field.message.length, context).toBeGreaterThan(0);
  }
  const first = body.fields?.[0];
  if (first !== undefined) expect(body.error, context).toContain(first.path);
}

function answerOf(status: number, headers: IncomingHttpHeaders, text: string): Answer {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status, headers, text, body };
}
