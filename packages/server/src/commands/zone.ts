/** hostmaster zone: inspect and manage published zones. */
import type { Command } from 'commander';
import { allowRemovals, type CatalogGuard, catalogGuard } from '../operations/catalog-guard.ts';
import { CommandError, parseCount, type StoreFlags, storeCommand, withStores } from './command.ts';
import { print } from './print.ts';
import { addZoneExport } from './zone-export.ts';
import { addZoneHistory } from './zone-history.ts';
import { addZoneImport } from './zone-import.ts';
import { addZoneRepublish } from './zone-republish.ts';
import { addZoneStatus } from './zone-status.ts';
import { addZoneWait } from './zone-wait.ts';

export function registerZone(program: Command): void {
  const zone = program.command('zone').description('inspect and manage published zones');
  addZoneStatus(zone);
  storeCommand(zone, 'removals', "show today's removals from the catalog and the limit").action(
    removals,
  );
  storeCommand(zone, 'confirm-removals', 'allow this many removals from the catalog today')
    .argument('<count>', 'total number of removals today (UTC)')
    .action(confirm);
  addZoneExport(zone);
  addZoneImport(zone);
  addZoneHistory(zone);
  addZoneWait(zone);
  addZoneRepublish(zone);
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
