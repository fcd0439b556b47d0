/** Authentication by session for every endpoint of the dashboard, before the body is read. */
import type { Access } from '@hostmaster/contract/dashboard';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../base/errors.ts';
import { pathParams } from '../http/endpoint.ts';
import { limitRate, RateLimiter } from '../http/rate-limit.ts';
import { findMember } from '../storage/queries/people/members.ts';
import {
  type ActiveSession,
  findSession,
  recordLastUse,
  requireStepUp,
} from '../users/sessions.ts';
import { workspaceSuspended } from '../workspaces/suspension.ts';
import { requireOwnOrigin, requireToken } from './csrf.ts';
import type { DashboardServices } from './dashboard-handler.ts';
import { readCookie } from './session-cookie.ts';

export interface DashboardIdentity {
  readonly cookieValue: string | null;
  /** Null when the request is not signed in. */
  readonly session: ActiveSession | null;
}

export interface DashboardAuthenticator {
  /** Throws unless the request meets the endpoint's `access`. */
  authenticate(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: {
      readonly access: Access;
      readonly method: string;
      readonly needsPassword?: true | 'sometimes';
    },
  ): Promise<DashboardIdentity>;
}

export function createDashboardAuthenticator(services: DashboardServices): DashboardAuthenticator {
  const { database, clock, isSecure, publicUrl, rateLimit } = services;
  const limiter = rateLimit === null ? null : new RateLimiter(rateLimit, clock);
  return {
    async authenticate(request, reply, { access, method, needsPassword }) {
      const isChange = method !== 'GET';
      if (isChange) requireOwnOrigin(request, publicUrl);
      const { workspaceId } = pathParams(request);
      const now = clock.now();
      const cookieValue = readCookie(request, isSecure);
      const session =
        cookieValue === null ? null : await findSession(database, { value: cookieValue, now });
      if (access !== 'anyone' && session === null) throw signedOut();
      if (isChange) requireToken(request, { keys: services.csrfKeys(), cookieValue });
      if (session === null) return { cookieValue, session };
      if (limiter !== null) limitRate(limiter, session.userId, reply);
      if (access === 'workspace') {
        const member = await database.first(findMember, {
          userId: session.userId,
          workspaceId: workspaceId ?? '',
        });
        if (member === undefined) throw workspaceNotFound();
        if (member.suspendedAt !== null) throw workspaceSuspended();
      }
      if (needsPassword === true) requireStepUp(session);
      if (session.isStale) {
        // Best effort: a read must succeed even when the database is read-only.
        const seen = { id: session.id, address: request.ip, now };
        await recordLastUse(database, seen).catch(() => undefined);
      }
      return { cookieValue, session };
    },
  };
}

export function signedOut(): Refusal {
  return new Refusal('signed_out', 'Sign in to continue.');
}

/** The same for a workspace that does not exist and for one without membership. */
function workspaceNotFound(): Refusal {
  return new Refusal(
    'workspace_not_found',
    'There is no such workspace, or you are not a member of it.',
  );
}
