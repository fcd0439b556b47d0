/** Mailed links that prove the e-mail address of an account. */
import { loadList } from '@hostmaster/storage';
import { once } from '../../base/once.ts';
import { type Change, combine, noChange } from '../../changes/change.ts';
import { addressChanged, alreadySignedUp, confirmAddress } from '../../notices/account-notices.ts';
import { personalMail } from '../../notices/new-mail.ts';
import type { Notice } from '../../notices/notice.ts';
import { findUser, findUserByEmail } from '../../storage/queries/people/users.ts';
import { listPendingWorkspaces } from '../../storage/queries/workspaces/workspaces.ts';
import { type RowWrite, removeAll, update } from '../../storage/row-write.ts';
import { type LinkKind, linkTokens } from '../../storage/tables/people/link-tokens.ts';
import { type User, users } from '../../storage/tables/people/users.ts';
import { linkExpired, newLink } from '../../users/link-tokens.ts';
import { type AccountCall, ofAccount, type VisitorCall } from './account-call.ts';
import { loadOwnWorkspaces, type OwnWorkspaces, ownDeed } from './in-each-workspace.ts';
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
  await openLink(call, { token, kinds: ['verify_email', 'change_email'] }, () => ({
    async load(reader, { userId, payload: { email = '' } }) {
      const id = userId ?? '';
      const [user, holder, waiting, own] = await Promise.all([
        reader.first(findUser, { id }),
        reader.first(findUserByEmail, { email }),
        loadList(reader, listPendingWorkspaces, { userId: id, email }),
        loadOwnWorkspaces(reader, id),
      ]);
      return { user, holder, waiting, own };
    },
    decide({ kind, payload: { email = '' } }, { user, holder, waiting, own }) {
      if (user === undefined) throw linkExpired();
      const confirmed =
        kind === 'verify_email'
          ? confirmOwn(call, user, email)
          : moveAddress(call, user, { email, isTaken: holder !== undefined, own });
      const change = combine(confirmed, confirmPendingAddresses(call, email, waiting));
      return { answer: undefined, change };
    },
  }));
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
  const { kind, email } = wanted;
  const mayMail = once(() => call.services.throttle.mayMail(email, 'verification'));
  await call.persist({
    ...ofAccount(user.id),
    load: (reader) => reader.first(findUserByEmail, { email }),
    decide: (holder) => ({
      answer: undefined,
      change: mayMail() ? confirmation(call, { user, kind, email, holder }) : noChange,
    }),
  });
}

/**
 * Mails a link that confirms the address; only the newest one works. An address of another account
 * gets a notice; the response is the same.
 */
export function confirmation(
  { services, now }: VisitorCall,
  wanted: {
    readonly user: User;
    readonly kind: LinkKind;
    readonly email: string;
    /** The account that has the address. */
    readonly holder: User | undefined;
  },
): Change {
  const { user, kind, email, holder } = wanted;
  const { token, row } = newLink({ kind, userId: user.id, payload: { email }, now });
  const isTaken = holder !== undefined && holder.id !== user.id;
  const { notice, rows } = isTaken
    ? noticeToHolder({ services, now }, holder)
    : { notice: confirmAddress(services, { token }), rows: [] };
  return {
    rows: [removeAll(linkTokens, { userId: user.id, kind }), row, ...rows],
    mails: [
      personalMail({ cause: (isTaken ? holder : user).id, recipient: email, at: now, notice }),
    ],
  };
}

/** What the address of an account gets when it is entered for another one. */
export function noticeToHolder(
  { services, now }: Pick<VisitorCall, 'services' | 'now'>,
  holder: User,
): { readonly notice: Notice; readonly rows: readonly RowWrite[] } {
  if (holder.emailVerifiedAt !== null) return { notice: alreadySignedUp(services), rows: [] };
  const { id: userId, email } = holder;
  const { token, row } = newLink({ kind: 'verify_email', userId, payload: { email }, now });
  return { notice: confirmAddress(services, { token }), rows: [row] };
}

/** An address that is confirmed has nothing left to confirm, also not for a workspace. */
function confirmOwn({ now }: VisitorCall, user: User, email: string): Change {
  if (user.email !== email || user.emailVerifiedAt !== null) throw linkExpired();
  return { rows: [update(users, { id: user.id }, { emailVerifiedAt: now })] };
}

/** Another account may have the address by now. */
function moveAddress(
  call: VisitorCall,
  user: User,
  {
    email,
    isTaken,
    own,
  }: { readonly email: string; readonly isTaken: boolean; readonly own: OwnWorkspaces },
): Change {
  const { services, now } = call;
  if (user.pendingEmail !== email || isTaken) throw linkExpired();
  const notice = addressChanged(services, { email });
  const fact = { kind: 'member.change_email', email, before: user.email } as const;
  return {
    ...ownDeed(call, own, fact),
    rows: [
      update(users, { id: user.id }, { email, pendingEmail: null, emailVerifiedAt: now }),
      // Links sent to the old address must no longer work.
      removeAll(linkTokens, { userId: user.id }),
    ],
    mails:
      user.emailVerifiedAt === null
        ? []
        : [personalMail({ cause: user.id, recipient: user.email, at: now, notice })],
  };
}
