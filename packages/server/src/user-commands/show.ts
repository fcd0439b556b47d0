/** How user commands print: one JSON object for scripts, tables that fit the terminal for people. */
import { styleText } from 'node:util';
import { printable, printableJson } from '../base/printable.ts';
import { type Cell, isConfirmed, table } from '../base/terminal.ts';
import type { Session, UserFlags } from './session.ts';
import { UserCommandError } from './user-error.ts';

export interface ConfirmFlags extends UserFlags {
  readonly yes?: boolean;
}

/** `lines` are for people. */
export function show(flags: UserFlags, answer: object, lines: readonly string[]): void {
  if (flags.json === true) console.log(printableJson(answer));
  else showLines(lines);
}

/** As it is, for a file or another program; a terminal gets text only. */
export function showFile(flags: UserFlags, content: string | Uint8Array): void {
  if (flags.json === true) {
    throw new UserCommandError('The answer is a file and has no JSON: leave out --json.');
  }
  if (process.stdout.isTTY !== true) process.stdout.write(content);
  else if (typeof content === 'string') showLines(content.trimEnd().split(/\r?\n/));
  else
    throw new UserCommandError('The answer is a file: write it to one, as with "> receipt.pdf".');
}

/** Lines of a difference have its colours, at a terminal only. */
function showLines(lines: readonly string[]): void {
  if (lines.length > 0) console.log(lines.map(coloured).join('\n'));
}

export function showTable(
  flags: UserFlags,
  answer: object,
  {
    head,
    rows,
    empty,
  }: {
    readonly head: readonly string[];
    readonly rows: readonly (readonly Cell[])[];
    /** Printed instead of a table without rows. */
    readonly empty: string;
  },
): void {
  if (flags.json === true || rows.length === 0) {
    show(flags, answer, [empty]);
    return;
  }
  const [first = '', ...rest] = table(head, rows, process.stdout.columns);
  console.log([styled('bold', first), ...rest].join('\n'));
}

/** Names and values, one line each. */
export function fieldLines(fields: Readonly<Record<string, string>>): readonly string[] {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields).map(([name, value]) => `${name.padEnd(width)}  ${value}`);
}

/** A person is asked; without one `--yes` must have been given. */
export async function requireConsent(
  flags: ConfirmFlags,
  session: Pick<Session, 'signal'>,
  { lines, question }: { readonly lines: readonly string[]; readonly question: string },
): Promise<void> {
  if (flags.yes === true) return;
  if (flags.json === true || process.stdin.isTTY !== true) {
    throw new UserCommandError(`${[...lines, question].join('\n')} Agree with --yes.`);
  }
  showLines(lines);
  if (!(await isConfirmed(question, session.signal))) {
    throw new UserCommandError('Nothing was changed.');
  }
}

/** Shows at a terminal what the command waits for, and for how long. */
export async function withProgress<T>(
  what: string | (() => string),
  work: () => Promise<T>,
): Promise<T> {
  const { stderr } = process;
  if (stderr.isTTY !== true) return work();
  const startedAt = performance.now();
  const draw = () => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const text = typeof what === 'string' ? what : what();
    stderr.write(`\r${printable(text)} ${seconds} s\u001b[K`);
  };
  draw();
  const timer = setInterval(draw, 1_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    stderr.write('\r\u001b[K');
  }
}

/** The date of a time, which is what people compare. */
export function day(time: string): string {
  return time.slice(0, 10);
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

export function onOff(value: boolean): string {
  return value ? 'on' : 'off';
}

function coloured(line: string): string {
  const text = printable(line);
  if (text.startsWith('+ ')) return styled('green', text);
  if (text.startsWith('- ')) return styled('red', text);
  return text.startsWith('! ') ? styled('yellow', text) : text;
}

/** Plain unless the output is a terminal that wants colours (NO_COLOR). */
function styled(style: 'bold' | 'green' | 'red' | 'yellow', text: string): string {
  return styleText(style, text, { stream: process.stdout });
}
