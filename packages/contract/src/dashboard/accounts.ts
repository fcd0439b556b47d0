/** Accounts: sign-up, sign-in, passwords, sessions and workspaces. */
import { Type } from 'typebox';
import { bodyErrors } from '../endpoints.ts';
import { emailLengthMax } from '../formats.ts';
import { atLeastOneOf } from '../schemas.ts';
import { dashboardPaths } from './paths.ts';
import {
  type DashboardEndpoint,
  dashboardLimits,
  done,
  emailAddress,
  givenPassword,
  label,
  linkToken,
  newPassword,
  nullable,
  oneOf,
  stepUpErrors,
  text,
  time,
  workspaceName,
} from './schemas.ts';
import { account, session, signInAnswer, workspace } from './session.ts';

const use = Type.Object({ used: Type.Integer(), max: Type.Integer() });

const limitsAnswer = Type.Object({
  limits: Type.Object({
    apiKeys: use,
    updateKeys: use,
    contacts: use,
    webhooks: use,
    openTransfers: use,
    preparedBytes: use,
    eventBytes: use,
  }),
  ofEachDomain: Type.Object({
    records: Type.Integer(),
    recordBytes: Type.Integer(),
    revisionBytes: Type.Integer(),
  }),
});

const workspaceAnswer = Type.Object({
  workspace: Type.Object({
    ...workspace.properties,
    email: nullable(text),
    /** A new address for notices that is not confirmed yet; until then they go to `email`. */
    pendingEmail: nullable(text),
  }),
});

export const accountEndpoints = {
  setUpOwner: {
    ...dashboardPaths.setUpOwner,
    summary: 'Create the owner with the link that the first start prints, and sign in',
    access: 'anyone',
    idempotent: false,
    body: Type.Object({
      token: linkToken,
      name: label,
      email: emailAddress,
      password: newPassword,
      workspaceName: Type.Optional(workspaceName),
    }),
    hasSecret: true,
    response: session,
    errors: [...bodyErrors, 'link_expired', 'too_many_attempts'],
  },
  signUp: {
    ...dashboardPaths.signUp,
    summary: 'Request an account; a link is mailed, and the response is always the same',
    access: 'anyone',
    idempotent: false,
    body: Type.Object({ email: emailAddress }),
    response: done,
    errors: [...bodyErrors, 'sign_up_closed', 'provider_sign_in_required', 'too_many_attempts'],
  },
  completeSignUp: {
    ...dashboardPaths.completeSignUp,
    summary: 'Create the account with the link of a sign-up mail, and sign in',
    access: 'anyone',
    idempotent: false,
    body: Type.Object({
      token: linkToken,
      name: label,
      password: newPassword,
      workspaceName: Type.Optional(workspaceName),
    }),
    hasSecret: true,
    response: session,
    errors: [
      ...bodyErrors,
      'sign_up_closed',
      'link_expired',
      'provider_sign_in_required',
      'too_many_attempts',
    ],
  },
  signIn: {
    ...dashboardPaths.signIn,
    summary: 'Sign in with email address and password; a second factor may have to follow',
    access: 'anyone',
    idempotent: false,
    body: Type.Object({
      email: Type.String({ format: 'line', maxLength: 255 }),
      password: givenPassword,
    }),
    hasSecret: true,
    response: signInAnswer,
    errors: [...bodyErrors, 'wrong_credentials', 'provider_sign_in_required', 'too_many_attempts'],
  },
  signOut: {
    ...dashboardPaths.signOut,
    summary: 'End this session',
    access: 'anyone',
    idempotent: false,
    hasSecret: true,
    response: session,
    errors: [],
  },
  verifyEmail: {
    ...dashboardPaths.verifyEmail,
    summary: 'Use the link of a confirmation mail; answers with the current session',
    access: 'anyone',
    idempotent: false,
    body: Type.Object({ token: linkToken }),
    hasSecret: true,
    response: session,
    errors: [...bodyErrors, 'link_expired', 'too_many_attempts'],
  },
  confirmPassword: {
    ...dashboardPaths.confirmPassword,
    summary: 'Enter the password again before changes that need it, for ten minutes',
    access: 'account',
    idempotent: false,
    body: Type.Object({ password: givenPassword }),
    response: done,
    errors: [...bodyErrors, 'wrong_credentials', 'too_many_attempts'],
  },
  confirmNoticeAddress: {
    ...dashboardPaths.confirmNoticeAddress,
    summary: "Confirm a workspace's new address for notices with a mailed link",
    access: 'anyone',
    idempotent: false,
    body: Type.Object({ token: linkToken }),
    response: done,
    errors: [...bodyErrors, 'link_expired', 'too_many_attempts'],
  },
  sendVerification: {
    ...dashboardPaths.sendVerification,
    summary: 'Mail the confirmation link once more',
    access: 'account',
    idempotent: false,
    response: done,
    errors: ['too_many_attempts'],
  },
  requestPasswordReset: {
    ...dashboardPaths.requestPasswordReset,
    summary: 'Mail a link to choose a new password; the response is always the same',
    access: 'anyone',
    idempotent: false,
    body: Type.Object({ email: emailAddress }),
    response: done,
    errors: [...bodyErrors, 'provider_sign_in_required', 'too_many_attempts'],
  },
  resetPassword: {
    ...dashboardPaths.resetPassword,
    summary: 'Choose a new password with a mailed link; ends all sessions and signs in',
    access: 'anyone',
    idempotent: false,
    body: Type.Object({ token: linkToken, password: newPassword }),
    hasSecret: true,
    response: signInAnswer,
    errors: [...bodyErrors, 'link_expired', 'provider_sign_in_required', 'too_many_attempts'],
  },
  updateAccount: {
    ...dashboardPaths.updateAccount,
    summary: 'Change the name, or request another email address, which an emailed link confirms',
    access: 'account',
    // For another address, where the account has a second factor.
    needsPassword: 'sometimes',
    idempotent: false,
    body: Type.Object(
      {
        name: Type.Optional(label),
        email: Type.Optional(emailAddress),
        currentPassword: Type.Optional(givenPassword),
      },
      atLeastOneOf(['name', 'email']),
    ),
    response: Type.Object({ account }),
    errors: [
      ...bodyErrors,
      ...stepUpErrors,
      'wrong_credentials',
      'provider_sign_in_required',
      'too_many_attempts',
    ],
  },
  changePassword: {
    ...dashboardPaths.changePassword,
    summary: 'Choose a new password; all other sessions end',
    access: 'account',
    // Where the account has a second factor.
    needsPassword: 'sometimes',
    idempotent: false,
    body: Type.Object({ currentPassword: givenPassword, newPassword }),
    hasSecret: true,
    response: session,
    errors: [...bodyErrors, ...stepUpErrors, 'wrong_credentials', 'too_many_attempts'],
  },
  listSessions: {
    ...dashboardPaths.listSessions,
    summary: 'List the sessions of the account',
    access: 'account',
    idempotent: false,
    response: Type.Object({
      sessions: Type.Array(
        Type.Object({
          id: text,
          isCurrent: Type.Boolean(),
          address: text,
          userAgent: text,
          createdAt: time,
          lastSeenAt: time,
          expiresAt: time,
        }),
      ),
    }),
    errors: [],
  },
  revokeSession: {
    ...dashboardPaths.revokeSession,
    summary: 'End one session',
    access: 'account',
    idempotent: false,
    response: done,
    errors: ['session_not_found'],
  },
  revokeOtherSessions: {
    ...dashboardPaths.revokeOtherSessions,
    summary: 'End all sessions but this one',
    access: 'account',
    idempotent: false,
    response: Type.Object({ revoked: Type.Integer() }),
    errors: [],
  },
  exportOwnData: {
    ...dashboardPaths.exportOwnData,
    summary: 'Everything that is stored about the account, as JSON lines',
    access: 'account',
    idempotent: false,
    response: text,
    mediaType: 'application/jsonl',
    errors: [],
  },
  listOwnKeys: {
    ...dashboardPaths.listOwnKeys,
    summary: 'The valid keys that the account created, in all of its workspaces',
    access: 'account',
    idempotent: false,
    response: Type.Object({
      keys: Type.Array(
        Type.Object({
          kind: oneOf(['api_key', 'update_key']),
          id: text,
          name: text,
          workspace: text,
        }),
      ),
    }),
    errors: [],
  },
  deleteAccount: {
    ...dashboardPaths.deleteAccount,
    summary: 'Delete the account, its sessions and keys, and workspaces that no one else is in',
    access: 'account',
    needsPassword: true,
    idempotent: false,
    body: Type.Object({
      confirm: Type.String({
        maxLength: emailLengthMax,
        description: 'The email address of the account, typed by the person.',
      }),
    }),
    hasSecret: true,
    response: session,
    errors: [...bodyErrors, ...stepUpErrors, 'last_owner', 'workspace_in_use'],
  },
  createWorkspace: {
    ...dashboardPaths.createWorkspace,
    summary: 'Create a workspace',
    access: 'account',
    idempotent: false,
    body: Type.Object({ name: workspaceName }),
    response: Type.Object({ workspace }),
    errors: [...bodyErrors, 'quota_exceeded'],
  },
  getWorkspace: {
    ...dashboardPaths.getWorkspace,
    summary: 'Name and notification address of a workspace',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    response: workspaceAnswer,
    errors: [],
  },
  renameWorkspace: {
    ...dashboardPaths.renameWorkspace,
    summary: 'Change the name of a workspace, or request another address, which a link confirms',
    access: 'workspace',
    act: 'workspace.manage',
    // For another address.
    needsPassword: 'sometimes',
    idempotent: false,
    body: Type.Object(
      { name: Type.Optional(workspaceName), email: Type.Optional(nullable(emailAddress)) },
      atLeastOneOf(['name', 'email']),
    ),
    response: workspaceAnswer,
    errors: [...bodyErrors, ...stepUpErrors, 'too_many_attempts'],
  },
  deleteWorkspace: {
    ...dashboardPaths.deleteWorkspace,
    summary: 'Delete a workspace without domains and credits, for all of its members',
    access: 'workspace',
    act: 'owners.manage',
    needsPassword: true,
    idempotent: false,
    body: Type.Object({
      confirm: Type.String({
        maxLength: dashboardLimits.nameLengthMax,
        description: 'The name of the workspace, typed by the person.',
      }),
    }),
    response: done,
    errors: [...bodyErrors, ...stepUpErrors, 'workspace_in_use'],
  },
  listLimits: {
    ...dashboardPaths.listLimits,
    summary: 'How much of its limits a workspace uses',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    response: limitsAnswer,
    errors: [],
  },
} as const satisfies Record<string, DashboardEndpoint>;
