/** hostmaster zone: inspect and manage published zones. */
import type { Command } from 'commander';
import { normaliseDomainName } from '../domains/domain-name.ts';
import { zoneWarnings } from '../nameserver/zone-warnings.ts';
import { allowRemovals, type CatalogGuard, catalogGuard } from '../operations/catalog-guard.ts';
import { zonePublication } from '../storage/queries/zone-confirmations.ts';
import { CommandError, parseCount, type StoreFlags, storeCommand, withStores } from './command.ts';
import { print, table } from './print.ts';
import { addZoneExport } from './zone-export.ts';
import { addZoneImport } from './zone-import.ts';
import { addZoneRepublish } from './zone-republish.ts';

export function registerZone(program: Command): void {
  const zone = program.command('zone').description('inspect and manage published zones');
  storeCommand(zone, 'status', 'show the serial of a zone and the state of each secondary')
    .argument('<domain>', 'a registered domain')
    .action(status);
  storeCommand(zone, 'removals', "show today's removals from the catalog and the limit").action(
    removals,
  );
  storeCommand(zone, 'confirm-removals', 'allow this many removals from the catalog today')
    .argument('<count>', 'total number of removals today (UTC)')
    .action(confirm);
  addZoneExport(zone);
  addZoneImport(zone);
  addZoneRepublish(zone);
}

async function status(text: string, flags: StoreFlags): Promise<void> {
  const name = normaliseDomainName(text);
  const found = await withStores(flags, async ({ database }) => {
    const rows = name === null ? [] : await database.all(zonePublication, { zone: name });
    const [zone] = rows;
    if (zone === undefined) return null;
    const { domainId } = zone;
    const warnings =
      domainId === null
        ? []
        : await database.snapshot((reader) => zoneWarnings(reader, { zone: zone.zone, domainId }));
    return { zone, rows, warnings };
  });
  if (found === null) throw new CommandError(`Zone "${text}" not found.`);
  const { zone, rows, warnings } = found;
  const secondaries = rows.flatMap((row) =>
    row.secondary === null
      ? []
      : [
          {
            name: row.secondary,
            serial: row.confirmedSerial,
            confirmedAt: row.confirmedAt === null ? null : new Date(row.confirmedAt).toISOString(),
            current: row.confirmedSerial === zone.serial,
          },
        ],
  );
  const answer = {
    zone: zone.zone,
    published: zone.domainId !== null,
    serial: zone.serial,
    changedAt: new Date(zone.changedAt).toISOString(),
    inCatalog: zone.listedId !== null,
    secondaries,
    warnings,
  };
  print(flags, answer, [
    answer.published
      ? `${answer.zone}: serial ${answer.serial}, changed ${answer.changedAt}`
      : `${answer.zone}: not published (last serial ${answer.serial})`,
    ...(secondaries.length === 0
      ? ['No secondaries: only the built-in nameserver serves this zone.']
      : table(
          ['SECONDARY', 'SERIAL', 'CONFIRMED', ''],
          secondaries.map(({ name: secondary, serial, confirmedAt, current }) => [
            secondary,
            serial === null ? '-' : String(serial),
            confirmedAt ?? '-',
            current ? 'up to date' : 'behind',
          ]),
        )),
    ...warnings.map(({ recordId, message }) =>
      recordId === null ? `Warning: ${message}` : `Warning, record ${recordId}: ${message}`,
    ),
  ]);
}

async function removals(flags: StoreFlags): Promise<void> {
  const guard = await withStores(flags, ({ database, clock }) =>
    catalogGuard(database, clock.now()),
  );
  print(flags, guard, explain(guard));
}

async function confirm(text: string, flags: StoreFlags): Promise<void> {
  const allowed = parseCount('The count', text);
  const guard = await withStores(flags, ({ database, clock }) =>
    database.transaction(async (tx) => {
      const before = await catalogGuard(tx, clock.now());
      if (before.waiting > 0 && allowed <= before.allowed) {
        throw new CommandError(
          `${before.allowed} removals are already allowed today and ${before.removed} are done. The count is the total of the day: ${suggestion(before)}`,
        );
      }
      return allowRemovals(tx, { machineNow: clock.now(), allowed });
    }),
  );
  print(flags, guard, explain(guard));
}

function explain(guard: CatalogGuard): string[] {
  return [
    `${guard.day}: ${guard.removed} of ${guard.allowed} allowed removals; the catalog lists ${guard.listed} zones.`,
    ...(guard.waiting === 0
      ? []
      : [`${guard.waiting} more are waiting. To allow them: ${suggestion(guard)}`]),
  ];
}

function suggestion({ removed, waiting }: CatalogGuard): string {
  return `hostmaster zone confirm-removals ${removed + waiting}`;
}
