/** hostmaster payments: payment events that an operator should check. */
import type { Command } from 'commander';
import { isoTime } from '../../base/iso-time.ts';
import { listPaymentProblems } from '../../storage/queries/credits/top-ups.ts';
import { parseCount, type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print } from '../print.ts';

interface ProblemsFlags extends StoreFlags {
  readonly limit: string;
}

const shownMax = 1_000;

export function registerPayments(program: Command): void {
  const payments = program.command('payments').description('inspect card payments');
  storeCommand(payments, 'problems', 'list unmatched payments, refunds and disputes, newest first')
    .option('--limit <count>', 'number of entries', '50')
    .action(problems);
}

async function problems(flags: ProblemsFlags): Promise<void> {
  const limit = parseCount('--limit', flags.limit, shownMax);
  const rows = await withStores(flags, ({ database }) =>
    database.all(listPaymentProblems, { limit }),
  );
  const shown = rows.map((row) => ({
    id: row.id,
    type: row.type,
    topUp: row.topUpId,
    receivedAt: isoTime(row.receivedAt),
    problem: row.problem,
    details: row.details,
  }));
  print(flags, { problems: shown }, [
    ...(shown.length === 0 ? ['No problems.'] : []),
    ...shown.map(({ receivedAt, id, problem }) => `${receivedAt}  ${id}  ${problem}`),
  ]);
}
