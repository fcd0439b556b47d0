/** hostmaster zone history, diff and restore: earlier versions of a zone. */
import { limits } from '@hostmaster/contract';
import type { Command } from 'commander';
import { Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { isoTime } from '../../base/iso-time.ts';
import { persist } from '../../changes/persist.ts';
import { restoreAsPlanned } from '../../operations/zones/restore-revision.ts';
import { readChanges } from '../../operations/zones/revisions.ts';
import { listRevisions } from '../../storage/queries/zones/zone-revisions.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import { operatorActor } from '../../workspaces/actor.ts';
import {
  type CommandContext,
  CommandError,
  parseCount,
  type StoreFlags,
  storeCommand,
  withStores,
} from '../command.ts';
import { isConfirmed, print, printLines, table } from '../print.ts';
import { requireHeldDomain } from './zone-export.ts';

type Change = Awaited<ReturnType<typeof readChanges>>[number];

interface HistoryFlags extends StoreFlags {
  readonly limit: string;
}

interface RestoreFlags extends StoreFlags {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export function addZoneHistory(zone: Command): void {
  storeCommand(zone, 'history', 'list the changes of a zone, newest first')
    .argument('<domain>', 'a registered domain')
    .option('--limit <count>', 'how many to list', '20')
    .action(history);
  storeCommand(zone, 'diff', 'show how a zone changed')
    .argument('<domain>', 'a registered domain')
    .argument('[from]', 'the revision to start from; by default the one before the last')
    .argument('[to]', 'the revision to end at; by default the last')
    .action(diff);
  storeCommand(zone, 'restore', 'restore the records of a domain to an earlier revision')
    .argument('<domain>', 'a registered domain')
    .argument('<revision>', 'a number from "zone history"')
    .option('--dry-run', 'show the changes without making them')
    .option('--yes', 'do not ask')
    .action(restore);
}

async function history(text: string, flags: HistoryFlags): Promise<void> {
  const limit = parseCount('--limit', flags.limit, limits.revisionsPerPageMax);
  const { domain, revisions } = await withStores(flags, async (context) => {
    const {
      id: domainId,
      name,
      zone: { zoneRevision },
    } = await requireHeldDomain(context, text);
    const page = { domainId, before: zoneRevision + 1, limit };
    return { domain: name, revisions: await context.database.all(listRevisions, page) };
  });
  const shown = revisions.map(({ at, actorKind, actorId, nameservers, ...revision }) => ({
    ...revision,
    at: isoTime(at),
    actor: { kind: actorKind, id: actorId },
    ...(nameservers === null ? {} : { nameservers }),
  }));
  print(
    flags,
    { domain, revisions: shown },
    shown.length === 0
      ? [`${domain} has no changes yet.`]
      : table(
          ['REVISION', 'AT', 'BY', 'VIA', 'CHANGES'],
          shown.map(({ revision, at, actor, via, nameservers, ...counts }) => [
            String(revision),
            at,
            `${actor.kind} ${actor.id}`,
            via,
            nameservers === undefined
              ? `+${counts.added} ~${counts.changed} -${counts.removed}`
              : `nameservers: ${nameservers.after.join(', ')}`,
          ]),
        ),
  );
}

async function diff(
  text: string,
  fromText: string | undefined,
  toText: string | undefined,
  flags: StoreFlags,
): Promise<void> {
  const found = await withStores(flags, async (context) => {
    const domain = await requireHeldDomain(context, text);
    const to = toText === undefined ? domain.zone.zoneRevision : parseRevision(toText);
    const from = fromText === undefined ? Math.max(to - 1, 0) : parseRevision(fromText);
    const changes = await refusing(() => readChanges(context.database, domain, { from, to }));
    return { domain: domain.name, from, to, changes };
  });
  const { domain, from, to, changes } = found;
  const head = `${domain}: revision ${from} to ${to}`;
  print(flags, found, [head, ...(changes.length === 0 ? ['No changes.'] : changes.flatMap(lines))]);
}

async function restore(text: string, revisionText: string, flags: RestoreFlags): Promise<void> {
  const revision = parseRevision(revisionText);
  await withStores(flags, async (context) => {
    const domain = await requireHeldDomain(context, text);
    const plan = await refusing(() =>
      readChanges(context.database, domain, { from: domain.zone.zoneRevision, to: revision }),
    );
    const isDry = flags.dryRun === true || plan.length === 0;
    const shown = plan.flatMap(lines);
    const isAsking = flags.json !== true && flags.yes !== true && process.stdin.isTTY === true;
    if (!isDry && isAsking) {
      printLines(shown);
      if (!(await isConfirmed('Apply these changes?')))
        throw new CommandError('Nothing was changed.');
      shown.length = 0;
    }
    const made = isDry ? null : await refusing(() => apply(context, domain, revision));
    const answer = { domain: domain.name, applied: !isDry, revision: made, changes: plan };
    const end =
      made === null
        ? 'Nothing was changed.'
        : `${domain.name} is as it was at revision ${revision}; this is revision ${made}.`;
    print(flags, answer, [...shown, end]);
  });
}

async function apply(context: CommandContext, planned: Domain, revision: number): Promise<number> {
  const { database, config } = context;
  const actor = operatorActor(planned.workspaceId);
  const call = { actor, now: await context.now(), operationId: newId('act') };
  const { limits } = config;
  const work = await restoreAsPlanned(database, call, { planned, revision, limits });
  return (await persist(database, work)).revision;
}

function lines({ before, after }: Change): string[] {
  return [
    ...(before === undefined ? [] : [`- ${show(before)}`]),
    ...(after === undefined ? [] : [`+ ${show(after)}`]),
  ];
}

function show({ name, ttl, type, value }: NonNullable<Change['after']>): string {
  return `${name} ${ttl} ${type} ${value}`;
}

function parseRevision(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new CommandError(`"${text}" is not a revision. Use a number from "zone history".`);
}

/** An error that the operator can fix is printed as one line. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? new CommandError(error.message) : error;
  }
}
