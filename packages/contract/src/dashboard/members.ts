/** The members of a workspace, and invitations. */
import { Type } from 'typebox';
import { bodyErrors } from '../endpoints.ts';
import { domainName } from '../schemas.ts';
import { dashboardPaths } from './paths.ts';
import {
  type DashboardEndpoint,
  dashboardLimits,
  done,
  emailAddress,
  instant,
  label,
  linkToken,
  newPassword,
  nullable,
  oneOf,
  role,
  spending,
  spendingCap,
  stepUpErrors,
  text,
  time,
} from './schemas.ts';
import { session } from './session.ts';

const granted = { role, domainNames: nullable(Type.Array(text)) };

const grant = {
  role,
  domainNames: Type.Optional(
    nullable(
      Type.Array(domainName, {
        minItems: 1,
        maxItems: dashboardLimits.domainNamesMax,
        description: 'The domains to limit a DNS editor or read-only member to; null means all.',
      }),
    ),
  ),
};

export const memberEndpoints = {
  listMembers: {
    ...dashboardPaths.listMembers,
    summary: 'The members of the workspace; the open invitations for those who manage members',
    access: 'workspace',
    act: 'members.read',
    idempotent: false,
    response: Type.Object({
      members: Type.Array(
        Type.Object({
          id: text,
          name: text,
          email: text,
          ...granted,
          joinedAt: time,
          hasSecondFactor: nullable(
            Type.Boolean({ description: 'Null unless you manage members.' }),
          ),
          /** Null unless it is your own or you manage members. */
          spending: nullable(spending),
        }),
      ),
      secondFactorFrom: nullable(
        Type.String({ description: 'From when the workspace requires a second factor.' }),
      ),
      invitations: Type.Array(
        Type.Object({
          id: text,
          email: text,
          ...granted,
          invitedBy: text,
          sentAt: time,
          expiresAt: time,
        }),
      ),
    }),
    errors: [],
  },
  inviteMember: {
    ...dashboardPaths.inviteMember,
    summary: 'Mail a link to join the workspace; it works for seven days',
    access: 'workspace',
    act: 'members.manage',
    needsPassword: true,
    idempotent: false,
    body: Type.Object({ email: emailAddress, ...grant }),
    response: Type.Object({ id: text }),
    errors: [
      ...bodyErrors,
      ...stepUpErrors,
      'already_member',
      'already_invited',
      'quota_exceeded',
      'too_many_attempts',
    ],
  },
  resendInvitation: {
    ...dashboardPaths.resendInvitation,
    summary: 'Mail a new link; the earlier one no longer works',
    access: 'workspace',
    act: 'members.manage',
    needsPassword: true,
    idempotent: false,
    response: done,
    errors: ['malformed_body', ...stepUpErrors, 'invitation_not_found', 'too_many_attempts'],
  },
  withdrawInvitation: {
    ...dashboardPaths.withdrawInvitation,
    summary: 'Withdraw an invitation; its link no longer works',
    access: 'workspace',
    act: 'members.manage',
    needsPassword: true,
    idempotent: false,
    response: done,
    errors: ['malformed_body', ...stepUpErrors, 'invitation_not_found'],
  },
  updateMember: {
    ...dashboardPaths.updateMember,
    summary: 'Change the role of a member and the domains it is limited to',
    access: 'workspace',
    act: 'members.manage',
    needsPassword: true,
    idempotent: false,
    body: Type.Object(grant),
    response: done,
    errors: [...bodyErrors, ...stepUpErrors, 'member_not_found', 'last_owner'],
  },
  capMember: {
    ...dashboardPaths.capMember,
    summary: 'Set the most that a member and their keys may spend in a month, or remove the cap',
    access: 'workspace',
    act: 'members.manage',
    needsPassword: true,
    idempotent: false,
    body: Type.Object({ cap: spendingCap }),
    response: done,
    errors: [...bodyErrors, ...stepUpErrors, 'member_not_found'],
  },
  listMemberKeys: {
    ...dashboardPaths.listMemberKeys,
    summary: 'The valid keys, webhooks and own secondaries that a member added',
    access: 'workspace',
    act: 'members.manage',
    idempotent: false,
    response: Type.Object({
      keys: Type.Array(
        Type.Object({
          kind: oneOf(['api_key', 'update_key', 'webhook', 'secondary']),
          id: text,
          name: text,
        }),
      ),
    }),
    errors: ['malformed_body', 'member_not_found'],
  },
  removeMember: {
    ...dashboardPaths.removeMember,
    summary: 'Remove a member, and revoke or keep the keys, webhooks and secondaries they added',
    access: 'workspace',
    act: 'members.manage',
    needsPassword: true,
    idempotent: false,
    body: Type.Object({
      keys: oneOf(
        ['revoke', 'keep'],
        'What is kept passes to you; keys can then do no more than your role allows.',
      ),
    }),
    response: done,
    errors: [...bodyErrors, ...stepUpErrors, 'member_not_found', 'last_owner'],
  },
  requireSecondFactor: {
    ...dashboardPaths.requireSecondFactor,
    summary: 'Require a second factor of all members from a date on, or no longer',
    access: 'workspace',
    act: 'owners.manage',
    needsPassword: true,
    idempotent: false,
    body: Type.Object({ from: nullable(instant) }),
    response: done,
    errors: [...bodyErrors, ...stepUpErrors],
  },
  handOverOwnership: {
    ...dashboardPaths.handOverOwnership,
    summary: 'Make a member an owner and yourself an admin',
    access: 'workspace',
    act: 'owners.manage',
    needsPassword: true,
    idempotent: false,
    response: done,
    errors: ['malformed_body', ...stepUpErrors, 'member_not_found'],
  },
  leaveWorkspace: {
    ...dashboardPaths.leaveWorkspace,
    summary: 'Leave the workspace; the own keys are revoked',
    access: 'workspace',
    act: 'members.read',
    needsPassword: true,
    idempotent: false,
    response: done,
    errors: ['malformed_body', ...stepUpErrors, 'last_owner'],
  },
  readInvitation: {
    ...dashboardPaths.readInvitation,
    summary: 'What the link of an invitation is for, and how to accept it',
    access: 'anyone',
    idempotent: false,
    body: Type.Object({ token: linkToken }),
    response: Type.Object({
      state: oneOf(
        ['join', 'sign_in', 'sign_up', 'other_account'],
        'What the visitor has to do before joining; `join` is nothing.',
      ),
      workspaceName: text,
      inviter: nullable(text),
      role,
      /** Null for a person who is signed in with another address. */
      email: nullable(text),
    }),
    errors: [...bodyErrors, 'link_expired', 'too_many_attempts'],
  },
  acceptInvitation: {
    ...dashboardPaths.acceptInvitation,
    summary: 'Join the workspace; without an account, create it and sign in',
    access: 'anyone',
    idempotent: false,
    body: Type.Object({
      token: linkToken,
      /** Needed to create an account, as is the password. */
      name: Type.Optional(label),
      password: Type.Optional(newPassword),
    }),
    hasSecret: true,
    response: Type.Object({ workspaceId: text, session }),
    errors: [
      ...bodyErrors,
      'link_expired',
      'wrong_account',
      'signed_out',
      'quota_exceeded',
      'provider_sign_in_required',
      'too_many_attempts',
    ],
  },
} as const satisfies Record<string, DashboardEndpoint>;
