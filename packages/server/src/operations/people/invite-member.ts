/**
 * Invitations to a workspace by a mailed link. The answer is the same whether the address has an
 * account or not, and the mail has no text that a person chose.
 */
import { hash, randomBytes } from 'node:crypto';
import { dayMs } from '@hostmaster/contract/durations';
import type { Grant } from '@hostmaster/contract/roles';
import { Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { once } from '../../base/once.ts';
import { changeWork, ofWorkspace } from '../../changes/persist.ts';
import type { MemberFact } from '../../facts/workspaces.ts';
import { invitation as invitationMail } from '../../notices/account-notices.ts';
import { type NewMail, personalMail } from '../../notices/new-mail.ts';
import {
  countInvitations,
  findInvitation,
  findInvitationTo,
} from '../../storage/queries/people/invitations.ts';
import { findMemberByEmail } from '../../storage/queries/people/members.ts';
import { findUserByEmail } from '../../storage/queries/people/users.ts';
import { insert, remove, removeAll, update } from '../../storage/row-write.ts';
import { type Invitation, invitations } from '../../storage/tables/people/invitations.ts';
import { normaliseEmail } from '../../users/users.ts';
import type { Actor } from '../../workspaces/actor.ts';
import { requireAct } from '../../workspaces/permission.ts';
import { loadUse, requireRoomFor } from '../../workspaces/workspace-quota.ts';
import { findForeignNames, requireOwnNames } from '../domains/own-names.ts';
import type { AccountServices } from './account-call.ts';
import type { MembershipCall } from './change-membership.ts';

const invitationLifeMs = 7 * dayMs;

export interface InvitationCall extends MembershipCall {
  readonly services: AccountServices;
  /** The client's IP address. */
  readonly address: string;
}

/** Open invitations have their place among the members that a workspace may have. */
export function inviteMember(
  call: InvitationCall,
  input: { readonly email: string; readonly grant: Grant },
) {
  const { actor, machineNow: now, limits } = call;
  const { workspaceId } = actor;
  const { grant } = input;
  const email = normaliseEmail(input.email);
  requireInviter(actor, grant);
  const mayMail = askForMail(call, email);
  return changeWork({
    ...ofWorkspace(workspaceId, 'alone'),
    async load(reader) {
      const [members, open, earlier, member, user, foreign] = await Promise.all([
        loadUse(reader, 'members', { workspaceId, now }),
        reader.first(countInvitations, { workspaceId, now }),
        reader.first(findInvitationTo, { workspaceId, email }),
        reader.first(findMemberByEmail, { workspaceId, email }),
        reader.first(findUserByEmail, { email }),
        findForeignNames(reader, actor, grant.domainNames ?? []),
      ]);
      return { used: members + Number(open?.count ?? 0), earlier, member, user, foreign };
    },
    decide({ used, earlier, member, user, foreign }) {
      requireOwnNames(foreign);
      if (member !== undefined) {
        throw new Refusal('already_member', 'This person is already a member of the workspace.');
      }
      if (earlier !== undefined && earlier.expiresAt > now) {
        throw new Refusal(
          'already_invited',
          'This address has an open invitation. Resend or withdraw it.',
        );
      }
      requireRoomFor('members', used, limits);
      const { token, ...sent } = newToken(actor, now);
      const { role, domainNames } = grant;
      const row = { id: newId('inv'), workspaceId, email, role, domainNames, ...sent };
      const mail = mailOf(call, { email, token, userId: user?.id ?? null });
      return {
        answer: { id: row.id },
        change: {
          rows: [removeAll(invitations, { workspaceId, email }), insert(invitations, row)],
          facts: [factOf(call, { kind: 'member.invite', email, ...detailsOf(grant) })],
          mails: mayMail() ? [mail] : [],
        },
      };
    },
  });
}

/** A new link for seven days; the earlier one no longer works. */
export function resendInvitation(call: InvitationCall, { id }: { readonly id: string }) {
  const { actor, machineNow: now } = call;
  const { workspaceId } = actor;
  let mayMail: () => boolean = () => false;
  return changeWork({
    ...ofWorkspace(workspaceId, 'alone'),
    async load(reader) {
      const open = await requireInvitation(reader, call, id);
      const user = await reader.first(findUserByEmail, { email: open.email });
      return { open, user };
    },
    decide({ open, user }) {
      requireInviter(actor, open);
      const { email, tokenHash } = open;
      mayMail = askForMail(call, email);
      const { token, ...sent } = newToken(actor, now);
      return {
        answer: undefined,
        change: {
          rows: [update(invitations, { id, tokenHash }, sent)],
          facts: [factOf(call, { kind: 'member.invite', email, ...detailsOf(open) })],
          mails: mayMail() ? [mailOf(call, { email, token, userId: user?.id ?? null })] : [],
        },
      };
    },
  });
}

export function withdrawInvitation(call: MembershipCall, { id }: { readonly id: string }) {
  const { actor } = call;
  return changeWork({
    ...ofWorkspace(actor.workspaceId, 'alone'),
    load: (reader) => requireInvitation(reader, call, id),
    decide(open) {
      requireInviter(actor, open);
      const { email } = open;
      return {
        answer: undefined,
        change: {
          rows: [remove(invitations, { id })],
          facts: [factOf(call, { kind: 'member.withdraw', email })],
        },
      };
    },
  });
}

export function hashOfInvitation(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Only owners invite owners. */
function requireInviter(actor: Actor, { role }: Pick<Grant, 'role'>): void {
  requireAct(actor, role === 'owner' ? 'owners.manage' : 'members.manage');
}

/** Counts the request at once; whether the address may be mailed is asked with the decision. */
function askForMail({ services, address }: InvitationCall, email: string): () => boolean {
  services.throttle.askForMail(address, 'invitation');
  return once(() => services.throttle.mayMail(email, 'invitation'));
}

async function requireInvitation(
  reader: Parameters<typeof loadUse>[0],
  { actor: { workspaceId }, machineNow }: MembershipCall,
  id: string,
): Promise<Invitation> {
  const found = await reader.first(findInvitation, { workspaceId, id });
  if (found !== undefined && found.expiresAt > machineNow) return found;
  throw new Refusal('invitation_not_found', 'There is no such invitation in this workspace.');
}

function newToken(actor: Actor, now: number) {
  const token = randomBytes(32).toString('base64url');
  return {
    token,
    tokenHash: hashOfInvitation(token),
    invitedBy: actor.id,
    sentAt: now,
    expiresAt: now + invitationLifeMs,
  };
}

/** In the sandbox's mailbox only the invited person sees it: the link makes a member. */
function mailOf(
  { services, machineNow: at }: InvitationCall,
  to: { readonly email: string; readonly token: string; readonly userId: string | null },
): NewMail {
  const notice = invitationMail(services, { token: to.token });
  return personalMail({ cause: to.userId, recipient: to.email, at, notice });
}

function factOf({ actor, now: at }: MembershipCall, fact: MemberFact) {
  return { id: newId('act'), at, actor, fact };
}

function detailsOf({ role, domainNames }: Grant) {
  return { role, ...(domainNames === null ? {} : { domains: domainNames }) };
}
