/** hostmaster releases: the guard that keeps a wrong clock from deleting a portfolio. */
import type { Command } from 'commander';
import { releaseGuard } from '../lifecycle/start-release.ts';
import { confirmReleases } from '../storage/queries/lifecycle.ts';
import { CommandError, print, type StoreFlags, withStoreFlags, withStores } from './command.ts';

export function registerReleases(program: Command): void {
  const releases = program
    .command('releases')
    .description('expired names given back to the registry');
  withStoreFlags(releases.command('status'))
    .description("today's releases and how many are allowed without confirmation")
    .action(status);
  withStoreFlags(releases.command('confirm'))
    .description('allow this many releases today')
    .argument('<count>', 'releases in total, today (UTC)')
    .action(confirm);
}

async function status(flags: StoreFlags): Promise<void> {
  const guard = await withStores(flags, ({ database, clock }) =>
    releaseGuard(database, clock.now()),
  );
  print(flags, guard, [`${guard.day}: ${guard.begun} releases of ${guard.allowed} allowed.`]);
}

async function confirm(text: string, flags: StoreFlags): Promise<void> {
  const allowed = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (allowed === 0) throw new CommandError(`The count must be a positive number, not "${text}".`);
  const guard = await withStores(flags, async ({ database, clock }) => {
    const { day } = await releaseGuard(database, clock.now());
    await database.transaction((tx) => tx.run(confirmReleases, { day, allowed }));
    return releaseGuard(database, clock.now());
  });
  print(flags, guard, [`${guard.day}: up to ${guard.allowed} releases are allowed.`]);
}
