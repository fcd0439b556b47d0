/** Mailed links that prove the e-mail address of an account. */
import { createLink, linkExpired, type UsedLink } from '../../accounts/link-tokens.ts';
import { addressChanged, alreadySignedUp, confirmAddress } from '../../mail/account-notices.ts';
import type { Notice } from '../../mail/notice.ts';
import { postPersonalMail } from '../../mail/outbox.ts';
import { deleteTokensOf, deleteTokensOfUser } from '../../storage/queries/link-tokens.ts';
import {
  changeEmail,
  findUser,
  findUserByEmail,
  markVerified,
} from '../../storage/queries/users.ts';
import type { HostmasterTx } from '../../storage/schema.ts';
import type { LinkKind } from '../../storage/tables/link-tokens.ts';
import type { User } from '../../storage/tables/users.ts';
import type { AccountCall, VisitorCall } from './account-call.ts';
import { confirmPendingAddresses } from './notice-address.ts';
import { openLink } from './open-link.ts';
import { loadOwnUser } from './own-user.ts';

/**
 * Does not sign in: another person may have asked for the link, and the one who opens it must not
 * end up in that person's account.
 */
export async function verifyEmail(
  call: VisitorCall,
  input: { readonly token: string },
): Promise<void> {
  const { token } = input;
  await openLink(
    call,
    { token, kinds: ['verify_email', 'change_email'] },
    () => (tx, link) => confirmAccountAddress(tx, call, link),
  );
}

/** Mails the link again, as long as there is something to confirm. */
export async function sendVerification(call: AccountCall): Promise<void> {
  call.services.throttle.askForMail(call.address, 'verification');
  const user = await loadOwnUser(call);
  const wanted =
    user.pendingEmail !== null
      ? ({ kind: 'change_email', email: user.pendingEmail } as const)
      : ({ kind: 'verify_email', email: user.email } as const);
  if (wanted.kind === 'verify_email' && user.emailVerifiedAt !== null) return;
  await call.transact((tx) => mailConfirmation(tx, call, { user, ...wanted }));
}

/** Only the newest link works. An address of another account gets a notice; the response is the same. */
export async function mailConfirmation(
  tx: HostmasterTx,
  call: VisitorCall,
  wanted: { readonly user: User; readonly kind: LinkKind; readonly email: string },
): Promise<void> {
  const { user, kind, email } = wanted;
  const { services, now } = call;
  if (!services.throttle.mayMail(email, 'verification')) return;
  await tx.run(deleteTokensOfUser, { userId: user.id, kind });
  const token = await createLink(tx, { kind, userId: user.id, payload: { email }, now });
  const holder = await tx.first(findUserByEmail, { email });
  const isTaken = holder !== undefined && holder.id !== user.id;
  const notice = isTaken
    ? await noticeToHolder(tx, call, holder)
    : confirmAddress(services, { token });
  await postPersonalMail(tx, { recipient: email, at: now, notice });
}

/** What the address of an account gets when it is entered for another one. */
export async function noticeToHolder(
  tx: HostmasterTx,
  { services, now }: VisitorCall,
  holder: User,
): Promise<Notice> {
  if (holder.emailVerifiedAt !== null) return alreadySignedUp(services);
  const { id: userId, email } = holder;
  const token = await createLink(tx, { kind: 'verify_email', userId, payload: { email }, now });
  return confirmAddress(services, { token });
}

/** Carries out what the link confirms. */
async function confirmAccountAddress(
  tx: HostmasterTx,
  call: VisitorCall,
  link: UsedLink,
): Promise<void> {
  const { email = '' } = link.payload;
  const at = call.now;
  const user = link.userId === null ? undefined : await tx.first(findUser, { id: link.userId });
  if (user === undefined) throw linkExpired();
  const { id } = user;
  if (link.kind === 'verify_email') {
    if (user.email !== email) throw linkExpired();
    await tx.run(markVerified, { id, at });
  } else {
    if (user.pendingEmail !== email) throw linkExpired();
    if ((await tx.run(changeEmail, { id, email, at })) === 0) throw linkExpired();
    // Links sent to the old address must no longer work.
    await tx.run(deleteTokensOf, { userId: id });
    if (user.emailVerifiedAt !== null) {
      const notice = addressChanged(call.services, { email });
      await postPersonalMail(tx, { recipient: user.email, at, notice });
    }
  }
  await confirmPendingAddresses(tx, call, { id, email });
}
