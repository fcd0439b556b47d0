/** One endpoint of the contract bound to its operation: the straight line every request takes. */
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  type Input,
  type Output,
} from '@hostmaster/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MachineClock } from '../base/clock.ts';
import { Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Call, OperationOf, OperationServices } from '../operations/operation.ts';
import type { HostmasterDatabase, HostmasterTx } from '../storage/schema.ts';
import { isRecorded } from '../workspaces/activity.ts';
import { covers } from '../workspaces/actor.ts';
import type { AuthenticatedKey } from '../workspaces/keys.ts';
import type { Authenticator } from './authentication.ts';
import { idempotencyOf, runOnce, storedAnswer } from './idempotency.ts';
import type { RateLimiter } from './rate-limit.ts';

export interface EndpointContext {
  readonly database: HostmasterDatabase;
  readonly services: OperationServices;
  readonly clock: MachineClock;
  readonly authenticator: Authenticator;
  readonly limiter: RateLimiter | null;
}

const identities = new WeakMap<FastifyRequest, AuthenticatedKey>();

export function bindEndpoint<N extends EndpointName>(
  app: FastifyInstance,
  name: N,
  operation: OperationOf<N>,
  context: EndpointContext,
): void {
  const endpoint: Endpoint = endpoints[name];
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
      response: { 200: endpoint.response },
    },
    // Before the body is read: who is asking, and may they?
    onRequest: async (request, reply) => {
      const identity = await context.authenticator.identify(request);
      if (context.limiter !== null) limitRate(context.limiter, identity.actor.id, reply);
      if (!covers(identity.actor.scope, endpoint.scope)) {
        throw new Refusal('forbidden', `This key lacks the ${endpoint.scope} scope.`);
      }
      identities.set(request, identity);
    },
    handler: async (request) => {
      const input = { ...(request.body as object), ...pathParams(request) } as Input<N>;
      const call = callOf(request, context);
      if (operation.kind === 'read') return operation.read(context.database, call, input);
      return change(request, { endpoint, operation, context, call, input });
    },
  });
}

async function change<N extends EndpointName>(
  request: FastifyRequest,
  run: {
    readonly endpoint: Endpoint;
    readonly operation: Extract<OperationOf<N>, { kind: 'change' }>;
    readonly context: EndpointContext;
    readonly call: Call;
    readonly input: Input<N>;
  },
): Promise<Output<N>> {
  const { operation, call, input } = run;
  const { database, clock } = run.context;
  const once = run.endpoint.idempotent
    ? idempotencyOf(request, { actor: call.actor, now: clock.now() })
    : null;
  const transact = (work: (tx: HostmasterTx) => Promise<Output<N>>) =>
    database.transaction(work, { committed: () => isRecorded(database, call.operationId) });
  if (once === null) return transact(await operation.begin(database, call, input));
  const known = await storedAnswer<Output<N>>(database, once);
  if (known !== undefined) return known;
  return runOnce(database, once, {
    begin: () => operation.begin(database, call, input),
    transact,
  });
}

function callOf(request: FastifyRequest, context: EndpointContext): Call {
  const identity = identities.get(request);
  if (identity === undefined) throw new Error('A handler ran for an unidentified request.');
  const machineNow = context.clock.now();
  return {
    actor: identity.actor,
    now: machineNow + identity.calendarOffsetMs,
    operationId: newId('act', machineNow),
    services: context.services,
  };
}

/** Names in paths are judged by the operations; a NUL is nobody's name. */
function pathParams(request: FastifyRequest): Record<string, string> {
  const params = request.params as Record<string, string>;
  for (const value of Object.values(params)) {
    if (value.includes('\0')) throw new Refusal('malformed_body', 'The path contains a NUL.');
  }
  return params;
}

function limitRate(limiter: RateLimiter, keyId: string, reply: FastifyReply): void {
  const decision = limiter.take(keyId);
  reply.header('ratelimit', `"default";r=${decision.remaining};t=${decision.resetSeconds}`);
  if (decision.isAllowed) return;
  reply.header('retry-after', String(decision.resetSeconds));
  throw new Refusal('rate_limited', 'Too many requests for this key. Slow down and try again.');
}
