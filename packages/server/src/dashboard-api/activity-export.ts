/** The activity as CSV and as JSON lines, newest first: one page in memory, however long it is. */

import { csvLine } from '../base/csv.ts';
import { Pace } from '../base/fairness/pace.ts';
import { printableJson } from '../base/printable.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type ActivityFilter, readShownActivity, type ShownEntry } from './shown-activity.ts';

const pageSize = 500;
const heading = [
  ...['Time', 'Actor', 'Action', 'Subject', 'Text', 'Details', 'Actor id', 'Id'],
  ...['Address', 'Proof'],
];

export interface ActivityExport extends ActivityFilter {
  /** At most this many; everything when absent. */
  readonly limit?: number;
}

export async function* activityCsv(
  reader: HostmasterReader,
  wanted: ActivityExport,
): AsyncGenerator<string> {
  yield csvLine(heading);
  for await (const entries of pages(reader, wanted)) {
    yield entries.map((entry) => csvLine(cellsOf(entry))).join('');
  }
}

export async function* activityLines(
  reader: HostmasterReader,
  wanted: ActivityExport,
): AsyncGenerator<string> {
  for await (const entries of pages(reader, wanted)) {
    yield entries.map((entry) => `${printableJson(entry)}\n`).join('');
  }
}

async function* pages(
  reader: HostmasterReader,
  { limit = Number.POSITIVE_INFINITY, ...filter }: ActivityExport,
): AsyncGenerator<readonly ShownEntry[]> {
  let before: string | null = null;
  let left = limit;
  const pace = new Pace();
  do {
    const page = await readShownActivity(reader, {
      ...filter,
      limit: Math.min(pageSize, left),
      ...(before === null ? {} : { before }),
    });
    if (page.entries.length > 0) yield page.entries;
    left -= page.entries.length;
    before = page.next;
    await pace.step();
  } while (before !== null && left > 0);
}

function cellsOf(entry: ShownEntry): string[] {
  const { at, actor, action, subject, text, details, id } = entry;
  const { address = '', proof = '' } = entry.origin ?? {};
  const written = Object.keys(details).length === 0 ? '' : JSON.stringify(details);
  const by = `${actor.kind} ${actor.id}`;
  return [at, actor.label, action, subject, text, written, by, id, address, proof];
}
