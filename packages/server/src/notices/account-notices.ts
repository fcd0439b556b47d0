/** Emails about an account. Links work once and carry their token in the fragment. */
import { randomUUID } from 'node:crypto';
import type { Notice } from './notice.ts';
import { formatMinute } from './notice-dates.ts';
import type { NoticeKind } from './notice-purpose.ts';
import type { NoticeLinks } from './notices.ts';

export function confirmSignUp(links: NoticeLinks, facts: { readonly token: string }): Notice {
  return {
    ...once('sign-up'),
    subject: 'Confirm your email address',
    paragraphs: [
      'Use the link below to confirm your email address and choose a password for your Hostmaster account. The link expires in 24 hours.',
      "If you didn't sign up, you can ignore this email. No account is created unless you use it.",
    ],
    action: page(links, 'Create your account', `complete-sign-up#${facts.token}`),
  };
}

/** Sent to an existing account when someone signs up with its address again. */
export function alreadySignedUp(links: NoticeLinks): Notice {
  return {
    ...once('already-signed-up'),
    subject: 'You already have an account',
    paragraphs: [
      'Someone tried to sign up with this email address, but you already have an account. If it was you, sign in. If you forgot your password, you can reset it on the sign-in page.',
      "If it wasn't you, no action is needed.",
    ],
    action: page(links, 'Sign in', 'sign-in'),
  };
}

/** Without names: the recipient may be a stranger, who gets no text that another person chose. */
export function confirmAddress(links: NoticeLinks, facts: { readonly token: string }): Notice {
  return {
    ...once('confirm-address'),
    subject: 'Confirm your email address',
    paragraphs: [
      'Use the link below to confirm that this is your email address. The link expires in 24 hours.',
      "If you didn't request this, you can ignore this email.",
    ],
    action: page(links, 'Confirm email', `verify#${facts.token}`),
  };
}

/** To a person who may be a stranger; without names, as `confirmAddress`. */
export function invitation(links: NoticeLinks, facts: { readonly token: string }): Notice {
  return {
    ...once('invitation'),
    subject: 'You are invited to a workspace',
    paragraphs: [
      'You are invited to join a Hostmaster workspace. The link below shows which one, and who invited you. It expires in 7 days and works once.',
      "If you didn't expect this, you can ignore this email. You won't join unless you use the link.",
    ],
    action: page(links, 'View invitation', `invitation#${facts.token}`),
  };
}

/** To a workspace's new address for notices; without names, as `confirmAddress`. */
export function confirmNoticeAddress(
  links: NoticeLinks,
  facts: { readonly token: string },
): Notice {
  return {
    ...once('confirm-notice-address'),
    subject: 'Confirm this address for domain notices',
    paragraphs: [
      'Use the link below to receive notices about domains, credits and keys of a Hostmaster workspace at this address. The link expires in 24 hours.',
      "If you didn't expect this, you can ignore this email. We won't send notices here unless you confirm.",
    ],
    action: page(links, 'Confirm address', `confirm-address#${facts.token}`),
  };
}

/** To the previous address of a workspace. */
export function noticesMoved(links: NoticeLinks, facts: { readonly workspaceId: string }): Notice {
  return {
    ...once('notices-moved'),
    subject: 'Notices no longer go to this address',
    paragraphs: [
      'The email address for notices about your workspace was changed or removed. We will no longer send its notices here.',
      "If this wasn't you or a member of your workspace, check the workspace settings and its API tokens right away.",
    ],
    action: page(links, 'Workspace settings', `${facts.workspaceId}/settings/workspace`),
  };
}

export function newSignIn(
  links: NoticeLinks,
  facts: { readonly address: string; readonly at: number },
): Notice {
  return {
    ...once('new-sign-in'),
    subject: 'New sign-in to your account',
    paragraphs: [
      `Someone signed in to your account from a new device on ${formatMinute(facts.at)} (IP address ${facts.address}).`,
      "If this was you, no action is needed. If it wasn't, reset your password right away and check your API tokens.",
    ],
    action: page(links, 'Reset your password', 'reset'),
  };
}

export function chooseNewPassword(links: NoticeLinks, facts: { readonly token: string }): Notice {
  return {
    ...once('reset-password'),
    subject: 'Reset your password',
    paragraphs: [
      'Use the link below to choose a new password. It expires in one hour, works once, and signs you out of all sessions.',
      "If you didn't request this, you can ignore this email. Your password won't change.",
    ],
    action: page(links, 'Choose a new password', `reset#${facts.token}`),
  };
}

export function passwordChanged(links: NoticeLinks): Notice {
  return {
    ...once('password-changed'),
    subject: 'Your password was changed',
    paragraphs: [
      'Your password was just changed and all other sessions were signed out. API tokens and dynamic DNS keys keep working.',
      "If this wasn't you, reset your password from the sign-in page right away, then revoke any keys you don't recognize.",
    ],
    action: page(links, 'Go to sign-in', 'sign-in'),
  };
}

export function addressChanged(links: NoticeLinks, facts: { readonly email: string }): Notice {
  return {
    ...once('address-changed'),
    subject: 'Your email address was changed',
    paragraphs: [
      `The email address of your account is now ${facts.email}. We will no longer send email to this address.`,
      "If this wasn't you, contact the operator of this service.",
    ],
    action: page(links, 'Go to sign-in', 'sign-in'),
  };
}

const factorChanges = {
  'totp-added': {
    subject: 'An authenticator app was added',
    text: 'An authenticator app was added to your account. Signing in with your password now also requires a code.',
  },
  'totp-removed': {
    subject: 'Your authenticator app was removed',
    text: 'The authenticator app was removed from your account. Without a passkey, your password alone is now enough to sign in.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    text: 'A passkey was added to your account. It can be used to sign in without your password.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    text: 'A passkey was removed from your account. Without another second factor, your password alone is now enough to sign in.',
  },
  'reset-by-operator': {
    subject: 'Your second factors were removed',
    text: 'The operator of this service removed the authenticator app, passkeys and recovery codes from your account, and signed you out everywhere. Your password alone is now enough to sign in; set up a new second factor soon.',
  },
  recovered: {
    subject: 'Your second factors were removed',
    text: 'The recovery of your account is complete. Its authenticator app, passkeys and recovery codes were removed, and all other sessions were signed out. Your password alone is now enough to sign in; set up a new second factor soon.',
  },
  'recovery-stopped': {
    subject: 'Recovery of your account was stopped',
    text: 'A link in one of the emails about the recovery of your account was used to stop it. Your second factors stay as they are.',
  },
  'recovery-codes-replaced': {
    subject: 'Your recovery codes were replaced',
    text: 'New recovery codes were created for your account. The previous ones no longer work.',
  },
} as const;

export function secondFactorChanged(
  links: NoticeLinks,
  facts: { readonly change: keyof typeof factorChanges },
): Notice {
  const { subject, text } = factorChanges[facts.change];
  return {
    ...once('second-factor-changed'),
    subject,
    paragraphs: [
      text,
      "If this wasn't you, reset your password right away and contact the operator of this service.",
    ],
    action: page(links, 'Reset your password', 'reset'),
  };
}

export function identityLinked(links: NoticeLinks, facts: { readonly provider: string }): Notice {
  return {
    ...once('second-factor-changed'),
    subject: 'A sign-in was linked to your account',
    paragraphs: [
      `A sign-in at ${facts.provider} was linked to your account. You can now use it to sign in, in addition to your other ways to sign in.`,
      "If this wasn't you, unlink it on your account page, reset your password and contact the operator of this service.",
    ],
    action: page(links, 'Sign in', 'sign-in'),
  };
}

export function identityUnlinked(links: NoticeLinks, facts: { readonly provider: string }): Notice {
  return {
    ...once('second-factor-changed'),
    subject: 'A sign-in was unlinked from your account',
    paragraphs: [
      `The sign-in at ${facts.provider} was unlinked from your account. It can no longer be used to sign in.`,
      "If this wasn't you, reset your password right away and contact the operator of this service.",
    ],
    action: page(links, 'Reset your password', 'reset'),
  };
}

/** By the operator, where only a provider signs in. */
export function passwordAllowed(links: NoticeLinks, facts: { readonly until: number }): Notice {
  return {
    ...once('second-factor-changed'),
    subject: 'You can sign in with a password for a day',
    paragraphs: [
      `The operator of this service lets you sign in without your organization's sign-in page until ${formatMinute(facts.until)}.`,
      "If you have no password, choose one with the link below. If you didn't ask for this, contact the operator.",
    ],
    action: page(links, 'Choose a password', 'reset'),
  };
}

/** The last mail to a person. */
export function accountDeleted(links: NoticeLinks): Notice {
  return {
    ...once('account-deleted'),
    subject: 'Your account was deleted',
    paragraphs: [
      'Your Hostmaster account was deleted. You can no longer sign in, and the API tokens and dynamic DNS keys that you created no longer work.',
      "If you didn't expect this, contact the operator of this service.",
    ],
    action: page(links, 'Open the sign-in page', 'sign-in'),
  };
}

/** To the address for notices of the workspace. */
export function workspaceDeleted(links: NoticeLinks, facts: { readonly name: string }): Notice {
  return {
    ...once('workspace-deleted'),
    subject: 'A workspace was deleted',
    paragraphs: [
      `The workspace ${facts.name} was deleted. Its members no longer have access, and its API tokens and dynamic DNS keys no longer work. It had no domains and no credits.`,
      "If you didn't expect this, contact the operator of this service.",
    ],
    action: page(links, 'Sign in', 'sign-in'),
  };
}

/** To the person, and to the owners of their workspaces. */
export function recoveryStarted(
  links: NoticeLinks,
  facts: {
    readonly token: string;
    readonly email: string;
    readonly address: string;
    readonly dueAt: number;
  },
): Notice {
  return {
    ...once('recovery-started'),
    subject: 'Recovery of an account has started',
    paragraphs: [
      `Someone who knows the password of the account ${facts.email} says that its authenticator app, passkeys and recovery codes are lost (IP address ${facts.address}). After ${formatMinute(facts.dueAt)}, the password alone is enough to remove them.`,
      "If this isn't the account's owner, stop it with the link below, and have the password reset. If it is, no action is needed.",
    ],
    action: page(links, 'Stop the recovery', `stop-recovery#${facts.token}`),
  };
}

export function recoveryCodeUsed(
  links: NoticeLinks,
  facts: { readonly left: number; readonly address: string },
): Notice {
  const left = facts.left === 1 ? '1 recovery code is' : `${facts.left} recovery codes are`;
  return {
    ...once('second-factor-changed'),
    subject: 'A recovery code was used',
    paragraphs: [
      `Someone used one of your recovery codes (IP address ${facts.address}). ${left} left; you can create new ones on your account page.`,
      "If this wasn't you, reset your password right away.",
    ],
    action: page(links, 'Reset your password', 'reset'),
  };
}

/** Never deduplicated: each request sends an email. */
function once(kind: NoticeKind): Pick<Notice, 'kind' | 'onceKey'> {
  return { kind, onceKey: `${kind}:${randomUUID()}` };
}

function page(links: NoticeLinks, label: string, path: string): Notice['action'] {
  return { label, url: `${links.publicUrl}/dashboard/${path}` };
}
