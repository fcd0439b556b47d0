/**
 * Starts a session with a new cookie value and ends the current one (no session fixation). A device
 * that the user has not signed in from before is reported by mail, unless another mail says as much.
 */

import type { Decided } from '../../changes/persist.ts';
import { newSignIn } from '../../notices/account-notices.ts';
import { personalMail } from '../../notices/new-mail.ts';
import { type RowWrite, removeAll } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { type SecondFactorKind, sessions } from '../../storage/tables/people/sessions.ts';
import type { User } from '../../storage/tables/people/users.ts';
import { deviceUse, isKnownDevice } from '../../users/devices.ts';
import { recoveryEnd } from '../../users/recoveries.ts';
import { newCookieValue, newSession, type SessionIdentity } from '../../users/sessions.ts';
import type { VisitorCall } from './account-call.ts';

/** A session that has begun: whose it is, and the values of its cookies. */
export interface EnteredSession {
  readonly userId: string;
  readonly cookieValue: string;
  readonly deviceValue: string;
}

/** Whether the user has signed in from this browser before. */
export async function loadDevice(
  reader: HostmasterReader,
  { deviceValue: value }: VisitorCall,
  userId: string,
): Promise<boolean> {
  return value !== null && isKnownDevice(reader, { userId, value });
}

export function replaceSession(
  call: VisitorCall,
  begin: {
    readonly user: Pick<User, 'id' | 'email' | 'emailVerifiedAt'>;
    readonly isKnownDevice: boolean;
    /**
     * A new device is reported by mail. Absent with a new account, and where the mail about a new
     * password says as much.
     */
    readonly isReported?: true;
    /** When a second factor was given; absent where the account has none. */
    readonly factorAt?: number | null;
    readonly factor?: SecondFactorKind | null;
    /** False for a passkey alone. */
    readonly hasPassword?: false;
    /** Absent where no identity provider is involved. */
    readonly identity?: SessionIdentity | null;
  },
): Decided<EnteredSession> {
  const { user, isKnownDevice: isKnown } = begin;
  const { services, address, userAgent, now } = call;
  const userId = user.id;
  const deviceValue = call.deviceValue ?? newCookieValue();
  const isSurprising = !isKnown && user.emailVerifiedAt !== null;
  const isReported = isSurprising && begin.isReported === true;
  const notice = newSignIn(services, { address, at: now });
  const { cookieValue, row } = newSession({
    userId,
    device: { address, userAgent },
    lifeMs: services.sessionLimits.lifeMs,
    now,
    factorAt: begin.factorAt ?? null,
    factor: begin.factor ?? null,
    hasPassword: begin.hasPassword !== false,
    identity: begin.identity ?? null,
  });
  return {
    answer: { userId, cookieValue, deviceValue },
    change: {
      rows: [
        ...endOfSession(call),
        ...(begin.factorAt == null ? [] : recoveryEnd(userId)),
        deviceUse({ userId, value: deviceValue, now, isKnown }),
        row,
      ],
      mails: isReported
        ? [personalMail({ cause: userId, recipient: user.email, at: now, notice })]
        : [],
    },
  };
}

/** Ends the current session, if any. */
export function endOfSession({ session }: Pick<VisitorCall, 'session'>): readonly RowWrite[] {
  if (session === null) return [];
  return [removeAll(sessions, { id: session.id, userId: session.userId })];
}
