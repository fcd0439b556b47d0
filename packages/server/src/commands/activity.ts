/** hostmaster activity: who did what in a workspace, newest first. */
import type { Command } from 'commander';
import { readActivity } from '../workspaces/activity.ts';
import {
  CommandError,
  print,
  requireWorkspace,
  type StoreFlags,
  table,
  withStoreFlags,
  withStores,
} from './command.ts';

interface ActivityFlags extends StoreFlags {
  readonly workspace: string;
  readonly limit: string;
}

const detailsLengthMax = 100;

export function registerActivity(program: Command): void {
  withStoreFlags(program.command('activity'))
    .description('what was done in a workspace, newest first')
    .requiredOption('--workspace <workspace>', 'id or name')
    .option('--limit <count>', 'how many entries', '50')
    .action(show);
}

async function show(flags: ActivityFlags): Promise<void> {
  const limit = /^\d{1,6}$/.test(flags.limit) ? Number(flags.limit) : 0;
  if (limit === 0)
    throw new CommandError(`--limit must be a positive number, not "${flags.limit}".`);
  const activity = await withStores(flags, async (context) => {
    const workspace = await requireWorkspace(context, flags.workspace);
    return readActivity(context.database, { workspaceId: workspace.id, limit });
  });
  const rows = activity.map((entry) => [
    entry.at,
    `${entry.actor.kind} ${entry.actor.id}`,
    entry.action,
    entry.subject,
    summarise(entry.details),
  ]);
  print(
    flags,
    { activity },
    rows.length === 0
      ? ['Nothing has happened yet.']
      : table(['TIME', 'WHO', 'WHAT', 'SUBJECT', 'DETAILS'], rows),
  );
}

/** One line for people; --json has everything. */
function summarise(details: Readonly<Record<string, unknown>>): string {
  const text = Object.entries(details)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  return text.length <= detailsLengthMax ? text : `${text.slice(0, detailsLengthMax - 1)}…`;
}
