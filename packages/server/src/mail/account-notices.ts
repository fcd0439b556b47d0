/** Mail to a person about signing in. Links work once and carry their secret behind the `#`. */
import { randomUUID } from 'node:crypto';
import type { Notice } from './notice.ts';
import type { NoticeLinks } from './notices.ts';

export function confirmSignUp(links: NoticeLinks, facts: { readonly token: string }): Notice {
  return {
    ...once('sign-up'),
    subject: 'Confirm your e-mail address',
    paragraphs: [
      'Somebody, hopefully you, asked for an account with this address. Open the link within 24 hours to begin.',
      'If it was not you, ignore this mail: without the link there is no account.',
    ],
    action: page(links, 'Confirm and sign in', `verify#${facts.token}`),
  };
}

/** What the owner of an address reads when somebody signs up with it once more. */
export function alreadySignedUp(links: NoticeLinks): Notice {
  return {
    ...once('already-signed-up'),
    subject: 'You have an account already',
    paragraphs: [
      'Somebody asked for an account with this address, and there is one. If it was you, sign in; if you have forgotten the password, the sign-in page sends you a link to choose another.',
      'If it was not you, there is nothing to do.',
    ],
    action: page(links, 'Sign in', 'sign-in'),
  };
}

export function confirmAddress(
  links: NoticeLinks,
  facts: { readonly token: string; readonly name: string },
): Notice {
  return {
    ...once('confirm-address'),
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Hello ${facts.name}, open the link within 24 hours to confirm that this is your address.`,
      'If you did not ask for this, ignore this mail.',
    ],
    action: page(links, 'Confirm the address', `verify#${facts.token}`),
  };
}

export function chooseNewPassword(links: NoticeLinks, facts: { readonly token: string }): Notice {
  return {
    ...once('reset-password'),
    subject: 'Choose a new password',
    paragraphs: [
      'Open the link within an hour to choose a new password. It works once, and ends all sessions.',
      'If you did not ask for this, ignore this mail: your password stays as it is.',
    ],
    action: page(links, 'Choose a new password', `reset#${facts.token}`),
  };
}

export function passwordChanged(links: NoticeLinks): Notice {
  return {
    ...once('password-changed'),
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed just now, and all other sessions have ended.',
      'If it was not you, ask for a link to choose another on the sign-in page.',
    ],
    action: page(links, 'Open the sign-in page', 'sign-in'),
  };
}

export function addressChanged(links: NoticeLinks, facts: { readonly email: string }): Notice {
  return {
    ...once('address-changed'),
    subject: 'Your e-mail address was changed',
    paragraphs: [
      `Your account now belongs to ${facts.email}. Mail no longer goes to this address.`,
      'If it was not you, tell the operator of this service.',
    ],
    action: page(links, 'Open the sign-in page', 'sign-in'),
  };
}

/** Each of these is meant: asking twice sends two. */
function once(kind: string): Pick<Notice, 'kind' | 'onceKey'> {
  return { kind, onceKey: `${kind}:${randomUUID()}` };
}

function page(links: NoticeLinks, label: string, path: string): Notice['action'] {
  return { label, url: `${links.publicUrl}/dashboard/${path}` };
}
