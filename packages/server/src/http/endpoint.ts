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
import type { Call, OperationOf, OperationServices, Question } from '../operations/operation.ts';
import type { HostmasterDatabase, HostmasterTx } from '../storage/schema.ts';
import { isRecorded } from '../workspaces/activity.ts';
import type { Actor } from '../workspaces/actor.ts';
import { idempotencyOf, runOnce, storedAnswer } from './idempotency.ts';

export interface Identity {
  readonly actor: Actor;
  readonly calendarOffsetMs: number;
}

/** Who is asking, by key or by session, and may they? */
export type Admission = (
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Pick<Endpoint, 'scope' | 'method'>,
) => Promise<Identity>;

export interface EndpointContext {
  readonly database: HostmasterDatabase;
  readonly services: OperationServices;
  readonly clock: MachineClock;
  readonly admit: Admission;
  /** What stands before the path of the contract. */
  readonly prefix: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read. */
    identity: Identity | null;
  }
}

export function bindEndpoint<N extends EndpointName>(
  app: FastifyInstance,
  name: N,
  operation: OperationOf<N>,
  context: EndpointContext,
): void {
  const endpoint: Endpoint = endpoints[name];
  app.route({
    method: endpoint.method,
    url: `${context.prefix}${endpoint.path}`.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
      response: { 200: endpoint.response },
    },
    // Before the body is read.
    onRequest: async (request, reply) => {
      request.identity = await context.admit(request, reply, endpoint);
    },
    handler: async (request) => {
      const input = { ...(request.body as object), ...pathParams(request) } as Input<N>;
      const question = questionOf(request, context);
      if (operation.kind === 'read') return operation.read(context.database, question, input);
      return change(request, { endpoint, operation, context, question, input });
    },
  });
}

async function change<N extends EndpointName>(
  request: FastifyRequest,
  run: {
    readonly endpoint: Endpoint;
    readonly operation: Extract<OperationOf<N>, { kind: 'change' }>;
    readonly context: EndpointContext;
    readonly question: Question;
    readonly input: Input<N>;
  },
): Promise<Output<N>> {
  const { operation, input } = run;
  const { database, clock } = run.context;
  const call: Call = { ...run.question, operationId: newId('act', clock.now()) };
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

function questionOf(request: FastifyRequest, context: EndpointContext): Question {
  const { identity } = request;
  if (identity === null) throw new Error('A handler ran for an unidentified request.');
  return {
    actor: identity.actor,
    now: context.clock.now() + identity.calendarOffsetMs,
    services: context.services,
  };
}

/** Names in paths are judged by the operations; a NUL is nobody's name. */
export function pathParams(request: FastifyRequest): Record<string, string> {
  const params = request.params as Record<string, string>;
  for (const value of Object.values(params)) {
    if (value.includes('\0')) throw new Refusal('malformed_body', 'The path contains a NUL.');
  }
  return params;
}
