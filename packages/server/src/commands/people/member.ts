/** hostmaster member: manage the members of a workspace of the dashboard. */
import { readList } from '@hostmaster/storage';
import type { Command } from 'commander';
import { persist } from '../../changes/persist.ts';
import { changeMembership } from '../../operations/people/change-membership.ts';
import { listMembers } from '../../storage/queries/people/members.ts';
import { findUserByEmail } from '../../storage/queries/people/users.ts';
import { normaliseEmail } from '../../users/users.ts';
import { operatorActor } from '../../workspaces/actor.ts';
import type { MemberKeys } from '../../workspaces/member-keys.ts';
import { CommandError, type WorkspaceFlags, withWorkspace, workspaceCommand } from '../command.ts';
import { print, printTable } from '../print.ts';

interface MemberFlags extends WorkspaceFlags {
  readonly email: string;
}

interface RemoveFlags extends MemberFlags {
  readonly revokeKeys?: boolean;
}

export function registerMember(program: Command): void {
  const member = program.command('member').description('manage the members of a workspace');
  workspaceCommand(member, 'add', 'add an account to a workspace')
    .requiredOption('--email <address>', 'email address of the account')
    .action(add);
  workspaceCommand(member, 'list', "list a workspace's members").action(list);
  workspaceCommand(member, 'remove', 'remove an account from a workspace immediately')
    .requiredOption('--email <address>', 'email address of the account')
    .option('--revoke-keys', 'also revoke the API keys and TSIG keys that this account created')
    .action(remove);
}

async function add(flags: MemberFlags): Promise<void> {
  const { email, isChanged } = await changeIn(flags, 'add');
  const line = isChanged ? `Added ${email}.` : `${email} is already a member.`;
  print(flags, { member: { email, isMember: true } }, [line]);
}

async function remove(flags: RemoveFlags): Promise<void> {
  const isRevoking = flags.revokeKeys === true;
  const { email, isChanged, keys } = await changeIn(flags, 'remove');
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
    ],
  );
}

function changeIn(flags: RemoveFlags, verb: 'add' | 'remove') {
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
    const change = { verb, user, isRevokingKeys: flags.revokeKeys === true };
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
    : `The keys they created still work: ${names}. Repeat with --revoke-keys to revoke them.`;
}

async function list(flags: WorkspaceFlags): Promise<void> {
  const members = await withWorkspace(flags, async (context, workspace) => {
    return readList(context.database, listMembers, { workspaceId: workspace.id });
  });
  const rows = members.map(({ name, email }) => [name, email]);
  const empty = 'This workspace has no members.';
  printTable(flags, { members }, { head: ['NAME', 'EMAIL'], rows, empty });
}
