/**
 * Starts a session with a new cookie value and ends the current one (no session fixation). A device
 * that the user has not signed in from before is reported by mail, unless another mail says as much.
 */
import { noteDevice } from '../../accounts/devices.ts';
import { beginSession, newCookieValue } from '../../accounts/sessions.ts';
import { newSignIn } from '../../mail/account-notices.ts';
import { postPersonalMail } from '../../mail/outbox.ts';
import { endSession } from '../../storage/queries/sessions.ts';
import type { HostmasterTx } from '../../storage/schema.ts';
import type { User } from '../../storage/tables/users.ts';
import type { VisitorCall } from './account-call.ts';

/** A session that has begun: whose it is, and the values of its cookies. */
export interface EnteredSession {
  readonly userId: string;
  readonly cookieValue: string;
  readonly deviceValue: string;
}

export async function replaceSession(
  tx: HostmasterTx,
  call: VisitorCall,
  begin: {
    readonly user: Pick<User, 'id' | 'email' | 'emailVerifiedAt'>;
    /** With a new account, and where the mail about a new password says as much. */
    readonly isExpected?: true;
  },
): Promise<EnteredSession> {
  const { user } = begin;
  const { services, address, userAgent, now } = call;
  await endCurrentSession(tx, call);
  const deviceValue = call.deviceValue ?? newCookieValue();
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

export async function endCurrentSession(
  tx: HostmasterTx,
  { session }: Pick<VisitorCall, 'session'>,
): Promise<void> {
  if (session === null) return;
  await tx.run(endSession, { id: session.id, userId: session.userId });
}
