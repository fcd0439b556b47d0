/** hostmaster sandbox: what only makes sense without a real registry. */
import type { Command } from 'commander';
import { parseDurationMs } from '../base/clock.ts';
import { advanceCalendar } from '../storage/queries/calendar.ts';
import {
  CommandError,
  configOf,
  print,
  type StoreFlags,
  withStoreFlags,
  withStores,
} from './command.ts';

const dayMs = 86_400_000;
const advanceMaxMs = 100 * 365 * dayMs;

export function registerSandbox(program: Command): void {
  const sandbox = program.command('sandbox').description('the built-in registry');
  withStoreFlags(sandbox.command('advance'))
    .description('move the calendar clock forward for every process of the deployment')
    .argument('<duration>', 'for example 2h, 340d or 1y')
    .allowUnknownOption()
    .action(advance);
}

async function advance(text: string, flags: StoreFlags): Promise<void> {
  if (configOf(flags).mode !== 'sandbox') {
    throw new CommandError('The clock can be moved in the sandbox only.');
  }
  const byMs = parseDurationMs(text);
  if (byMs === null)
    throw new CommandError(`"${text}" is no duration; use for example 2h, 340d or 1y.`);
  if (byMs === 0)
    throw new CommandError('The clock only moves forward: give a duration above zero.');
  if (byMs > advanceMaxMs) throw new CommandError('The clock moves by at most 100y at a time.');
  const now = await withStores(flags, async ({ database, now: calendarNow }) => {
    await database.transaction((tx) => tx.run(advanceCalendar, { byMs }));
    return calendarNow();
  });
  const at = new Date(now).toISOString();
  print(flags, { now: at }, [`It is now ${at}.`]);
}
