/** hostmaster zone: inspect and manage published zones. */
import type { Command } from 'commander';
import { persist } from '../../changes/persist.ts';
import {
  allowRemovals,
  type CatalogGuard,
  catalogGuard,
} from '../../operations/zones/catalog-guard.ts';
import { CommandError, parseCount, type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print } from '../print.ts';
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
    persist(
      database,
      allowRemovals({
        machineNow: clock.now(),
        allowed,
        check: (guard) => requireMore(guard, allowed),
      }),
    ),
  );
  print(flags, guard, explain(guard));
}

function requireMore(guard: CatalogGuard, allowed: number): void {
  if (guard.waiting === 0 || allowed > guard.allowed) return;
  throw new CommandError(
    `${guard.allowed} removals are already allowed today and ${guard.removed} are done. The count is the total of the day: ${suggestion(guard)}`,
  );
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
