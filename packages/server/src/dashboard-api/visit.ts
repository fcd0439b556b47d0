/** What a handler is given, made from a request that was let in. */
import type { DashboardEndpoint } from '@hostmaster/contract/dashboard';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../base/ids.ts';
import { pathParams } from '../http/endpoint.ts';
import { idempotencyOf, runOnce, storedAnswer } from '../http/idempotency.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import { isRecorded } from '../workspaces/activity.ts';
import { userActor } from '../workspaces/actor.ts';
import type { Entrant } from './door.ts';
import type { AccountVisit, DashboardServices, Visit, WorkspaceVisit } from './handler.ts';
import { cookieHeader } from './session-cookie.ts';

export interface Arrival {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly endpoint: DashboardEndpoint;
  readonly entrant: Entrant;
  readonly services: DashboardServices;
}

/** As much of it as the endpoint's access promises. */
export function visitOf(arrival: Arrival): Visit | AccountVisit | WorkspaceVisit {
  const { request, endpoint, entrant, services } = arrival;
  const { database, clock } = services;
  const { session } = entrant;
  const now = clock.now();
  const visit: Visit = {
    ...common(arrival, now),
    transact: (work) => database.transaction(work),
  };
  if (session === null) return visit;
  const identified = { ...visit, accountId: session.userId, sessionId: session.id };
  const { workspaceId } = pathParams(request);
  if (workspaceId === undefined) return identified;
  const actor = userActor(session.userId, workspaceId);
  const operationId = newId('act', now);
  const once = endpoint.idempotent ? idempotencyOf(request, { actor, now }) : null;
  const transact = <T>(work: (tx: HostmasterTx) => Promise<T>) =>
    database.transaction(work, { committed: () => isRecorded(database, operationId) });
  return {
    ...identified,
    call: {
      actor,
      now: now + session.calendarOffsetMs,
      operationId,
      services: services.operations,
    },
    async transact<T>(work: (tx: HostmasterTx) => Promise<T>): Promise<T> {
      if (once === null) return transact(work);
      const known = await storedAnswer<T>(database, once);
      if (known !== undefined) return known;
      return runOnce(database, once, { begin: async () => work, transact });
    },
  };
}

function common(
  { request, reply, entrant, services }: Arrival,
  now: number,
): Omit<Visit, 'transact'> {
  const { isSecure } = services;
  return {
    services,
    now,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    cookieValue: entrant.cookieValue,
    session: entrant.session,
    setCookie(value, isSession) {
      reply.header('set-cookie', cookieHeader(value, { isSecure, isSession }));
    },
    offerAs(fileName) {
      reply.header('content-disposition', `attachment; filename="${fileName}"`);
    },
  };
}
