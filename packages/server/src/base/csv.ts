/**
 * Lines of CSV (RFC 4180). Text that a spreadsheet would read as a formula is escaped; numbers stay
 * numbers, including negative ones.
 */
import { printable } from './printable.ts';

export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Exact text for programs, which read it back as it was. */
export function csvRecord(cells: readonly string[]): string {
  const exact = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${exact.join(',')}\r\n`;
}

function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return cell.toFixed(2);
  const line = printable(cell);
  const plain = /^\s*[=+\-@]/.test(line) ? `'${line}` : line;
  // A semicolon separates cells where a comma is the decimal sign.
  return /[",;]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
