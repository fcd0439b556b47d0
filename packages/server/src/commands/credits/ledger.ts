/** hostmaster ledger verify: recomputes the ledger and explains every cent that does not fit. */
import type { Command } from 'commander';
import { verifyLedger } from '../../ledger/verify-ledger.ts';
import { type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print } from '../print.ts';

export function registerLedger(program: Command): void {
  const ledger = program.command('ledger').description('check the double-entry ledger');
  storeCommand(
    ledger,
    'verify',
    'recompute every balance; exits with 1 if there are problems',
  ).action(verify);
}

async function verify(flags: StoreFlags): Promise<void> {
  const report = await withStores(flags, ({ database }) => verifyLedger(database));
  print(flags, report, [
    report.ok
      ? `The ledger is consistent: ${report.accounts} accounts, ${report.transfers} transfers.`
      : `The ledger has ${report.problems.length} problems:`,
    ...report.problems.map((problem) => `  ${problem}`),
  ]);
  if (!report.ok) process.exitCode = 1;
}
