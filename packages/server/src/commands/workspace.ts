/** hostmaster workspace: create and list. */
import type { Command } from 'commander';
import { formatCredits, parseCredits } from '../base/money.ts';
import { listWorkspacesWithBalance } from '../storage/queries/workspaces.ts';
import { operatorActor } from '../workspaces/actor.ts';
import { generateApiKey } from '../workspaces/api-key.ts';
import { createKey } from '../workspaces/keys.ts';
import { createWorkspace } from '../workspaces/workspaces.ts';
import { CommandError, type StoreFlags, storeCommand, withStores } from './command.ts';
import { print, table } from './print.ts';

interface CreateFlags extends StoreFlags {
  readonly name: string;
  readonly email?: string;
  readonly credits?: string;
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
}

async function create(flags: CreateFlags): Promise<void> {
  const name = flags.name.trim();
  if (name === '') throw new CommandError('--name must not be empty.');
  if (flags.email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(flags.email)) {
    throw new CommandError(`--email must be an email address, not "${flags.email}".`);
  }
  const creditCents = openingCents(flags.credits);
  const answer = await withStores(
    flags,
    async ({ database, config, now }) => {
      const at = await now();
      const apiKey = generateApiKey(config.mode);
      return database.transaction(async (tx) => {
        const workspace = await createWorkspace(tx, {
          name,
          email: flags.email ?? null,
          creditCents,
          at,
        });
        await createKey(tx, {
          actor: operatorActor(workspace.id),
          at,
          input: { key: apiKey, name: 'First key' },
        });
        return { workspace, apiKey };
      });
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

async function list(flags: StoreFlags): Promise<void> {
  const workspaces = await withStores(flags, ({ database }) =>
    database.all(listWorkspacesWithBalance, {}),
  );
  const answer = {
    workspaces: workspaces.map((workspace) => ({
      id: workspace.id,
      name: workspace.name,
      email: workspace.email,
      createdAt: new Date(workspace.createdAt).toISOString(),
      balance: (workspace.balanceCents ?? 0) / 100,
    })),
  };
  const lines =
    workspaces.length === 0
      ? ['No workspaces yet. Create one with "hostmaster workspace create --name NAME".']
      : table(
          ['ID', 'NAME', 'EMAIL', 'CREDITS'],
          workspaces.map((workspace) => [
            workspace.id,
            workspace.name,
            workspace.email ?? '-',
            formatCredits(workspace.balanceCents ?? 0),
          ]),
        );
  print(flags, answer, lines);
}
