/** Binds one endpoint of the contract to its operation: the path every request takes. */
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  type Input,
  isSpecified,
} from '@hostmaster/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { MachineClock } from '../base/clock.ts';
import { invalidRequest, Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { atCost } from '../operations/cost.ts';
import { executeChange } from '../operations/execute-change.ts';
import type { Call, OperationOf, OperationServices, ReadCall } from '../operations/operation.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import type { Actor } from '../workspaces/actor.ts';
import { expectedVersions, knownVersions } from './conditions.ts';
import { costs } from './costs.ts';
import { idempotencyOf, markReplay } from './idempotency.ts';
import { readInTurn, requirePlace } from './large-answers.ts';
import { readQuery } from './read-query.ts';
import { sendFile } from './send-file.ts';
import { sendLists, sendPages } from './send-pages.ts';
import { closedSchemas, nameIgnoredFields, openSchemas } from './unknown-fields.ts';

export interface Identity {
  readonly actor: Actor;
  readonly calendarOffsetMs: number;
}

/** Authenticates by key or by session and checks scope and role; throws a refusal. */
export type Admission = (
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Pick<Endpoint, 'act' | 'method' | 'needsPassword'>,
) => Promise<Identity>;

export interface EndpointContext {
  readonly database: HostmasterDatabase;
  readonly services: OperationServices;
  readonly clock: MachineClock;
  readonly admit: Admission;
  /** Goes before the path of the contract. */
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
  const cost = costs[name];
  const { mediaType } = endpoint;
  const isOpen = isSpecified(name);
  const schema: FastifySchema = {
    ...(isOpen ? openSchemas(endpoint) : closedSchemas(endpoint)),
    ...(mediaType === undefined ? { response: { 200: endpoint.response } } : {}),
  };
  app.route({
    method: endpoint.method,
    url: `${context.prefix}${endpoint.path}`.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { hasSecret: endpoint.hasSecret === true },
    ...(endpoint.bodyBytesMax === undefined ? {} : { bodyLimit: endpoint.bodyBytesMax }),
    schema,
    attachValidation: operation.kind === 'change' && operation.moreProblems !== undefined,
    // Before the body is read.
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      request.identity = await context.admit(request, reply, endpoint);
    },
    preValidation: (request, reply, done) => {
      if (isOpen) nameIgnoredFields(endpoint, request, reply);
      else request.query = readQuery(endpoint, request.query as Record<string, unknown>);
      done();
    },
    handler: async (request, reply) => {
      const input = {
        ...(endpoint.query === undefined ? {} : (request.query as object)),
        ...(request.body as object),
        ...pathParams(request),
      } as Input<N>;
      if (request.validationError !== undefined) {
        throw withMoreProblems(operation, input, request.validationError);
      }
      const readCall = readCallOf({ request, reply }, context);
      const { database, clock } = context;
      if (operation.kind === 'read') {
        const read = () => operation.read(database, readCall, input);
        return atCost(cost, readCall, () => readInTurn(request, cost, read));
      }
      if (operation.kind === 'file') {
        if (mediaType === undefined) throw new Error(`${name} has no media type.`);
        const open = () => operation.open(database, readCall, input);
        const file = await atCost(cost, readCall, () => readInTurn(request, cost, open));
        return sendFile(request, reply, { ...file, mediaType });
      }
      if (operation.kind === 'list') {
        const { member } = operation;
        requirePlace(request);
        const opened = await operation.open(database, readCall, input);
        if ('version' in opened) setVersion(reply, opened.version);
        if (opened.list === null) return reply.code(304).send();
        return sendPages(request, reply, { ...opened, member });
      }
      const now = clock.now();
      const call: Call = {
        ...readCall,
        ...conditionOf(request, endpoint),
        operationId: newId('act'),
      };
      const { secrets } = context.services;
      const idempotency = idempotencyOf(request, { endpoint, actor: call.actor, now, secrets });
      const begin = () => operation.begin(database, call, input);
      const readStored = operation.readStored?.bind(operation, database);
      const execute = () => executeChange(database, { idempotency, begin, readStored });
      const itsCost = operation.isLong?.(input) === true ? 'long' : cost;
      const { answer, isReplay } = await atCost(itsCost, call, () =>
        readInTurn(request, itsCost, execute),
      );
      markReplay(reply, isReplay);
      if (operation.versionOf !== undefined) reply.header('etag', operation.versionOf(answer));
      return itsCost === 'long' ? sendLists(request, reply, answer as object) : answer;
    },
  });
}

/** The refusal of the schema, with what else is wrong where the operation can tell. */
function withMoreProblems<N extends EndpointName>(
  operation: OperationOf<N>,
  input: Input<N>,
  refusal: Error,
): Error {
  if (operation.kind !== 'change' || operation.moreProblems === undefined) return refusal;
  if (!(refusal instanceof Refusal)) return refusal;
  const [first, ...known] = refusal.fields;
  if (first === undefined) return refusal;
  return invalidRequest(
    first,
    ...known,
    ...operation.moreProblems(input as object, refusal.fields),
  );
}

function conditionOf(
  request: FastifyRequest,
  { conditional }: Endpoint,
): Pick<Call, 'expectedVersions'> {
  const versions = conditional === true ? expectedVersions(request) : undefined;
  return versions === undefined ? {} : { expectedVersions: versions };
}

function setVersion(reply: FastifyReply, version: string): void {
  reply.header('etag', version).header('vary', 'accept-encoding');
  // A client that keeps the list asks each time whether it is still the same.
  reply.header('cache-control', 'private, no-cache');
}

function readCallOf(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  context: EndpointContext,
): ReadCall {
  const { identity } = request;
  if (identity === null) throw new Error('A handler ran for an unidentified request.');
  const versions = request.method === 'GET' ? knownVersions(request) : undefined;
  return {
    actor: identity.actor,
    now: context.clock.now() + identity.calendarOffsetMs,
    services: context.services,
    ...(versions === undefined ? {} : { knownVersions: versions }),
    clientGone: clientGoneOf(reply),
  };
}

/** One signal for all questions of a request, created when the first needs it. */
export function clientGoneOf(reply: FastifyReply): () => AbortSignal {
  let signal: AbortSignal | undefined;
  return () => {
    signal ??= clientGone(reply);
    return signal;
  };
}

/** Aborted when the connection closes before the response is complete. */
function clientGone({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  else {
    raw.once('close', () => {
      if (!raw.writableFinished) controller.abort();
    });
  }
  return controller.signal;
}

/** Operations validate the names in paths; only a NUL is refused here. */
export function pathParams(request: FastifyRequest): Record<string, string> {
  const params = request.params as Record<string, string>;
  for (const value of Object.values(params)) {
    if (value.includes('\0')) throw new Refusal('malformed_body', 'The path contains a NUL.');
  }
  return params;
}
