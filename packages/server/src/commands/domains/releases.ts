/** hostmaster releases: the guard that keeps a wrong clock from deleting a portfolio. */
import type { Command } from 'commander';
import { allowReleases, countReleasesToday } from '../../operations/domains/release-guard.ts';
import { parseCount, type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print } from '../print.ts';

export function registerReleases(program: Command): void {
  const releases = program.command('releases').description('manage the release of expired domains');
  storeCommand(releases, 'status', "show today's releases and the limit").action(status);
  storeCommand(releases, 'confirm', 'allow this many releases today')
    .argument('<count>', 'total number of releases today (UTC)')
    .action(confirm);
}

async function status(flags: StoreFlags): Promise<void> {
  const today = await withStores(flags, ({ database, clock }) =>
    countReleasesToday(database, clock.now()),
  );
  print(flags, today, [`${today.day}: ${today.begun} of ${today.allowed} allowed releases.`]);
}

async function confirm(text: string, flags: StoreFlags): Promise<void> {
  const allowed = parseCount('The count', text);
  const today = await withStores(flags, ({ database, clock }) =>
    allowReleases(database, { machineNow: clock.now(), allowed }),
  );
  print(flags, today, [
    `${today.day}: up to ${today.allowed} releases are allowed. Releases on hold resume within an hour.`,
  ]);
}
