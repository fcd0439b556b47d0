/** How commands print their answers: JSON for scripts, lines and tables for people. */
import type { StoreFlags } from './command.ts';

export function print(flags: StoreFlags, answer: object, lines: readonly string[]): void {
  console.log(flags.json === true ? JSON.stringify(answer) : lines.join('\n'));
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

/** Columns as wide as their widest cell; numbers are right-aligned. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) =>
    Math.max(...all.map((row) => String(row[column] ?? '').length)),
  );
  return all.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}
