/** The dashboard's API: its own endpoints, and the API's endpoints bound a second time behind a session. */
import {
  type DashboardEndpoint,
  type DashboardEndpointName,
  dashboardEndpoints,
} from '@hostmaster/contract/dashboard';
import { apiPaths, dashboardPaths, workspacePrefix } from '@hostmaster/contract/paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bindApi } from '../http/app.ts';
import { pathParams } from '../http/endpoint.ts';
import { readInTurn } from '../http/large-answers.ts';
import { methodsByPath, refuseRoute } from '../http/not-found.ts';
import { sendFile } from '../http/send-file.ts';
import { sendPages } from '../http/send-pages.ts';
import { closedSchemas } from '../http/unknown-fields.ts';
import { atCost, type Cost } from '../operations/cost.ts';
import type { OpenedFile, OpenedList } from '../operations/operation.ts';
import { costs } from './costs.ts';
import {
  createDashboardAuthenticator,
  type DashboardAuthenticator,
  type DashboardIdentity,
  signedOut,
} from './dashboard-authentication.ts';
import type { DashboardRequest, DashboardServices } from './dashboard-handler.ts';
import { createDashboardRequest } from './dashboard-request.ts';
import { handlers } from './handlers.ts';

type PagedList = OpenedList & { readonly member: string };

type AnyHandler = (request: DashboardRequest, input: unknown) => Promise<unknown>;

const routes = methodsByPath([
  ...Object.values(dashboardPaths),
  ...Object.values(apiPaths).map(({ method, path }) => ({
    method,
    path: `${workspacePrefix}${path}`,
  })),
]);

export async function registerDashboardApi(
  app: FastifyInstance,
  services: DashboardServices,
): Promise<void> {
  const authenticator = createDashboardAuthenticator(services);
  await app.register(async (scope) => {
    scope.addHook('onRequest', (_, reply, done) => {
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      done();
    });
    for (const name of Object.keys(dashboardEndpoints) as DashboardEndpointName[]) {
      const handler = handlers[name] as AnyHandler;
      const endpoint = dashboardEndpoints[name];
      bind(scope, { endpoint, cost: costs[name], handler, services, authenticator });
    }
    bindApi(scope, {
      database: services.database,
      services: services.operations,
      clock: services.clock,
      prefix: workspacePrefix,
      async admit(request, reply, { act, method, needsPassword }) {
        const { session, actor } = await authenticator.authenticate(request, reply, {
          access: 'workspace',
          act,
          method,
          ...(needsPassword === undefined ? {} : { needsPassword }),
        });
        if (session === null || actor === null) throw signedOut();
        return { actor, calendarOffsetMs: session.calendarOffsetMs };
      },
    });
    for (const url of ['/dashboard/api', '/dashboard/api/*']) {
      scope.route({
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        url,
        onRequest: async (request, reply) => refuseRoute(request, reply, routes),
        handler: async () => undefined,
      });
    }
  });
}

interface Binding {
  readonly endpoint: DashboardEndpoint;
  readonly cost: Cost;
  readonly handler: AnyHandler;
  readonly services: DashboardServices;
  readonly authenticator: DashboardAuthenticator;
}

function bind(scope: FastifyInstance, binding: Binding): void {
  const { endpoint, cost, handler, services, authenticator } = binding;
  const identities = new WeakMap<FastifyRequest, DashboardIdentity>();
  scope.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...closedSchemas(endpoint),
      ...(endpoint.mediaType === undefined ? { response: { 200: endpoint.response } } : {}),
    },
    config: { hasSecret: endpoint.hasSecret === true },
    ...(endpoint.bodyBytesMax === undefined ? {} : { bodyLimit: endpoint.bodyBytesMax }),
    onRequest: async (request, reply) => {
      identities.set(request, await authenticator.authenticate(request, reply, endpoint));
    },
    handler: async (request, reply) => {
      const identity = identities.get(request);
      if (identity === undefined) throw new Error('A handler ran for an unauthenticated request.');
      const input = {
        ...(request.query as object),
        ...(request.body as object | undefined),
        ...pathParams(request),
      };
      const incoming = createDashboardRequest({ request, reply, endpoint, identity, services });
      const work = () => readInTurn(request, cost, async () => handler(incoming, input));
      const answer = await ('call' in incoming ? atCost(cost, incoming.call, work) : work());
      const { mediaType } = endpoint;
      if (mediaType !== undefined) {
        return sendFile(request, reply, { ...(answer as OpenedFile), mediaType });
      }
      return isPaged(answer) ? sendPages(request, reply, answer) : answer;
    },
  });
}

function isPaged(answer: unknown): answer is PagedList {
  if (typeof answer !== 'object' || answer === null || !('list' in answer)) return false;
  const { list } = answer;
  return typeof list === 'object' && list !== null && Symbol.asyncIterator in list;
}
