/** hostmaster export reminders: which registrants were reminded to check their data, and when. */
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { addYears, dayMs } from '@hostmaster/contract/durations';
import { listPages } from '@hostmaster/storage';
import type { Command } from 'commander';
import { csvLine } from '../../base/csv.ts';
import { isoTime } from '../../base/iso-time.ts';
import { isoDay } from '../../notices/notice-dates.ts';
import { listSentReminders } from '../../storage/queries/contacts/data-reminders.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { CommandError, type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print } from '../print.ts';

interface ReminderFlags extends StoreFlags {
  readonly out: string;
  readonly from?: string;
  readonly until?: string;
}

/** Only for its owner: it has the addresses of registrants. */
const mode = 0o600;

export function addRemindersTo(exports: Command): void {
  storeCommand(exports, 'reminders', 'write which registrants were reminded to check their data')
    .requiredOption('--out <file>', 'file to write, as CSV')
    .option('--from <day>', 'first day of the period, such as 2026-01-31 (a year before its end)')
    .option('--until <day>', 'last day of the period (today)')
    .action(exportReminders);
}

async function exportReminders(flags: ReminderFlags): Promise<void> {
  const file = resolve(flags.out);
  const from = parseDay('--from', flags.from);
  const until = parseDay('--until', flags.until);
  const report = await withStores(flags, async ({ database, now }) => {
    const lastDay = until ?? startOfDay(await now());
    const firstDay = from ?? addYears(lastDay, -1);
    if (lastDay < firstDay) throw new CommandError('--until must not be before --from.');
    if (existsSync(file)) throw new CommandError(`${file} already exists.`);
    const count = { reminders: 0 };
    const period = { from: firstDay, until: lastDay + dayMs };
    await database.snapshot((reader) => writeRows(file, reportRows(reader, period, count)));
    return { ...count, file, from: isoDay(firstDay), until: isoDay(lastDay) };
  });
  print(flags, report, [
    `Wrote ${report.reminders} reminders from ${report.from} to ${report.until}:`,
    report.file,
  ]);
}

/** Null where none is given. */
function parseDay(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(at) && isoDay(at) === text) return at;
  throw new CommandError(`${option} must be a day such as 2026-01-31, not "${text}".`);
}

function startOfDay(at: number): number {
  return at - (at % dayMs);
}

/** The heading, then one piece of text for each page. Counts what it has written. */
async function* reportRows(
  reader: HostmasterReader,
  period: { readonly from: number; readonly until: number },
  count: { reminders: number },
): AsyncGenerator<string> {
  yield csvLine(['domain', 'address', 'sent at', 'state']);
  for await (const page of listPages(reader, listSentReminders, period)) {
    const lines = page.map(({ name, address, sentAt, mailState, combinedState }) => {
      // Mails are deleted earlier than the note that they were sent.
      const state = combinedState ?? mailState ?? 'unknown';
      return csvLine([name, address, isoTime(sentAt), state]);
    });
    yield lines.join('');
    count.reminders += page.length;
  }
}

/** The file appears when it is complete. */
async function writeRows(file: string, rows: AsyncGenerator<string>): Promise<void> {
  const part = `${file}.part`;
  try {
    await pipeline(Readable.from(rows), createWriteStream(part, { flags: 'wx', mode }));
    await rename(part, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw outError(error);
    await rm(part, { force: true });
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw outError(error);
    throw error;
  }
}

function outError(error: unknown): CommandError {
  return new CommandError(`--out: ${(error as Error).message}`);
}
