/** Authentication by session for every endpoint of the dashboard, before the body is read. */
import type { DashboardEndpoint } from '@hostmaster/contract/dashboard';
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
import { type Actor, userActor } from '../workspaces/actor.ts';
import { requireAct } from '../workspaces/permission.ts';
import { factorMissing, factorRequiredFrom } from '../workspaces/required-factor.ts';
import { workspaceSuspended } from '../workspaces/suspension.ts';
import { requireOwnOrigin, requireToken } from './csrf.ts';
import type { DashboardServices } from './dashboard-handler.ts';
import { readCookie } from './session-cookie.ts';

export interface DashboardIdentity {
  readonly cookieValue: string | null;
  /** Null when the request is not signed in. */
  readonly session: ActiveSession | null;
  /** The member of the workspace in the path; null where it names none. */
  readonly actor: Actor | null;
}

export interface DashboardAuthenticator {
  /** Throws unless the request meets the endpoint's `access`. */
  authenticate(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Pick<DashboardEndpoint, 'access' | 'act' | 'method' | 'needsPassword'>,
  ): Promise<DashboardIdentity>;
}

export function createDashboardAuthenticator(services: DashboardServices): DashboardAuthenticator {
  const { database, clock, isSecure, publicUrl, rateLimit, sessionLimits } = services;
  const limiter = rateLimit === null ? null : new RateLimiter(rateLimit, clock);
  return {
    async authenticate(request, reply, { access, act, method, needsPassword }) {
      const isChange = method !== 'GET';
      if (isChange) requireOwnOrigin(request, publicUrl);
      const { workspaceId } = pathParams(request);
      const now = clock.now();
      const cookieValue = readCookie(request, isSecure);
      const session =
        cookieValue === null
          ? null
          : await findSession(database, { value: cookieValue, now, limits: sessionLimits });
      if (access !== 'anyone' && session === null) throw signedOut();
      if (isChange) requireToken(request, { keys: services.csrfKeys(), cookieValue });
      if (session === null) return { cookieValue, session, actor: null };
      if (limiter !== null) limitRate(limiter, session.userId, reply);
      const actor =
        access === 'workspace'
          ? await findActor(services, {
              ...{ session, now, workspaceId: workspaceId ?? '' },
              address: request.ip,
            })
          : null;
      if (actor !== null && act !== undefined) requireAct(actor, act);
      if (needsPassword === true) requireStepUp(session);
      if (session.isStale) {
        // Best effort: a read must succeed even when the database is read-only.
        const seen = { id: session.id, address: request.ip, now };
        await recordLastUse(database, seen).catch(() => undefined);
      }
      return { cookieValue, session, actor };
    },
  };
}

async function findActor(
  services: DashboardServices,
  {
    session: { userId, hasFactor, calendarOffsetMs, proof },
    now,
    workspaceId,
    address,
  }: {
    readonly session: ActiveSession;
    readonly now: number;
    readonly workspaceId: string;
    readonly address: string;
  },
): Promise<Actor> {
  const member = await services.database.first(findMember, { userId, workspaceId });
  if (member === undefined) throw workspaceNotFound();
  const { suspendedAt, role, domainNames } = member;
  if (suspendedAt !== null) throw workspaceSuspended();
  const requiredFrom = factorRequiredFrom(member, services);
  const isRequired = requiredFrom !== null && requiredFrom <= now + calendarOffsetMs;
  if (isRequired && !hasFactor) throw factorMissing();
  const actor = userActor(userId, workspaceId, { role, domainNames });
  return { ...actor, origin: { address, proof } };
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
