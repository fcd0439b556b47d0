/** What commands show and ask at a terminal. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { printable } from './printable.ts';

export type Cell = string | number;

/** A column never gets narrower than this to fit. */
const columnWidthMin = 8;
const gap = '  ';

/**
 * Columns as wide as their widest cell; numbers are right-aligned. With a width, the widest columns give
 * way, and what does not fit is cut.
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  widthMax = Number.POSITIVE_INFINITY,
): string[] {
  const all = [head, ...rows].map((row) =>
    row.map((cell) => (typeof cell === 'number' ? cell : printable(cell))),
  );
  const widest = head.map((_, column) =>
    Math.max(...all.map((row) => String(row[column] ?? '').length)),
  );
  const widths = fit(widest, widthMax);
  return all.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return typeof cell === 'number' ? String(cell).padStart(width) : cut(cell, width);
      })
      .join(gap)
      .trimEnd(),
  );
}

/** Asks a person at a terminal. */
export async function isConfirmed(question: string, signal?: AbortSignal): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${question} [y/N] `, signal));
}

/** Asks for a line of text; it may be empty. */
export function askLine(what: string): Promise<string> {
  return ask(`${what}: `);
}

async function ask(question: string, signal?: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question, signal ? { signal } : {})).trim();
  } finally {
    terminal.close();
  }
}

/** Asks for a secret without showing what is typed. */
export async function askHidden(what: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(`${what}: `);
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

function fit(widest: readonly number[], widthMax: number): readonly number[] {
  const widths = [...widest];
  const room = widthMax - gap.length * (widths.length - 1);
  for (;;) {
    const used = widths.reduce((sum, width) => sum + width, 0);
    const largest = Math.max(...widths);
    if (used <= room || largest <= columnWidthMin) return widths;
    const second = Math.max(columnWidthMin, ...widths.filter((width) => width < largest));
    const column = widths.indexOf(largest);
    widths[column] = Math.max(second === largest ? largest - 1 : second, largest - (used - room));
    if (widths[column] === largest) widths[column] = largest - 1;
  }
}

function cut(text: string, width: number): string {
  return text.length <= width ? text.padEnd(width) : `${text.slice(0, width - 1)}…`;
}
