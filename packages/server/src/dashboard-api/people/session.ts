/** The session as the page sees it; also the response of sign-in and sign-out. */

import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { dayMs } from '@hostmaster/contract/durations';
import { readList } from '@hostmaster/storage';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { cursorAfter } from '../../events/event-view.ts';
import type { SignInStep } from '../../operations/people/after-password.ts';
import type { EnteredSession } from '../../operations/people/replace-session.ts';
import { hasSecondFactor, loadSecondFactors } from '../../operations/people/second-factor.ts';
import { listWorkspacesOf } from '../../storage/queries/people/members.ts';
import { findUser } from '../../storage/queries/people/users.ts';
import { readCalendarOffset } from '../../storage/queries/settings/calendar.ts';
import type { User } from '../../storage/tables/people/users.ts';
import type { Workspace } from '../../storage/tables/workspaces/workspaces.ts';
import { newCookieValue } from '../../users/sessions.ts';
import { hasUsers } from '../../users/users.ts';
import { factorRequiredFrom } from '../../workspaces/required-factor.ts';
import { csrfToken } from '../csrf.ts';
import type { DashboardRequest, DashboardServices, Handlers } from '../dashboard-handler.ts';

export const sessionHandlers = {
  getSession: currentSession,
} satisfies Partial<Handlers>;

/** Gives a visitor without a cookie a new one. */
export async function currentSession(
  request: DashboardRequest,
): Promise<DashboardOutput<'getSession'>> {
  let { cookieValue } = request;
  if (cookieValue === null) {
    cookieValue = newCookieValue();
    request.setCookie(cookieValue, false);
  }
  return sessionView(request, { cookieValue, userId: request.session?.userId ?? null });
}

async function sessionView(
  request: DashboardRequest,
  state: { readonly cookieValue: string; readonly userId: string | null },
): Promise<DashboardOutput<'getSession'>> {
  const { services } = request;
  const { database, operations } = services;
  const { userId } = state;
  const user = userId === null ? undefined : await database.first(findUser, { id: userId });
  const workspaces = userId === null ? [] : await readList(database, listWorkspacesOf, { userId });
  const hasFactor = request.session?.hasFactor === true && request.session.userId === userId;
  const dueAt = hasFactor ? new Map() : await factorsDue(services, { userId, workspaces });
  return {
    account: user === undefined ? null : accountView(user),
    workspaces: workspaces.map(({ id, name, suspendedAt, lastSeq, role, domainNames }) => ({
      id,
      name,
      role,
      domainNames: domainNames === null ? null : [...domainNames],
      isSuspended: suspendedAt !== null,
      secondFactorDueAt: isoTimeOrNull(dueAt.get(id) ?? null),
      eventsCursor: lastSeq === null || lastSeq === 0 ? null : cursorAfter(lastSeq),
    })),
    csrfToken: csrfToken(services.csrfKeys()[0], state.cookieValue),
    service: {
      mode: services.mode,
      isSetUp: user !== undefined || (await hasUsers(database)),
      isSignUpOpen: services.isSignUpOpen,
      hasMailbox: services.hasMailbox,
      payments: services.payments.method.provider,
      nameservers: [...operations.rules.defaultNameservers],
      publicUrl: services.publicUrl,
      signInProviders: services.identityProviders.map(({ id, name }) => ({ id, name })),
      supportContact: services.supportContact,
      dnsServer: services.dnsServer(),
      expiringSoonDays: operations.rules.expiringSoonMs / dayMs,
      calendarOffsetMs: (await database.first(readCalendarOffset, {}))?.offsetMs ?? 0,
    },
  };
}

/** By workspace: from when the user needs a second factor there. Empty where the user has one. */
async function factorsDue(
  services: DashboardServices,
  user: {
    readonly userId: string | null;
    readonly workspaces: readonly Pick<Workspace, 'id' | 'secondFactorFrom'>[];
  },
): Promise<ReadonlyMap<string, number>> {
  const due = user.workspaces.flatMap((workspace) => {
    const from = factorRequiredFrom(workspace, services);
    return from === null ? [] : [[workspace.id, from] as const];
  });
  if (user.userId === null || due.length === 0) return new Map();
  const factors = await loadSecondFactors(services.database, user.userId);
  return hasSecondFactor(factors) ? new Map() : new Map(due);
}

export function accountView(user: User): DashboardOutput<'updateAccount'>['account'] {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    isEmailVerified: user.emailVerifiedAt !== null,
    pendingEmail: user.pendingEmail,
    isOperator: user.operatorSince !== null,
    createdAt: isoTime(user.createdAt),
  };
}

/** Sets the cookies; called after the transaction that created the session has committed. */
export async function sendSession(
  request: DashboardRequest,
  entered: EnteredSession,
): Promise<DashboardOutput<'getSession'>> {
  request.setCookie(entered.cookieValue, true);
  request.setDevice(entered.deviceValue);
  return sessionView(request, entered);
}

/** After the session has ended. */
export async function sendSignedOut(
  request: DashboardRequest,
): Promise<DashboardOutput<'getSession'>> {
  const cookieValue = newCookieValue();
  request.setCookie(cookieValue, false);
  return sessionView(request, { cookieValue, userId: null });
}

/** With a second factor to come, no session has begun: the answer names no account. */
export async function sendSignIn(
  request: DashboardRequest,
  step: SignInStep,
): Promise<DashboardOutput<'signIn'>> {
  if (!('ticket' in step)) return { ...(await sendSession(request, step)), secondFactor: null };
  const { ticket, methods, recoveryDueAt } = step;
  const { cookieValue } = request;
  if (cookieValue === null) throw new Error('A change without a cookie passed the CSRF check.');
  return {
    ...(await sessionView(request, { cookieValue, userId: null })),
    secondFactor: {
      ticket,
      methods: [...methods],
      recoveryDueAt: isoTimeOrNull(recoveryDueAt),
    },
  };
}
