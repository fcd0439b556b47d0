/** The statement as CSV, streamed page by page without a length limit. */

import { csvLine } from '../base/csv.ts';
import { Pace } from '../base/fairness/pace.ts';
import { isoTime } from '../base/iso-time.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { readStatement, type StatementEntry, type StatementPage } from './statement.ts';

const pageSize = 500;
const heading = ['Date', 'Kind', 'Description', 'Domain', 'Credits', 'Balance', 'State', 'Id'];

export async function* statementCsv(
  database: HostmasterDatabase,
  filter: Omit<StatementPage, 'limit' | 'before'>,
): AsyncGenerator<string> {
  yield csvLine(heading);
  let before: string | null = null;
  const pace = new Pace();
  do {
    const page = await readStatement(database, {
      ...filter,
      limit: pageSize,
      ...(before === null ? {} : { before }),
    });
    yield page.entries.map((entry) => csvLine(cellsOf(entry))).join('');
    before = page.next;
    await pace.step();
  } while (before !== null);
}

function cellsOf(entry: StatementEntry): (string | number)[] {
  return [
    isoTime(entry.at),
    entry.kind,
    entry.description,
    entry.domain ?? '',
    entry.deltaCents / 100,
    entry.balanceCents / 100,
    entry.state,
    entry.id,
  ];
}
