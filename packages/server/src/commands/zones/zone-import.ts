/** hostmaster zone import: a zone file becomes records, after its plan was shown. */
import { typeLabel } from '@hostmaster/dns/records';
import type { Command } from 'commander';
import { newId } from '../../base/ids.ts';
import { PlanOutdated } from '../../operations/records/persist-plan.ts';
import { operatorActor } from '../../workspaces/actor.ts';
import { importZone, type PreparedImport, prepareImport } from '../../zone-files/import-zone.ts';
import { type ImportPlan, type PlannedRecord, PlanTooLarge } from '../../zones/import-plan.ts';
import { type CountedList, InvalidZoneFile } from '../../zones/read-import-file.ts';
import {
  type CommandContext,
  CommandError,
  type StoreFlags,
  storeCommand,
  withStores,
} from '../command.ts';
import { readText } from '../input.ts';
import { isConfirmed, print, printLines } from '../print.ts';
import { requireHeldDomain } from './zone-export.ts';

interface ImportFlags extends StoreFlags {
  readonly dryRun?: boolean;
  readonly replace?: boolean;
  readonly yes?: boolean;
}

const linesMax = 50;

export function addZoneImport(zone: Command): void {
  storeCommand(zone, 'import', 'import a zone file, after showing the plan')
    .argument('<domain>', 'a registered domain')
    .argument('<file>', 'a zone file, or - for standard input')
    .option('--dry-run', 'show the plan without changing anything')
    .option('--replace', 'also remove records that are not in the file')
    .option('--yes', 'skip the confirmation')
    .action(run);
}

async function run(domainText: string, file: string, flags: ImportFlags): Promise<void> {
  const text = readText(file);
  await withStores(flags, async (context) => {
    const domain = await requireHeldDomain(context, domainText);
    const mode = flags.replace === true ? 'mirror' : 'merge';
    const { limits } = context.config;
    const prepared = await refusing(file, () =>
      prepareImport(context.database, { domain, text, mode, limits }),
    );
    const { plan } = prepared;
    const changes = plan.added.length + plan.changed.length + plan.removed.length;
    const lines = [`${domain.name}: ${summary(plan)}`, ...planLines(plan)];
    const isAsking = flags.json !== true && flags.yes !== true && process.stdin.isTTY === true;
    const isDry = flags.dryRun === true || changes === 0;
    if (!isDry && isAsking) {
      printLines(lines);
      if (!(await isConfirmed('Apply these changes?')))
        throw new CommandError('Nothing was changed.');
      lines.length = 0;
    }
    if (!isDry) await refusing(file, () => apply(context, domain.workspaceId, prepared));
    const end = isDry ? 'Nothing was changed.' : 'Import complete.';
    print(flags, { domain: domain.name, applied: !isDry, ...planView(plan) }, [...lines, end]);
  });
}

async function apply(
  context: CommandContext,
  workspaceId: string,
  prepared: PreparedImport,
): Promise<void> {
  const { database } = context;
  const actor = operatorActor(workspaceId);
  const call = { actor, now: await context.now(), operationId: newId('act') };
  await importZone(database, call, prepared);
}

/** An error that the operator can fix is printed without a stack trace. */
async function refusing<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvalidZoneFile) throw new CommandError(faultLines(file, error));
    if (error instanceof PlanOutdated || error instanceof PlanTooLarge) {
      throw new CommandError(error.message);
    }
    throw error;
  }
}

function faultLines(file: string, { faults }: InvalidZoneFile): string {
  const lines = faults.first.map((fault) => `${file}: ${fault}`);
  return [...lines, ...unlisted(faults, 'errors')].join('\n');
}

function summary(plan: ImportPlan): string {
  const { added, changed, removed, unchanged, refused } = plan;
  return `${added.length} added, ${changed.length} changed, ${removed.length} removed, ${unchanged} unchanged, ${refused.count} rejected`;
}

/** All changes; of the rejected lines and the notes the first ones, and the number of all. */
function planView(plan: ImportPlan) {
  return {
    ...plan,
    refused: plan.refused.first,
    refusedCount: plan.refused.count,
    notes: plan.notes.first,
    notesCount: plan.notes.count,
  };
}

function planLines(plan: ImportPlan): string[] {
  const lines = [
    ...plan.added.map((record) => `+ ${show(record)}`),
    ...plan.changed.flatMap(({ before, after }) => [`- ${show(before)}`, `+ ${show(after)}`]),
    ...plan.removed.map((record) => `- ${show(record)}`),
  ];
  const hidden = lines.length - linesMax;
  return [
    ...lines.slice(0, linesMax),
    ...(hidden > 0 ? [`  and ${hidden} more (use --json to see all)`] : []),
    ...plan.refused.first.map(
      ({ line, column, record, reason }) =>
        `! line ${line}, column ${column}: ${record} rejected: ${reason}`,
    ),
    ...unlisted(plan.refused, 'lines rejected'),
    ...plan.notes.first.map(({ line, note }) => `  line ${line}: ${note}`),
    ...unlisted(plan.notes, 'notes'),
  ];
}

function unlisted(list: CountedList<unknown>, what: string): string[] {
  const hidden = list.count - list.first.length;
  return hidden === 0 ? [] : [`  and ${hidden} more ${what}`];
}

function show({ name, ttl, type, value }: PlannedRecord): string {
  return `${name} ${ttl} ${typeLabel(type)} ${value}`;
}
