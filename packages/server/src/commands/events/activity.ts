/** hostmaster activity: who did what in a workspace, newest first; and the proof that it is unchanged. */
import type { Command } from 'commander';
import { activityCsv, activityLines } from '../../dashboard-api/activity-export.ts';
import { eraseEntry } from '../../operations/events/erase-entry.ts';
import {
  type ActivityPage,
  type ActivityView,
  readActivityPage,
} from '../../workspaces/activity.ts';
import {
  type CommandContext,
  CommandError,
  parseCount,
  type StoreFlags,
  storeCommand,
  type WorkspaceFlags,
  withWorkspace,
} from '../command.ts';
import { print, printStream, printTable } from '../print.ts';
import { type VerifyFlags, verify } from './verify-activity-chains.ts';

interface ActivityFlags extends WorkspaceFlags {
  readonly limit?: string;
  readonly format?: string;
}

const detailsLengthMax = 100;
const tableLimit = 50;
const pageSize = 500;
/** The activity of a deleted workspace is kept. */
const anyWorkspace = { mayBeDeleted: true } as const;

const exports = { csv: activityCsv, jsonl: activityLines } as const;

export function registerActivity(program: Command): void {
  const activity = storeCommand(
    program,
    'activity',
    'show the activity of a workspace, newest first',
  )
    .option('--workspace <workspace>', 'id or name')
    .option('--limit <count>', `number of entries (${tableLimit}; everything with --format)`)
    .option('--format <format>', 'print csv or jsonl (JSON lines) instead of a table')
    .action(show);
  activity
    .command('erase')
    .description('erase what an entry says about people; the hash chain still verifies')
    .requiredOption('--entry <id>', 'the entry, as --json shows it')
    .requiredOption('--reason <text>', 'appears in the activity')
    .action((_, command: Command) => erase(command.optsWithGlobals<EraseFlags>()));
  activity
    .command('verify')
    .description('prove that no entry was changed or removed; exits with 1 if one was')
    .option('--head <number:hash>', 'a head that was printed before and must still be there')
    // Flags that both commands have are read by the first.
    .action((_, command: Command) => verify(command.optsWithGlobals<VerifyFlags>()));
}

/** A command below this one may do without a workspace. */
function inWorkspace<F extends { readonly workspace?: string }>(
  flags: F,
): F & { readonly workspace: string } {
  const { workspace } = flags;
  if (workspace !== undefined) return { ...flags, workspace };
  throw new CommandError("required option '--workspace <workspace>' not specified");
}

interface EraseFlags extends StoreFlags {
  readonly workspace?: string;
  readonly entry: string;
  readonly reason: string;
}

async function erase(given: EraseFlags): Promise<void> {
  const flags = inWorkspace(given);
  const { entry: entryId, reason } = flags;
  const erasure = await withWorkspace(
    flags,
    async (context, { id: workspaceId }) =>
      eraseEntry(context.database, { workspaceId, entryId, reason, at: await context.now() }),
    anyWorkspace,
  );
  if (erasure === 'unknown') throw new CommandError(`No entry ${entryId} in this workspace.`);
  print(flags, { id: entryId, erasure }, [`${entryId}: ${erasure}.`]);
}

async function show(given: StoreFlags & Partial<ActivityFlags>): Promise<void> {
  const flags = inWorkspace(given);
  const limit = flags.limit === undefined ? undefined : parseCount('--limit', flags.limit);
  if (flags.format !== undefined) {
    await exportAs(parseFormat(flags), flags, limit);
    return;
  }
  const activity = await withWorkspace(
    flags,
    (context, { id }) => readNewest(context, id, limit ?? tableLimit),
    anyWorkspace,
  );
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

async function readNewest({ database }: CommandContext, workspaceId: string, wanted: number) {
  const entries: ActivityView[] = [];
  for (let before: string | null = null; entries.length < wanted; ) {
    const page: ActivityPage = await readActivityPage(database, {
      workspaceId,
      limit: Math.min(wanted - entries.length, pageSize),
      ...(before === null ? {} : { before }),
    });
    entries.push(...page.entries);
    before = page.next;
    if (before === null) break;
  }
  return entries;
}

function parseFormat({ format, json }: ActivityFlags): keyof typeof exports {
  if (json === true) throw new CommandError('--format and --json exclude each other.');
  if (format === 'csv' || format === 'jsonl') return format;
  throw new CommandError(`--format must be csv or jsonl, not "${format}".`);
}

/** Page by page, so that any length fits in memory. */
async function exportAs(
  format: keyof typeof exports,
  flags: ActivityFlags,
  limit: number | undefined,
): Promise<void> {
  await withWorkspace(
    flags,
    (context, { id: workspaceId }) =>
      printStream(
        exports[format](context.database, {
          workspaceId,
          subject: null,
          isMailHidden: false,
          ...(limit === undefined ? {} : { limit }),
        }),
      ),
    anyWorkspace,
  );
}

/** One line for people; --json has everything. */
function summarise(details: Readonly<Record<string, unknown>>): string {
  const text = Object.entries(details)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  return text.length <= detailsLengthMax ? text : `${text.slice(0, detailsLengthMax - 1)}…`;
}
