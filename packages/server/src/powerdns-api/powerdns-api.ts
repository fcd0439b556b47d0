/**
 * The PowerDNS-compatible API below `/api`, for tools that speak it: the same keys, scopes and
 * limits as `/v1`, and the same operations behind it. docs/tools.md lists the calls.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { newId } from '../base/ids.ts';
import { clientGoneOf, type EndpointContext, pathParams } from '../http/endpoint.ts';
import { parseJsonBody } from '../http/json-body.ts';
import { readInTurn, sendText } from '../http/large-answers.ts';
import { methodsByPath, refuseRoute } from '../http/not-found.ts';
import { atCost } from '../operations/cost.ts';
import { zoneChangeRoutes } from './change-zones.ts';
import { cryptokeyRoutes } from './cryptokeys.ts';
import { errorAnswer } from './error-answer.ts';
import { zoneRoutes } from './read-zones.ts';
import { type PowerdnsRequest, type PowerdnsRoute, rrsetBytesMax } from './route.ts';
import { searchRoute } from './search-data.ts';
import { serverRoutes } from './servers.ts';
import { extraRoutes } from './zone-extras.ts';

export const powerdnsRoutes: readonly PowerdnsRoute[] = [
  ...serverRoutes,
  ...zoneRoutes,
  ...zoneChangeRoutes,
  ...cryptokeyRoutes,
  ...extraRoutes,
  searchRoute,
];

const methods = methodsByPath(
  powerdnsRoutes.map(({ method, path }) => ({
    method,
    path: `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  })),
);

export async function registerPowerdnsApi(
  app: FastifyInstance,
  context: EndpointContext & { readonly log: Logger },
): Promise<void> {
  const startedAt = context.clock.now();
  await app.register(async (scope) => {
    acceptBodies(scope);
    scope.setErrorHandler((error, request, reply) => {
      const answer = errorAnswer(error);
      if (answer.status >= 500) {
        context.log.error({ err: error, reqId: request.id }, 'request failed');
      }
      return reply.code(answer.status).headers(answer.headers).send(answer.body);
    });
    for (const route of powerdnsRoutes) bind(scope, { route, context, startedAt });
    refuseOthers(scope, context);
  });
}

/** Clients send JSON under any media type, or none. */
function acceptBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const isIgnored = ['GET', 'HEAD', 'DELETE'].includes(request.method);
      return isIgnored || body.length === 0 ? undefined : parseJsonBody(request, body);
    },
  );
}

interface Binding {
  readonly route: PowerdnsRoute;
  readonly context: EndpointContext;
  readonly startedAt: number;
}

function bind(scope: FastifyInstance, binding: Binding): void {
  const { route, context } = binding;
  scope.route({
    method: route.method,
    url: `/api${route.path}`,
    ...(route.takesRrsets === true ? { bodyLimit: rrsetBytesMax } : {}),
    // Before the body is read.
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      request.identity = await context.admit(request, reply, route);
    },
    handler: async (request, reply) => {
      const asked = requestOf(request, reply, binding);
      const { cost } = route;
      const work = () => readInTurn(request, cost, () => route.handle(asked));
      const answer = await atCost(cost, asked.call, work);
      reply.code(answer.status);
      if (answer.text === undefined) return reply.send(answer.body);
      reply.type(`${answer.text.mediaType}; charset=utf-8`);
      return reply.send(await sendText(request, reply, answer.text.pieces));
    },
  });
}

function requestOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, startedAt }: Binding,
): PowerdnsRequest {
  const { identity } = request;
  if (identity === null) throw new Error('A handler ran for an unidentified request.');
  const now = context.clock.now();
  const params = pathParams(request);
  const query = request.query as Readonly<Record<string, string | string[] | undefined>>;
  return {
    database: context.database,
    now,
    uptimeSeconds: Math.floor((now - startedAt) / 1_000),
    call: {
      actor: identity.actor,
      now: now + identity.calendarOffsetMs,
      services: context.services,
      clientGone: clientGoneOf(reply),
      operationId: newId('act'),
    },
    param: (name) => params[name] ?? '',
    query: (name) => [query[name]].flat()[0],
    body: request.body as Readonly<Record<string, unknown>>,
    acceptsJson: String(request.headers.accept ?? '').includes('json'),
  };
}

/** Other paths and methods, after authentication. */
function refuseOthers(scope: FastifyInstance, context: EndpointContext): void {
  for (const url of ['/api', '/api/*']) {
    scope.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
        (method) => url !== '/api' || method !== 'GET',
      ),
      url,
      onRequest: async (request, reply) => {
        await context.admit(request, reply, { act: 'domains.read', method: 'GET' });
        refuseRoute(request, reply, methods);
      },
      handler: async () => undefined,
    });
  }
}
