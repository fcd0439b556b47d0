/** Turns an authenticated HTTP request into the `DashboardRequest` that handlers take. */
import type { DashboardEndpoint } from '@hostmaster/contract/dashboard';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../base/ids.ts';
import { persist } from '../changes/persist.ts';
import { clientGoneOf } from '../http/endpoint.ts';
import { idempotencyOf, markReplay } from '../http/idempotency.ts';
import { executeChange } from '../operations/execute-change.ts';
import type { DashboardIdentity } from './dashboard-authentication.ts';
import type {
  AccountRequest,
  DashboardRequest,
  DashboardServices,
  WorkspaceRequest,
} from './dashboard-handler.ts';
import {
  attemptCookieHeader,
  cookieHeader,
  deviceCookieHeader,
  readCookie,
} from './session-cookie.ts';

export interface IncomingRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly endpoint: DashboardEndpoint;
  readonly identity: DashboardIdentity;
  readonly services: DashboardServices;
}

/** The account and workspace parts are present as far as the endpoint's `access` requires them. */
export function createDashboardRequest(
  incoming: IncomingRequest,
): DashboardRequest | AccountRequest | WorkspaceRequest {
  const { request, reply, endpoint, identity, services } = incoming;
  const { database, clock } = services;
  const { session } = identity;
  const now = clock.now();
  const base = createVisitorRequest(incoming, now);
  if (session === null) return base;
  const identified = { ...base, accountId: session.userId, sessionId: session.id };
  const { actor } = identity;
  if (actor === null) return identified;
  const operationId = newId('act');
  const { secrets } = services.operations;
  const idempotency = idempotencyOf(request, { endpoint, actor, now, secrets });
  return {
    ...identified,
    call: {
      actor,
      now: now + session.calendarOffsetMs,
      operationId,
      services: services.operations,
      clientGone: clientGoneOf(reply),
    },
    async persist(work) {
      const begin = async () => work;
      const { answer, isReplay } = await executeChange(database, { idempotency, begin });
      markReplay(reply, isReplay);
      return answer;
    },
  };
}

/** What every visitor can do, signed in or not. */
export function createVisitorRequest(
  { request, reply, identity, services }: Omit<IncomingRequest, 'endpoint'>,
  now: number,
): DashboardRequest {
  const { database, isSecure } = services;
  return {
    services,
    now,
    persist: (work) => persist(database, work),
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    cookieValue: identity.cookieValue,
    origin: request.headers.origin ?? null,
    deviceValue: readCookie(request, isSecure, 'device'),
    session: identity.session,
    setCookie(value, isSession) {
      const lifeMs = isSession ? services.sessionLimits.lifeMs : null;
      reply.header('set-cookie', cookieHeader(value, { isSecure, lifeMs }));
    },
    setDevice(value) {
      reply.header('set-cookie', deviceCookieHeader(value, isSecure));
    },
    setAttempt(sealed) {
      reply.header('set-cookie', attemptCookieHeader(sealed, isSecure));
    },
  };
}
