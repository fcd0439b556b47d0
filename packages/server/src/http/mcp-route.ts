/**
 * `/mcp`: the tools of the Model Context Protocol over HTTP (streamable, without sessions). It needs an API
 * key, as `x-api-key` or as a bearer token. Each call of a tool is a request to `/v1` inside the process,
 * with the same key, limits and operations.
 */
import type { Readable } from 'node:stream';
import { type Client, createClient } from '@hostmaster/sdk';
import { createMcpHandler, type Server } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import { invalidRequest, Refusal } from '../base/errors.ts';
import { programVersion } from '../base/program-files.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import { endpointTools } from '../mcp/tools.ts';
import type { EndpointContext } from './endpoint.ts';
import { type McpPlace, McpPlaces } from './mcp-places.ts';
import { requestOwner } from './request-owner.ts';

const path = '/mcp';
/** Bytes of a message, and of its answer: an assistant handles no more, and each is made in one piece. */
const bytesMax = 256 * 1024;
/** Nothing is sent there; the client wants an address. */
const inside = 'http://hostmaster.internal';

export function registerMcpRoute(app: FastifyInstance, { admit }: EndpointContext): void {
  const server = { version: programVersion, tools: endpointTools({ isReadOnly: false }) };
  const places = new McpPlaces();
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: path,
    bodyLimit: bytesMax,
    // Before the body is read.
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      acceptBearer(request);
      request.identity = await admit(request, reply, { act: 'domains.read', method: 'POST' });
      if (request.method === 'POST') return;
      reply.header('allow', 'POST');
      throw new Refusal('method_not_allowed', 'Use POST here.');
    },
    handler: async (request, reply) => {
      requireOneCall(request.body);
      const { status, headers, text } = await places.run(requestOwner(request), (place) => {
        const client = clientOf(app, request, place);
        return answerCall(request, () => createMcpServer({ ...server, client }));
      });
      for (const [name, value] of headers) reply.header(name, value);
      return reply.code(status).send(text);
    },
  });
}

/** Asks the API inside the process with the key of the call, which meanwhile computes nothing. */
function clientOf(app: FastifyInstance, request: FastifyRequest, place: McpPlace): Client {
  return createClient({
    baseUrl: inside,
    apiKey: String(request.headers['x-api-key']),
    async fetch(url, init) {
      place.leave();
      const answer = await callInside(app, request, { url: String(url), init: init ?? {} });
      await place.enter();
      return answer;
    },
    retries: 0,
  });
}

async function answerCall(request: FastifyRequest, createServer: () => Server) {
  const handler = createMcpHandler(createServer, { maxSubscriptions: 0 });
  try {
    const answer = await handler.fetch(webRequest(request), { parsedBody: request.body });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  } finally {
    await handler.close();
  }
}

/** One message is one call, and its answer ends: what happens later is in `listEvents`. */
function requireOneCall(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidRequest({ path: 'body', message: 'must be one message' });
  }
  if (!('method' in body) || body.method !== 'subscriptions/listen') return;
  throw invalidRequest({ path: 'method', message: 'must not be a subscription; call listEvents' });
}

/** Programs of this protocol send tokens so. Two different keys are no key. */
function acceptBearer({ headers }: FastifyRequest): void {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (token !== undefined) headers['x-api-key'] ??= token;
}

function webRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  // Its body is parsed already.
  return new Request(`${inside}${path}`, { method: 'POST', headers });
}

async function callInside(
  app: FastifyInstance,
  request: FastifyRequest,
  { url, init }: { readonly url: string; readonly init: RequestInit },
): Promise<Response> {
  const { pathname, search } = new URL(url);
  const { signal } = init;
  const answer = await app.inject({
    payloadAsStream: true,
    method: init.method as NonNullable<InjectOptions['method']>,
    url: `${pathname}${search}`,
    headers: { ...(init.headers as Record<string, string>), host: request.headers.host ?? '' },
    remoteAddress: request.ip,
    ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    ...(signal == null ? {} : { signal }),
  });
  const headers = new Headers();
  for (const name of ['content-type', 'etag', 'retry-after', 'x-request-id']) {
    const value = answer.headers[name];
    if (value !== undefined) headers.set(name, String(value));
  }
  const text = await readBounded(answer.stream());
  if (text !== null) return new Response(text, { status: answer.statusCode, headers });
  const error = 'The answer is too large for a tool. Ask for less, or use the API itself.';
  return Response.json({ error, code: 'invalid_request' }, { status: 400 });
}

/** Null for more than a tool may answer; the rest is not read. */
async function readBounded(stream: Readable): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > bytesMax) return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}
