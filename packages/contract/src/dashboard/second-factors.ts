/** Second factors of an account: an authenticator app (TOTP), passkeys and recovery codes. */
import { Type } from 'typebox';
import { bodyErrors } from '../endpoints.ts';
import { dashboardPaths } from './paths.ts';
import {
  type DashboardEndpoint,
  done,
  label,
  linkToken,
  nullable,
  stepUpErrors,
  text,
  time,
} from './schemas.ts';
import { session } from './session.ts';

/** Proves the password, as `signIn` gives it. */
const ticket = Type.String({ minLength: 1, maxLength: 200 });

/** Six digits of the app, or a recovery code. */
const code = Type.String({ minLength: 1, maxLength: 40 });

/** As the browser takes and gives it: JSON of the WebAuthn API. */
const passkeyOptions = Type.Object({ options: text });
const passkeyResponse = Type.String({ minLength: 1, maxLength: 10_000 });

const recoveryCodes = Type.Object({
  recoveryCodes: Type.Array(text, {
    description: 'Shown once; each works once. Empty where the account has codes already.',
  }),
});

export const secondFactorEndpoints = {
  completeSignIn: {
    ...dashboardPaths.completeSignIn,
    summary: 'Begin the session with a code, after the password',
    access: 'anyone',
    idempotent: false,
    body: Type.Object({ ticket, code }),
    hasSecret: true,
    response: session,
    errors: [...bodyErrors, 'wrong_code', 'sign_in_expired', 'too_many_attempts'],
  },
  startRecovery: {
    ...dashboardPaths.startRecovery,
    summary: 'Start to recover an account without its second factors, which takes 72 hours',
    access: 'anyone',
    idempotent: false,
    body: Type.Object({ ticket }),
    response: Type.Object({ dueAt: time }),
    errors: [
      ...bodyErrors,
      'sign_in_expired',
      'second_factor_not_found',
      'recovery_unavailable',
      'too_many_attempts',
    ],
  },
  stopRecovery: {
    ...dashboardPaths.stopRecovery,
    summary: 'Stop the recovery of an account with a mailed link',
    access: 'anyone',
    idempotent: false,
    body: Type.Object({ token: linkToken }),
    response: done,
    errors: [...bodyErrors, 'link_expired', 'too_many_attempts'],
  },
  finishRecovery: {
    ...dashboardPaths.finishRecovery,
    summary: 'Remove the second factors after 72 hours; ends all sessions and signs in',
    access: 'anyone',
    idempotent: false,
    body: Type.Object({ ticket }),
    hasSecret: true,
    response: session,
    errors: [...bodyErrors, 'sign_in_expired', 'recovery_not_due', 'too_many_attempts'],
  },
  confirmSecondFactor: {
    ...dashboardPaths.confirmSecondFactor,
    summary: 'Give the second factor again before changes that need it, for ten minutes',
    access: 'account',
    idempotent: false,
    body: Type.Object({ code }),
    response: done,
    errors: [...bodyErrors, 'wrong_code', 'second_factor_not_found', 'too_many_attempts'],
  },
  startPasskeyUse: {
    ...dashboardPaths.startPasskeyUse,
    summary: 'Options to ask the browser for a passkey; valid once, for five minutes',
    access: 'anyone',
    idempotent: false,
    response: passkeyOptions,
    errors: ['passkeys_unavailable'],
  },
  signInWithPasskey: {
    ...dashboardPaths.signInWithPasskey,
    summary: 'Sign in with a passkey, alone or after the password',
    access: 'anyone',
    idempotent: false,
    body: Type.Object({
      response: passkeyResponse,
      ticket: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Where an identity provider came first.',
        }),
      ),
    }),
    hasSecret: true,
    response: session,
    errors: [
      ...bodyErrors,
      'wrong_passkey',
      'passkeys_unavailable',
      'provider_sign_in_required',
      'too_many_attempts',
    ],
  },
  confirmPasskey: {
    ...dashboardPaths.confirmPasskey,
    summary: 'Give a passkey again before changes that need it, for ten minutes',
    access: 'account',
    idempotent: false,
    body: Type.Object({ response: passkeyResponse }),
    response: done,
    errors: [...bodyErrors, 'wrong_passkey', 'passkeys_unavailable', 'too_many_attempts'],
  },
  listSecondFactors: {
    ...dashboardPaths.listSecondFactors,
    summary: 'The second factors of the account',
    access: 'account',
    idempotent: false,
    response: Type.Object({
      totp: nullable(Type.Object({ createdAt: time })),
      passkeys: Type.Array(
        Type.Object({ id: text, name: text, createdAt: time, lastUsedAt: nullable(time) }),
      ),
      recoveryCodesLeft: Type.Integer(),
    }),
    errors: [],
  },
  startTotp: {
    ...dashboardPaths.startTotp,
    summary: 'A new secret for an authenticator app; it counts once a code has confirmed it',
    access: 'account',
    needsPassword: true,
    idempotent: false,
    hasSecret: true,
    response: Type.Object({
      secret: Type.String({ description: 'In base 32, to be typed.' }),
      uri: Type.String({ description: 'The same as `otpauth:` address, for a QR code.' }),
    }),
    errors: [...stepUpErrors, 'second_factor_exists'],
  },
  confirmTotp: {
    ...dashboardPaths.confirmTotp,
    summary:
      'Turn the app on with a first code; with the first second factor all other sessions end',
    access: 'account',
    needsPassword: true,
    idempotent: false,
    body: Type.Object({ code }),
    hasSecret: true,
    response: recoveryCodes,
    errors: [
      ...bodyErrors,
      ...stepUpErrors,
      'wrong_code',
      'second_factor_not_found',
      'second_factor_exists',
      'too_many_attempts',
    ],
  },
  removeTotp: {
    ...dashboardPaths.removeTotp,
    summary: 'Remove the authenticator app; the last second factor goes with its recovery codes',
    access: 'account',
    needsPassword: true,
    idempotent: false,
    response: done,
    errors: [...stepUpErrors, 'second_factor_not_found'],
  },
  startPasskey: {
    ...dashboardPaths.startPasskey,
    summary: 'Options to create a passkey in the browser; valid once, for five minutes',
    access: 'account',
    needsPassword: true,
    idempotent: false,
    response: passkeyOptions,
    errors: [...stepUpErrors, 'passkeys_unavailable'],
  },
  addPasskey: {
    ...dashboardPaths.addPasskey,
    summary: 'Add a passkey; with the first second factor all other sessions end',
    access: 'account',
    needsPassword: true,
    idempotent: false,
    body: Type.Object({ name: label, response: passkeyResponse }),
    hasSecret: true,
    response: recoveryCodes,
    errors: [
      ...bodyErrors,
      ...stepUpErrors,
      'wrong_passkey',
      'passkeys_unavailable',
      'quota_exceeded',
    ],
  },
  removePasskey: {
    ...dashboardPaths.removePasskey,
    summary: 'Remove a passkey; the last second factor goes with its recovery codes',
    access: 'account',
    needsPassword: true,
    idempotent: false,
    response: done,
    errors: [...stepUpErrors, 'second_factor_not_found'],
  },
  replaceRecoveryCodes: {
    ...dashboardPaths.replaceRecoveryCodes,
    summary: 'Ten new recovery codes; those before no longer work',
    access: 'account',
    needsPassword: true,
    idempotent: false,
    hasSecret: true,
    response: recoveryCodes,
    errors: [...stepUpErrors, 'second_factor_not_found'],
  },
} as const satisfies Record<string, DashboardEndpoint>;
