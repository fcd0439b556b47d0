/** hostmaster member: manage the members of a workspace of the dashboard. */
import type { Command } from 'commander';
import { normaliseEmail } from '../accounts/users.ts';
import { listMembers } from '../storage/queries/members.ts';
import { findUserByEmail } from '../storage/queries/users.ts';
import { operatorActor } from '../workspaces/actor.ts';
import { changeMember } from '../workspaces/members.ts';
import { CommandError, type WorkspaceFlags, withWorkspace, workspaceCommand } from './command.ts';
import { print, printTable } from './print.ts';

interface MemberFlags extends WorkspaceFlags {
  readonly email: string;
}

export function registerMember(program: Command): void {
  const member = program.command('member').description('manage the members of a workspace');
  workspaceCommand(member, 'add', 'add an account to a workspace')
    .requiredOption('--email <address>', 'email address of the account')
    .action((flags: MemberFlags) => change(flags, 'add'));
  workspaceCommand(member, 'list', "list a workspace's members").action(list);
  workspaceCommand(member, 'remove', 'remove an account from a workspace immediately')
    .requiredOption('--email <address>', 'email address of the account')
    .action((flags: MemberFlags) => change(flags, 'remove'));
}

async function change(flags: MemberFlags, verb: 'add' | 'remove'): Promise<void> {
  const email = normaliseEmail(flags.email);
  const isChanged = await withWorkspace(flags, async (context, workspace) => {
    const user = await context.database.first(findUserByEmail, { email });
    if (user === undefined) {
      throw new CommandError(`No account for ${email}. Accounts are created in the dashboard.`);
    }
    const at = await context.now();
    const machineNow = context.clock.now();
    const actor = operatorActor(workspace.id);
    return context.database.transaction((tx) =>
      changeMember(tx, { actor, at, machineNow, verb, user }),
    );
  });
  const words = {
    add: isChanged ? `Added ${email}.` : `${email} is already a member.`,
    remove: isChanged ? `Removed ${email}.` : `${email} is not a member.`,
  };
  print(flags, { member: { email, isMember: verb === 'add' } }, [words[verb]]);
}

async function list(flags: WorkspaceFlags): Promise<void> {
  const members = await withWorkspace(flags, async (context, workspace) => {
    return context.database.all(listMembers, { workspaceId: workspace.id });
  });
  const rows = members.map(({ name, email }) => [name, email]);
  const empty = 'This workspace has no members.';
  printTable(flags, { members }, { head: ['NAME', 'EMAIL'], rows, empty });
}
