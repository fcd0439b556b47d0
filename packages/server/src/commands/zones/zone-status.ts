/** hostmaster zone status: the serial of a zone, the state of each secondary, and why it is behind. */
import type { Command } from 'commander';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { askNewestChange, readNewestChange } from '../../nameserver/secondaries/newest-change.ts';
import { SecondaryDirectory } from '../../nameserver/secondaries/secondaries.ts';
import {
  readPublication,
  type SecondaryPublication,
} from '../../nameserver/secondaries/zone-publication.ts';
import { zoneWarnings } from '../../nameserver/zone-warnings.ts';
import { listDnssecProblems } from '../../storage/queries/domains/dnssec-problems.ts';
import { findDnssec } from '../../storage/queries/domains/domain-dnssec.ts';
import { findDomainById } from '../../storage/queries/domains/domains.ts';
import { findNextRefreshOf } from '../../storage/queries/zones/signing.ts';
import { endOfSignatures } from '../../zones/signature-times.ts';
import {
  type CommandContext,
  CommandError,
  type StoreFlags,
  storeCommand,
  withStores,
} from '../command.ts';
import { print, table } from '../print.ts';

export function addZoneStatus(zone: Command): void {
  storeCommand(zone, 'status', 'show the serial of a zone and the state of each secondary')
    .argument('<domain>', 'a registered domain')
    .action(status);
}

const noWarnings = { first: [], count: 0 };

async function warningsOf(
  { database }: Pick<CommandContext, 'database'>,
  { zone, domainId }: { readonly zone: string; readonly domainId: string },
) {
  const domain = await database.first(findDomainById, { id: domainId });
  if (domain === undefined) return noWarnings;
  return zoneWarnings(database, { zone, domainId, revision: domain.zone.zoneRevision });
}

/** Null for a zone that is not signed. */
async function dnssecOf(
  { database }: Pick<CommandContext, 'database'>,
  { zone, domainId }: { readonly zone: string; readonly domainId: string },
) {
  const [row, next, problems] = await Promise.all([
    database.first(findDnssec, { domainId }),
    database.first(findNextRefreshOf, { domainId }),
    database.all(listDnssecProblems, { domainId }),
  ]);
  if (row === undefined && problems.length === 0) return null;
  return {
    phase: row?.phase ?? null,
    signaturesEndAt: timeOf(next === undefined ? null : endOfSignatures(zone, next.refreshAt)),
    problems: problems.map(({ kind, detail, since }) => ({ kind, detail, since: timeOf(since) })),
  };
}

async function status(text: string, flags: StoreFlags): Promise<void> {
  const name = normaliseDomainName(text);
  const found = await withStores(flags, async (context) => {
    const published = name === null ? null : await readPublication(context.database, name);
    if (published === null) return null;
    const { zone, domainId } = published;
    const warnings = domainId === null ? noWarnings : await warningsOf(context, { zone, domainId });
    const dnssec = domainId === null ? null : await dnssecOf(context, { zone, domainId });
    return { published, warnings, dnssec, answers: await askAll(context, zone) };
  });
  if (found === null) throw new CommandError(`Zone "${text}" not found.`);
  const { published, warnings, dnssec, answers } = found;
  const secondaries = published.secondaries.map((each) => ({
    name: each.name,
    serial: each.serial,
    confirmedAt: timeOf(each.confirmedAt),
    current: each.isCurrent,
    reachable: each.isReachable,
    problem: each.problem,
    // Asked now, as a resolver asks; null when the answer has the newest change.
    answerProblem: answers.get(each.name) ?? null,
    ...lastExchange(each),
  }));
  const answer = {
    zone: published.zone,
    published: published.domainId !== null,
    serial: published.serial,
    changedAt: new Date(published.changedAt).toISOString(),
    inCatalog: published.listedId !== null,
    secondaries,
    dnssec,
    warnings: warnings.first,
    warningCount: warnings.count,
  };
  print(flags, answer, [
    answer.published
      ? `${answer.zone}: serial ${answer.serial}, changed ${answer.changedAt}`
      : `${answer.zone}: not published (last serial ${answer.serial})`,
    ...(secondaries.length === 0
      ? ['No secondaries: only the built-in nameserver serves this zone.']
      : table(
          ['SECONDARY', 'SERIAL', 'CONFIRMED', ''],
          secondaries.map(({ name: secondary, serial, confirmedAt, current, reachable }) => [
            secondary,
            serial === null ? '-' : String(serial),
            confirmedAt ?? '-',
            reachable ? (current ? 'up to date' : 'behind') : 'unreachable',
          ]),
        )),
    ...secondaries.flatMap(explain),
    ...(dnssec?.signaturesEndAt == null
      ? []
      : [`DNSSEC: ${dnssec.phase}, the first signatures end ${dnssec.signaturesEndAt}`]),
    ...(dnssec?.problems ?? []).map(
      ({ detail, since }) => `DNSSEC problem since ${since}: ${detail}`,
    ),
    ...warnings.first.map(({ recordId, message }) =>
      recordId === null ? `Warning: ${message}` : `Warning, record ${recordId}: ${message}`,
    ),
    ...(warnings.count === warnings.first.length
      ? []
      : [`and ${warnings.count - warnings.first.length} more warnings`]),
  ]);
}

/** By secondary: what is wrong with its answer about the newest change, or null. */
async function askAll(
  { database, secrets, clock, random, stopping, config }: CommandContext,
  zone: string,
): Promise<ReadonlyMap<string, string | null>> {
  const directory = new SecondaryDirectory({ reader: database, secrets, clock });
  const change = await readNewestChange(database, zone);
  const options = { clock, random, stopping, sources: config.dnsSources };
  const asked = (await directory.list()).map(
    async (secondary) =>
      [secondary.name, await askNewestChange(secondary, change, options)] as const,
  );
  return new Map(await Promise.all(asked));
}

function lastExchange({ exchange }: SecondaryPublication) {
  return {
    notifiedAt: timeOf(exchange?.notifiedAt ?? null),
    notifyAnswer: exchange?.notifyAnswer ?? null,
    transferAskedAt: timeOf(exchange?.askedAt ?? null),
    transferSentAt: timeOf(exchange?.sentAt ?? null),
    transferSentSerial: exchange?.sentSerial ?? null,
    transferFailedAt: timeOf(exchange?.failedAt ?? null),
    transferFailure: exchange?.failure ?? null,
  };
}

function explain(each: {
  readonly name: string;
  readonly problem: string | null;
  readonly answerProblem: string | null;
  readonly notifiedAt: string | null;
  readonly notifyAnswer: string | null;
  readonly transferAskedAt: string | null;
  readonly transferSentAt: string | null;
}): string[] {
  const { name, problem, answerProblem } = each;
  if (problem === null && answerProblem === null) return [];
  return [
    `${name} ${problem ?? answerProblem}.`,
    `  last NOTIFY ${each.notifiedAt ?? 'never'}${each.notifyAnswer === null ? '' : ` (${each.notifyAnswer})`}, transfer asked ${each.transferAskedAt ?? 'never'}, sent ${each.transferSentAt ?? 'never'}`,
    ...(answerProblem === null || problem === null ? [] : [`  asked now, it ${answerProblem}`]),
    `  "hostmaster secondary check ${name}" shows what to change.`,
  ];
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
