/** Sign-in, second factors and members. */
import type { ErrorDefinition } from './shape.ts';

export const peopleErrors = {
  signed_out: {
    status: 401,
    meaning: 'The request is not signed in, or the session has ended.',
    remedy: 'Sign in again, then repeat the request.',
  },
  wrong_credentials: {
    status: 401,
    meaning: 'The email address or password is wrong, or the account does not exist.',
    remedy: 'Check both, or request a password reset link.',
  },
  wrong_code: {
    status: 401,
    meaning: 'The code of the second factor is wrong, was used already, or is of another time.',
    remedy: 'Wait for the next code, check the clock of the phone, or use a recovery code.',
  },
  wrong_passkey: {
    status: 401,
    meaning: 'The answer of the passkey is not valid here: unknown, expired, or used before.',
    remedy: 'Ask for new options and try again, or sign in another way.',
  },
  sign_in_expired: {
    status: 401,
    meaning: 'The password was entered more than ten minutes ago, or has changed since.',
    remedy: 'Sign in again with email address and password.',
  },
  csrf_refused: {
    status: 403,
    meaning: 'The `Origin` or `x-csrf-token` header shows that the dashboard did not send this.',
    remedy: 'Reload the page; read `csrfToken` from the session and send it with every change.',
  },
  wrong_account: {
    status: 403,
    meaning: 'The invitation is for another email address.',
    remedy: 'Sign out, open the link again and sign in with the invited address.',
  },
  member_not_found: {
    status: 404,
    meaning: 'No such member in this workspace.',
    remedy: 'List the members.',
  },
  invitation_not_found: {
    status: 404,
    meaning: 'No such open invitation in this workspace.',
    remedy: 'List the open invitations; it may have been accepted, withdrawn or have expired.',
  },
  already_member: {
    status: 409,
    meaning: 'The person is a member of the workspace already.',
    remedy: 'Change their role instead.',
  },
  already_invited: {
    status: 409,
    meaning: 'The address has an open invitation.',
    remedy: 'Resend the invitation, or withdraw it first.',
  },
  last_owner: {
    status: 409,
    meaning: 'The change would leave the workspace without an owner.',
    remedy: 'Make another member an owner first.',
  },
  workspace_in_use: {
    status: 409,
    meaning: 'The workspace has domains, credits, an open payment or an open bulk operation.',
    remedy: 'Do what the message says about each, then delete the workspace.',
  },
  password_required: {
    status: 403,
    meaning: 'The password was not entered in this session during the last ten minutes.',
    remedy: 'Send the password to `/dashboard/api/confirm-password`, then repeat the request.',
  },
  second_factor_required: {
    status: 403,
    meaning: 'The second factor was not given in this session during the last ten minutes.',
    remedy: 'Send a code to `/dashboard/api/confirm-second-factor`, then repeat the request.',
  },
  second_factor_missing: {
    status: 403,
    meaning: 'The workspace or the operator requires a second factor, and the account has none.',
    remedy: 'Set one up in the dashboard under **Account**, then repeat the request.',
  },
  recovery_not_due: {
    status: 409,
    meaning: 'The account has no open recovery, or its 72 hours are not over.',
    remedy: 'Start one, or wait until the time that the sign-in page shows.',
  },
  recovery_unavailable: {
    status: 409,
    meaning: 'The account has no confirmed email address that could be warned of a recovery.',
    remedy: 'Ask the operator, who uses `hostmaster user reset-factors`.',
  },
  sign_up_closed: {
    status: 403,
    meaning: 'This service does not accept new accounts.',
    remedy: 'Ask the operator, who opens it with `HOSTMASTER_SIGN_UP=open`.',
  },
  session_not_found: {
    status: 404,
    meaning: 'The account has no session with this id.',
    remedy: 'List the sessions again; the session may have ended in the meantime.',
  },
  second_factor_not_found: {
    status: 404,
    meaning: 'The account has no such second factor, or its setup was not started.',
    remedy: 'List the second factors; start the setup again to add one.',
  },
  second_factor_exists: {
    status: 409,
    meaning: 'The account has an authenticator app already.',
    remedy: 'Remove it first to set up another one.',
  },
  passkeys_unavailable: {
    status: 409,
    meaning: 'The page was opened at an address where browsers offer no passkeys.',
    remedy: 'Open the dashboard at its public host name, or at `localhost` on the same machine.',
  },
  provider_answer_invalid: {
    status: 401,
    meaning: 'What the identity provider said is not valid for this sign-in, or took too long.',
    remedy: 'Start again from the sign-in page; the log of the service has the reason.',
  },
  provider_sign_in_required: {
    status: 403,
    meaning: 'The organization of this address signs in with its identity provider only.',
    remedy: 'Sign in with it; the operator makes exceptions with `hostmaster user allow-password`.',
  },
  provider_account_missing: {
    status: 403,
    meaning: 'No account is linked to this sign-in, and none may be created or linked by it.',
    remedy:
      'Sign in another way, then link the provider under **Account**; or ask for an invitation.',
  },
  provider_not_found: {
    status: 404,
    meaning: 'The service has no identity provider with this id.',
    remedy: 'Choose one of the sign-in page; the operator sets them up.',
  },
  identity_not_found: {
    status: 404,
    meaning: 'The account has no linked sign-in with this id.',
    remedy: 'List the linked sign-ins.',
  },
  identity_exists: {
    status: 409,
    meaning: 'This sign-in at the provider is linked to an account already.',
    remedy: 'Unlink it there first, or sign in to that account.',
  },
  provider_unavailable: {
    status: 503,
    meaning: 'The identity provider is away, too slow, or answers something else.',
    remedy: 'Try again after `Retry-After` seconds, or sign in another way.',
  },
  link_expired: {
    status: 410,
    meaning: 'The link was used before, or is too old or mistyped.',
    remedy: 'Request a new link and use the newest one.',
  },
  too_many_attempts: {
    status: 429,
    meaning:
      'Too many tries from this address or for this account; wait for `Retry-After` seconds.',
    remedy: 'Wait that long; reset a forgotten password by mail.',
  },
} as const satisfies Record<string, ErrorDefinition>;
