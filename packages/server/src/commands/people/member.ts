/** hostmaster member: manage the members of a workspace of the dashboard. */
import { type Grant, limitableRoles, roles, roleTitles } from '@hostmaster/contract/roles';
import { readList } from '@hostmaster/storage';
import type { Command } from 'commander';
import { persist } from '../../changes/persist.ts';
import {
  changeMembership,
  type MembershipChange,
} from '../../operations/people/change-membership.ts';
import type { MemberReceivers } from '../../operations/people/member-receivers.ts';
import { listMembers } from '../../storage/queries/people/members.ts';
import { findUserByEmail } from '../../storage/queries/people/users.ts';
import { normaliseEmail } from '../../users/users.ts';
import { operatorActor, ownerGrant } from '../../workspaces/actor.ts';
import type { MemberKeys } from '../../workspaces/member-keys.ts';
import { CommandError, type WorkspaceFlags, withWorkspace, workspaceCommand } from '../command.ts';
import { parseDomains } from '../parse-domains.ts';
import { print, printTable } from '../print.ts';

interface MemberFlags extends WorkspaceFlags {
  readonly email: string;
}

interface AddFlags extends MemberFlags {
  readonly role?: string;
  readonly domains?: string;
}

interface RemoveFlags extends MemberFlags {
  readonly revokeKeys?: boolean;
}

export function registerMember(program: Command): void {
  const member = program.command('member').description('manage the members of a workspace');
  workspaceCommand(member, 'add', 'add an account to a workspace, or change its role')
    .requiredOption('--email <address>', 'email address of the account')
    .option('--role <role>', `${roles.join(', ')}; owner for new members by default`)
    .option('--domains <names>', 'limit the member to these domains, separated by commas')
    .action(add);
  workspaceCommand(member, 'list', "list a workspace's members").action(list);
  workspaceCommand(member, 'remove', 'remove an account from a workspace immediately')
    .requiredOption('--email <address>', 'email address of the account')
    .option('--revoke-keys', 'also revoke the API keys and TSIG keys that this account created')
    .action(remove);
}

async function add(flags: AddFlags): Promise<void> {
  const grant = readGrant(flags);
  const { email, isChanged } = await changeIn(flags, grant ?? { orAsItIs: ownerGrant });
  const line = isChanged ? `Added ${email}${grantText(grant)}.` : `${email} is already a member.`;
  print(flags, { member: { email, isMember: true } }, [line]);
}

/** Null when the flags do not say it. */
function readGrant(flags: AddFlags): Grant | null {
  if (flags.role === undefined && flags.domains === undefined) return null;
  const role = roles.find((known) => known === flags.role);
  if (role === undefined) throw new CommandError(`--role must be one of ${roles.join(', ')}.`);
  const domainNames = flags.domains === undefined ? null : parseDomains(flags.domains);
  if (domainNames !== null && !limitableRoles.includes(role)) {
    throw new CommandError(`--domains is for the roles ${limitableRoles.join(' and ')}.`);
  }
  return { role, domainNames };
}

function grantText(grant: Grant | null): string {
  if (grant === null) return '';
  const { role, domainNames } = grant;
  return ` as ${roleTitles[role]}${domainNames === null ? '' : ` for ${domainNames.join(', ')}`}`;
}

async function remove(flags: RemoveFlags): Promise<void> {
  const isRevoking = flags.revokeKeys === true;
  const { email, isChanged, keys, receivers } = await changeIn(flags, null);
  const count = keys.apiKeys.length + keys.updateKeys.length;
  print(
    flags,
    {
      member: { email, isMember: false },
      keysRevoked: isRevoking ? count : 0,
      keysLeft: isRevoking ? 0 : count,
    },
    [
      isChanged ? `Removed ${email}.` : `${email} is not a member.`,
      ...(count === 0 ? [] : [describeKeys(keys, isRevoking)]),
      ...describeReceivers(receivers, isRevoking),
    ],
  );
}

function changeIn(flags: RemoveFlags, grant: MembershipChange['grant']) {
  const email = normaliseEmail(flags.email);
  return withWorkspace(flags, async (context, { id: workspaceId }) => {
    const user = await context.database.first(findUserByEmail, { email });
    if (user === undefined) {
      throw new CommandError(`No account for ${email}. Accounts are created in the dashboard.`);
    }
    const call = {
      actor: operatorActor(workspaceId),
      now: await context.now(),
      machineNow: context.clock.now(),
      limits: context.config.limits,
    };
    const change = { user, grant, isRevokingKeys: flags.revokeKeys === true };
    const changed = await persist(context.database, changeMembership(call, change));
    return { email, ...changed };
  });
}

function describeKeys({ apiKeys, updateKeys }: MemberKeys, isRevoked: boolean): string {
  const names = [
    ...apiKeys.map(({ id, name }) => `${name} (${id})`),
    ...updateKeys.map(({ name }) => name),
  ].join(', ');
  return isRevoked
    ? `Revoked the keys they created: ${names}.`
    : `The keys they created still work: ${names}. They no longer depend on a person; key revoke and tsig revoke end them.`;
}

function describeReceivers(
  { webhooks, secondaries }: MemberReceivers,
  isDeleted: boolean,
): readonly string[] {
  const names = [
    ...webhooks.map(({ url }) => url),
    ...secondaries.map(({ domain, address }) => `${domain} to ${address}`),
  ].join(', ');
  if (names === '') return [];
  return [`Webhooks and secondaries they added ${isDeleted ? 'are deleted' : 'stay'}: ${names}.`];
}

async function list(flags: WorkspaceFlags): Promise<void> {
  const members = await withWorkspace(flags, async (context, workspace) => {
    return readList(context.database, listMembers, { workspaceId: workspace.id });
  });
  const shown = members.map(({ createdAt: _, ...member }) => member);
  const rows = shown.map(({ name, email, role, domainNames }) => [
    name,
    email,
    role,
    domainNames?.join(', ') ?? 'all',
  ]);
  const empty = 'This workspace has no members.';
  printTable(
    flags,
    { members: shown },
    { head: ['NAME', 'EMAIL', 'ROLE', 'DOMAINS'], rows, empty },
  );
}
