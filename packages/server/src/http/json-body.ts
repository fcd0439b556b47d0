/**
 * Request bodies: an empty one is absent whatever its media type, GET and DELETE ignore theirs,
 * anything but JSON is refused unread, and JSON must be an object.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidRequest, Refusal } from '../base/errors.ts';
import { parseInTurn } from './large-bodies.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const jsonType = /^\s*application\/json\s*(?:;|$)/i;
const proto = '__proto__';
const depthMax = 32;

export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      body.length === 0 ? undefined : parseJsonBody(request, body),
  );
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
    for await (const chunk of payload) {
      if (chunk.length > 0 && !ignoresBody(request)) {
        throw new Refusal('unsupported_media_type', 'Send the body as application/json.');
      }
    }
    return undefined;
  });
  // Ignored bodies and media types other than JSON, unreadable ones included, go to the catch-all.
  app.addHook('onRequest', (request, _, done) => {
    const { headers } = request;
    const type = headers['content-type'];
    if (type !== undefined && (ignoresBody(request) || !jsonType.test(type))) {
      headers['content-type'] = 'application/octet-stream';
    }
    done();
  });
  // An absent body is validated as an empty object, so that the missing fields are named.
  app.addHook('preValidation', (request, _, done) => {
    request.body ??= {};
    done();
  });
}

function ignoresBody(request: FastifyRequest): boolean {
  return request.method === 'DELETE' || request.method === 'GET' || request.method === 'HEAD';
}

/** Large bodies wait for their turn. */
export function parseJsonBody(request: FastifyRequest, body: Buffer): object | Promise<object> {
  return parseInTurn(request, body, parseJsonObject);
}

function parseJsonObject(body: Buffer): object {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(body));
  } catch {
    throw new Refusal('malformed_body', 'The body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('malformed_body', 'The body must be a JSON object.');
  }
  refuseStrangeShapes(value);
  return value;
}

/** Iterative, so that depth costs no stack here; bounded for the recursive code that follows. */
function refuseStrangeShapes(root: object): void {
  const waiting: [value: object, depth: number][] = [[root, 1]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, depth] = next;
    if (depth > depthMax) {
      throw new Refusal('malformed_body', `The body is nested deeper than ${depthMax} levels.`);
    }
    if (Object.hasOwn(value, proto)) {
      throw invalidRequest({ path: proto, message: 'is not allowed as a name' });
    }
    // An array is not copied: it may have tens of thousands of entries.
    for (const child of Array.isArray(value) ? value : Object.values(value)) {
      if (typeof child === 'object' && child !== null) waiting.push([child, depth + 1]);
    }
  }
}
