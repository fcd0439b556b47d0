/** Unknown routes and wrong verbs, refused before a body is read; under /v1 only to those with a key. */
import { endpoints } from '@hostmaster/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../base/errors.ts';
import type { Authenticator } from './authentication.ts';

/** The methods each path of the contract offers. */
const offered = new Map<string, { readonly pattern: RegExp; readonly methods: string[] }>();
for (const { path, method } of Object.values(endpoints)) {
  const known = offered.get(path);
  const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
  if (known !== undefined) known.methods.push(...methods);
  else {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    offered.set(path, { pattern, methods });
  }
}

export function refuseUnknownRoutes(app: FastifyInstance, authenticator: Authenticator): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuse(request, reply, authenticator).catch(done);
    else done();
  });
}

async function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  authenticator: Authenticator,
): Promise<never> {
  const path = decodePath(request.url);
  if (/^\/v1(?:\/|$)/.test(path)) await authenticator.identify(request);
  const methods = [...offered.values()]
    .filter(({ pattern }) => pattern.test(path))
    .flatMap((known) => known.methods);
  if (methods.length > 0) {
    reply.header('allow', methods.join(', '));
    throw new Refusal('method_not_allowed', `Use ${methods.join(', ')} here.`);
  }
  throw new Refusal('route_not_found', 'There is nothing at this path.');
}

/** As the router reads it: an escaped slash separates nothing. */
function decodePath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURIComponent(path.replaceAll(/%2f/gi, '%252F'));
  } catch {
    return path;
  }
}
