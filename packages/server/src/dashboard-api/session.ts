/** The session as the page sees it; also the response of sign-in and sign-out. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { dayMs } from '@hostmaster/contract/durations';
import { noteDevice } from '../accounts/devices.ts';
import { type ActiveSession, beginSession, newCookieValue } from '../accounts/sessions.ts';
import { hasUsers } from '../accounts/users.ts';
import { isoTime } from '../base/iso-time.ts';
import { newSignIn } from '../mail/account-notices.ts';
import { postPersonalMail } from '../mail/outbox.ts';
import { readCalendarOffset } from '../storage/queries/calendar.ts';
import { listWorkspacesOf } from '../storage/queries/members.ts';
import { endSession } from '../storage/queries/sessions.ts';
import { findUser } from '../storage/queries/users.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { User } from '../storage/tables/users.ts';
import { csrfToken } from './csrf.ts';
import type { DashboardRequest, Handlers } from './handler.ts';

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

export async function sessionView(
  request: DashboardRequest,
  state: { readonly cookieValue: string; readonly userId: string | null },
): Promise<DashboardOutput<'getSession'>> {
  const { services } = request;
  const { database, operations } = services;
  const { userId } = state;
  const user = userId === null ? undefined : await database.first(findUser, { id: userId });
  const workspaces = userId === null ? [] : await database.all(listWorkspacesOf, { userId });
  return {
    account: user === undefined ? null : accountView(user),
    workspaces: workspaces.map(({ id, name, suspendedAt }) => ({
      id,
      name,
      isSuspended: suspendedAt !== null,
    })),
    csrfToken: csrfToken(services.csrfKeys()[0], state.cookieValue),
    service: {
      mode: services.mode,
      isSetUp: user !== undefined || (await hasUsers(database)),
      isSignUpOpen: services.isSignUpOpen,
      payments: services.payments.method.provider,
      nameservers: [...operations.rules.defaultNameservers],
      publicUrl: services.publicUrl,
      dnsServer: services.dnsServer(),
      expiringSoonDays: operations.rules.expiringSoonMs / dayMs,
      calendarOffsetMs: (await database.first(readCalendarOffset, {}))?.offsetMs ?? 0,
    },
  };
}

export function accountView(user: User): DashboardOutput<'updateAccount'>['account'] {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    isEmailVerified: user.emailVerifiedAt !== null,
    pendingEmail: user.pendingEmail,
    createdAt: isoTime(user.createdAt),
  };
}

/** A session that has begun: whose it is, and the values of its cookies. */
export interface EnteredSession {
  readonly userId: string;
  readonly cookieValue: string;
  readonly deviceValue: string;
}

/**
 * Starts a session with a new cookie value and ends the current one (no session fixation). A device
 * that the user has not signed in from before is reported by mail, unless another mail says as much.
 */
export async function replaceSession(
  tx: HostmasterTx,
  request: DashboardRequest,
  begin: {
    readonly user: Pick<User, 'id' | 'email' | 'emailVerifiedAt'>;
    /** With a new account, and where the mail about a new password says as much. */
    readonly isExpected?: true;
  },
): Promise<EnteredSession> {
  const { user } = begin;
  const { services, address, userAgent, now } = request;
  if (request.session !== null) await tx.run(endSession, sessionEnd(request.session));
  const deviceValue = request.deviceValue ?? newCookieValue();
  const isKnown = await noteDevice(tx, { userId: user.id, value: deviceValue, now });
  const isSurprising = !isKnown && begin.isExpected !== true && user.emailVerifiedAt !== null;
  if (isSurprising && services.throttle.mayMail(user.email, 'sign-in')) {
    const notice = newSignIn(services, { address, at: now });
    await postPersonalMail(tx, { recipient: user.email, at: now, notice });
  }
  const device = { address, userAgent };
  const cookieValue = await beginSession(tx, { userId: user.id, device, now });
  return { userId: user.id, cookieValue, deviceValue };
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

export function sessionEnd({ id, userId }: ActiveSession): { id: string; userId: string } {
  return { id, userId };
}
