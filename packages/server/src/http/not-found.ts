/** Refuses unknown routes and methods before a body is read; under /v1 after authentication. */
import { apiPaths, type EndpointPath } from '@hostmaster/contract/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../base/errors.ts';
import type { Authenticator } from './authentication.ts';

/** The methods of each path of a contract. */
export type MethodsByPath = readonly { readonly pattern: RegExp; readonly methods: string[] }[];

const api = methodsByPath(Object.values(apiPaths));

export function methodsByPath(paths: readonly EndpointPath[]): MethodsByPath {
  const offered = new Map<string, { readonly pattern: RegExp; readonly methods: string[] }>();
  for (const { path, method } of paths) {
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
    const known = offered.get(path);
    if (known !== undefined) known.methods.push(...methods);
    else {
      const pattern = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
      offered.set(path, { pattern: new RegExp(`^${pattern}$`), methods });
    }
  }
  return [...offered.values()];
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
  if (/^\/v1(?:\/|$)/.test(decodePath(request.url))) await authenticator.identify(request);
  return refuseRoute(request, reply, api);
}

/** A method that is not offered, or a path that does not exist. */
export function refuseRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  routes: MethodsByPath,
): never {
  const path = decodePath(request.url);
  const methods = routes
    .filter(({ pattern }) => pattern.test(path))
    .flatMap((known) => known.methods);
  if (methods.length > 0) {
    reply.header('allow', methods.join(', '));
    throw new Refusal('method_not_allowed', `Use ${methods.join(', ')} here.`);
  }
  throw new Refusal('route_not_found', 'There is nothing at this path.');
}

/** As the router does: an escaped slash is no separator. */
function decodePath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURIComponent(path.replaceAll(/%2f/gi, '%252F'));
  } catch {
    return path;
  }
}
