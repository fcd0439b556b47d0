/** hostmaster activity: who did what in a workspace, newest first. */
import type { Command } from 'commander';
import { readActivity } from '../workspaces/activity.ts';
import { parseCount, type WorkspaceFlags, withWorkspace, workspaceCommand } from './command.ts';
import { printTable } from './print.ts';

interface ActivityFlags extends WorkspaceFlags {
  readonly limit: string;
}

const detailsLengthMax = 100;

export function registerActivity(program: Command): void {
  workspaceCommand(program, 'activity', 'show the activity of a workspace, newest first')
    .option('--limit <count>', 'number of entries', '50')
    .action(show);
}

async function show(flags: ActivityFlags): Promise<void> {
  const limit = parseCount('--limit', flags.limit);
  const activity = await withWorkspace(flags, async (context, workspace) => {
    return readActivity(context.database, { workspaceId: workspace.id, limit });
  });
  const rows = activity.map((entry) => [
    entry.at,
    `${entry.actor.kind} ${entry.actor.id}`,
    entry.action,
    entry.subject,
    summarise(entry.details),
  ]);
  const head = ['TIME', 'ACTOR', 'ACTION', 'SUBJECT', 'DETAILS'];
  printTable(flags, { activity }, { head, rows, empty: 'No activity yet.' });
}

/** One line for people; --json has everything. */
function summarise(details: Readonly<Record<string, unknown>>): string {
  const text = Object.entries(details)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  return text.length <= detailsLengthMax ? text : `${text.slice(0, detailsLengthMax - 1)}…`;
}
