/** hostmaster workspace: create, list, suspend, resume and delete. */

import { formats } from '@hostmaster/contract/formats';
import { readList } from '@hostmaster/storage';
import type { Command } from 'commander';
import { isoTimeOrNull } from '../../base/iso-time.ts';
import { formatCredits, parseCredits } from '../../base/money.ts';
import { persist } from '../../changes/persist.ts';
import { deleteWorkspace } from '../../operations/workspaces/delete-workspace.ts';
import { openWorkspace } from '../../operations/workspaces/open-workspace.ts';
import { listWorkspacesWithBalance } from '../../storage/queries/workspaces/workspaces.ts';
import type { Workspace } from '../../storage/tables/workspaces/workspaces.ts';
import { operatorActor } from '../../workspaces/actor.ts';
import { generateApiKey } from '../../workspaces/api-key.ts';
import { setSuspension } from '../../workspaces/suspension.ts';
import { isWorkspaceName } from '../../workspaces/workspaces.ts';
import {
  CommandError,
  type StoreFlags,
  storeCommand,
  type WorkspaceFlags,
  withStores,
  withWorkspace,
  workspaceCommand,
} from '../command.ts';
import { print, table } from '../print.ts';
import { readReason } from '../read-reason.ts';

interface CreateFlags extends StoreFlags {
  readonly name: string;
  readonly email?: string;
  readonly credits?: string;
}

interface SuspendFlags extends WorkspaceFlags {
  readonly reason?: string;
}

interface DeleteFlags extends WorkspaceFlags {
  readonly reason: string;
}

export function registerWorkspace(program: Command): void {
  const workspace = program
    .command('workspace')
    .description('manage workspaces, which have their own domains, credits and keys');
  storeCommand(workspace, 'create', 'create a workspace and its first API key')
    .requiredOption('--name <name>', 'display name')
    .option('--email <address>', 'email address for notices')
    .option('--credits <amount>', 'opening balance')
    .action(create);
  storeCommand(workspace, 'list', 'list all workspaces').action(list);
  workspaceCommand(
    workspace,
    'suspend',
    'block the API keys and sessions of a workspace; its domains keep working',
  )
    .option('--reason <text>', 'reason, shown in the activity of the workspace')
    .action((flags: SuspendFlags) => suspend(flags, true));
  workspaceCommand(workspace, 'resume', 'lift the suspension of a workspace')
    .option('--reason <text>', 'reason, shown in the activity of the workspace')
    .action((flags: SuspendFlags) => suspend(flags, false));
  workspaceCommand(workspace, 'delete', 'delete a workspace that has no domains and no credits')
    .requiredOption('--reason <text>', 'why, for the activity of the workspace')
    .action(remove);
}

async function create(flags: CreateFlags): Promise<void> {
  const name = flags.name.trim();
  if (!isWorkspaceName(name)) {
    throw new CommandError(`--name ${formats['workspace-name'].message}.`);
  }
  if (flags.email !== undefined && !formats['contact-email'].test(flags.email)) {
    throw new CommandError(`--email must be an email address, not "${flags.email}".`);
  }
  const creditCents = openingCents(flags.credits);
  const answer = await withStores(
    flags,
    async ({ database, config, now }) => {
      const at = await now();
      const apiKey = generateApiKey(config.mode);
      const email = flags.email ?? null;
      const opening = { name, email, creditCents, at, key: apiKey };
      const workspace = await persist(database, openWorkspace(opening));
      return { workspace, apiKey };
    },
    { mayCreate: true },
  );
  print(flags, answer, [
    `Created workspace ${answer.workspace.name} (${answer.workspace.id}) with ${formatCredits(creditCents)} credits.`,
    `API key (shown only once): ${answer.apiKey}`,
  ]);
}

function openingCents(text: string | undefined): number {
  if (text === undefined || /^0+(\.0+)?$/.test(text)) return 0;
  const cents = parseCredits(text);
  if (cents === null)
    throw new CommandError(`--credits must be an amount such as 100 or 12.50, not "${text}".`);
  return cents;
}

async function suspend(flags: SuspendFlags, isSuspended: boolean): Promise<void> {
  const reason = flags.reason?.trim() || null;
  const { workspace, isChanged } = await withWorkspace(flags, async ({ database, now }, found) => {
    const at = await now();
    const change = { workspaceId: found.id, isSuspended, reason, at };
    return {
      workspace: { id: found.id, name: found.name },
      isChanged: await persist(database, setSuspension(change)),
    };
  });
  const shown = `${workspace.name} (${workspace.id})`;
  const lines = isSuspended
    ? isChanged
      ? [
          `Suspended ${shown}. Its keys and sessions are refused; its zones, renewals and jobs go on.`,
        ]
      : [`${shown} is already suspended.`]
    : [isChanged ? `Resumed ${shown}.` : `${shown} is not suspended.`];
  print(flags, { workspace, suspended: isSuspended }, lines);
}

async function remove(flags: DeleteFlags): Promise<void> {
  const reason = readReason(flags);
  const workspace = await withWorkspace(flags, async (context, { id, name }) => {
    const call = {
      actor: operatorActor(id),
      at: await context.now(),
      machineNow: context.clock.now(),
      links: context.config,
    };
    await persist(context.database, deleteWorkspace(call, { reason }));
    return { id, name };
  });
  print(flags, { workspace, deleted: true }, [
    `Deleted ${workspace.name} (${workspace.id}). Its members and keys no longer have access; its ledger and activity are kept.`,
  ]);
}

async function list(flags: StoreFlags): Promise<void> {
  const workspaces = await withStores(flags, ({ database }) =>
    readList(database, listWorkspacesWithBalance, {}),
  );
  const answer = {
    workspaces: workspaces.map((workspace) => ({
      id: workspace.id,
      name: workspace.name,
      email: workspace.email,
      createdAt: new Date(workspace.createdAt).toISOString(),
      balance: (workspace.balanceCents ?? 0) / 100,
      suspendedAt: isoTimeOrNull(workspace.suspendedAt),
      deletedAt: isoTimeOrNull(workspace.deletedAt),
    })),
  };
  const lines =
    workspaces.length === 0
      ? ['No workspaces yet. Create one with "hostmaster workspace create --name NAME".']
      : table(
          ['ID', 'NAME', 'EMAIL', 'CREDITS', 'STATE'],
          workspaces.map((workspace) => [
            workspace.id,
            workspace.name,
            workspace.email ?? '-',
            formatCredits(workspace.balanceCents ?? 0),
            stateOf(workspace),
          ]),
        );
  print(flags, answer, lines);
}

function stateOf({ suspendedAt, deletedAt }: Pick<Workspace, 'suspendedAt' | 'deletedAt'>): string {
  if (deletedAt !== null) return 'deleted';
  return suspendedAt === null ? 'active' : 'suspended';
}
