/** Log lines for a person at a terminal; machines get the same as JSON. */
import pino, { type LevelWithSilent } from 'pino';
import { printable, printableJson } from './printable.ts';

interface LogLine {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly err?: { readonly message: string; readonly stack?: string };
  readonly [field: string]: unknown;
}

const colours: Readonly<Record<string, number>> = { fatal: 31, error: 31, warn: 33, info: 36 };
const dim = 2;

/** `05:53:41 info  mail destination  destination=…`, with the stack of an error below it. */
export function readableLine(json: string): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(json) as LogLine;
  const name = pino.levels.labels[level] as LevelWithSilent | undefined;
  const label = paint(colours[name ?? ''] ?? dim, (name ?? String(level)).padEnd(5));
  const details = Object.entries(fields).map(([key, value]) => `${key}=${plain(value)}`);
  const rest = details.length === 0 ? '' : `  ${paint(dim, details.join(' '))}`;
  const fault = err === undefined ? '' : `\n${indent(err.stack ?? err.message)}`;
  return `${paint(dim, time.slice(11, 19))} ${label} ${printable(msg)}${rest}${fault}\n`;
}

function plain(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[\x21-\x7e]+$/.test(text) ? text : printableJson(value);
}

function indent(text: string): string {
  const lines = text.split('\n').map((line) => `    ${printable(line)}`);
  return lines.join('\n');
}

function paint(colour: number, text: string): string {
  return `\u001b[${colour}m${text}\u001b[0m`;
}
