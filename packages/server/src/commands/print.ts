/**
 * How commands print their answers: JSON for scripts, lines and tables for people. The only place
 * that writes stored text to a terminal, and it escapes what a terminal would obey.
 */
import { pipeline } from 'node:stream/promises';
import { printable, printableJson } from '../base/printable.ts';
import { isConfirmed, table } from '../base/terminal.ts';
import type { StoreFlags } from './command.ts';

export { isConfirmed, table };

export function print(flags: StoreFlags, answer: object, lines: readonly string[]): void {
  if (flags.json === true) console.log(printableJson(answer));
  else printLines(lines);
}

/** Each line stays one line, whatever it contains. */
export function printLines(lines: readonly string[]): void {
  console.log(lines.map(printable).join('\n'));
}

/** Text of any length that is printable already. Waits for a slow reader, and ends with it. */
export async function printStream(chunks: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(chunks, process.stdout, { end: false });
  } catch (error) {
    // The reader has seen enough: `… | head`.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** Printed instead of a table without rows. */
  readonly empty?: string;
}

export function printTable(flags: StoreFlags, answer: object, { head, rows, empty }: Table): void {
  print(flags, answer, rows.length === 0 && empty !== undefined ? [empty] : table(head, rows));
}
