/** hostmaster sandbox: what only makes sense without a real registry. */
import { parseDurationMs, yearMs } from '@hostmaster/contract/durations';
import type { Command } from 'commander';
import { createLog } from '../../base/log.ts';
import { createBackground } from '../../composition/create-background.ts';
import { type AdvanceReport, advance, untilSigned } from '../../lifecycle/advance.ts';
import { CommandError, configOf, type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print } from '../print.ts';
import { addEppTo } from './sandbox-epp.ts';
import { addTransferTo } from './sandbox-transfer.ts';
import { addZoneTo } from './sandbox-zone.ts';

const advanceMaxMs = 100 * yearMs;

export function registerSandbox(program: Command): void {
  const sandbox = program.command('sandbox').description('control the sandbox');
  storeCommand(sandbox, 'advance', 'move the calendar forward and run all jobs that fall due')
    .argument('<duration>', 'for example 2h, 340d or 1y')
    .allowUnknownOption()
    .action(advanceClock);
  addEppTo(sandbox);
  addTransferTo(sandbox);
  addZoneTo(sandbox);
}

async function advanceClock(text: string, flags: StoreFlags): Promise<void> {
  if (configOf(flags).mode !== 'sandbox') {
    throw new CommandError('The calendar can be moved in the sandbox only.');
  }
  const byMs = parseAdvance(text);
  const { now, report } = await withStores(flags, async (context) => {
    const { config, database, clock } = context;
    const background = createBackground({ config, stores: context, log: createLog('error') });
    background.start();
    try {
      const { sweeper } = background;
      await untilSigned({ database, clock, sweeper });
      const target = (await context.now()) + byMs;
      const report = await advance({
        database,
        clock,
        sweeper,
        target,
        onStep: showProgress(flags),
      });
      return { now: await context.now(), report };
    } finally {
      await background.stop();
      clearProgress(flags);
    }
  });
  const at = new Date(now).toISOString();
  print(flags, { now: at, ...report }, [`The calendar is now at ${at}.`, ...explain(report)]);
}

function parseAdvance(text: string): number {
  const byMs = parseDurationMs(text);
  if (byMs === null) {
    throw new CommandError(`"${text}" is not a duration. Use for example 2h, 340d or 1y.`);
  }
  if (byMs === 0)
    throw new CommandError('The calendar only moves forward. Use a duration above zero.');
  if (byMs > advanceMaxMs) throw new CommandError('The calendar moves by at most 100y at a time.');
  return byMs;
}

function explain(report: AdvanceReport): string[] {
  return [
    report.steps === 0 ? 'No work was due.' : `Completed the work due at ${stops(report.steps)}.`,
    ...(report.unfinishedJobs === 0 ? [] : [`${report.unfinishedJobs} jobs are being retried.`]),
  ];
}

/** One line that rewrites itself, on terminals only. */
function showProgress(flags: StoreFlags): (step: { now: number; steps: number }) => void {
  if (flags.json === true || !process.stderr.isTTY) return () => {};
  return ({ now, steps }) => {
    process.stderr.write(`\r${new Date(now).toISOString()}  ${stops(steps)}`);
  };
}

function stops(count: number): string {
  return count === 1 ? '1 date' : `${count} dates`;
}

function clearProgress(flags: StoreFlags): void {
  if (flags.json !== true && process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
}
