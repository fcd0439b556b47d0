/** hostmaster member: manage the members of a workspace of the dashboard. */
import type { Command } from 'commander';
import { normaliseEmail } from '../accounts/users.ts';
import { newId } from '../base/ids.ts';
import { addMember, listMembers, removeMember } from '../storage/queries/members.ts';
import { findUserByEmail } from '../storage/queries/users.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import { recordActivity } from '../workspaces/activity.ts';
import { operatorActor } from '../workspaces/actor.ts';
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
    return context.database.transaction(async (tx) => {
      const membership = { userId: user.id, workspaceId: workspace.id };
      const touched =
        verb === 'add'
          ? await tx.run(addMember, { ...membership, createdAt: context.clock.now() })
          : await tx.run(removeMember, membership);
      if (touched > 0) await record(tx, { workspaceId: workspace.id, verb, email, at });
      return touched > 0;
    });
  });
  const words = {
    add: isChanged ? `Added ${email}.` : `${email} is already a member.`,
    remove: isChanged ? `Removed ${email}.` : `${email} is not a member.`,
  };
  print(flags, { member: { email, isMember: verb === 'add' } }, [words[verb]]);
}

async function record(
  tx: HostmasterTx,
  change: {
    readonly workspaceId: string;
    readonly verb: 'add' | 'remove';
    readonly email: string;
    readonly at: number;
  },
): Promise<void> {
  await recordActivity(tx, {
    id: newId('act'),
    at: change.at,
    actor: operatorActor(change.workspaceId),
    action: `member.${change.verb}`,
    subject: change.email,
  });
}

async function list(flags: WorkspaceFlags): Promise<void> {
  const members = await withWorkspace(flags, async (context, workspace) => {
    return context.database.all(listMembers, { workspaceId: workspace.id });
  });
  const rows = members.map(({ name, email }) => [name, email]);
  const empty = 'This workspace has no members.';
  printTable(flags, { members }, { head: ['NAME', 'EMAIL'], rows, empty });
}
