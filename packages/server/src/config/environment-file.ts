/**
 * Settings from a file, NAME=value in each line, as systemd reads it. The service and all commands
 * read the same one. A line that cannot be read stops the start and is named: a skipped line would
 * be a setting that silently has its default.
 */
import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from '../base/setting-values.ts';
import type { Environment } from './config.ts';
import { settings } from './settings.ts';

export interface GivenSettings {
  /** The variables of the process and, where it has none, those of the file. */
  readonly environment: Environment;
  readonly file: string | null;
  /** The line of each setting that comes from the file. */
  readonly lines: ReadonlyMap<string, number>;
}

const bytesMax = 2 ** 20;

/** Throws a ConfigError that names file and line. */
export function readEnvironmentFile(environment: Environment): GivenSettings {
  const { name, parse } = settings.environmentFile;
  const file = parse(environment[name]?.trim() ?? '', name);
  if (file === null) return { environment, file, lines: new Map() };
  const values: Record<string, string> = {};
  const lines = new Map<string, number>();
  for (const [index, line] of readText(file).split(/\r?\n/).entries()) {
    const place = `${file} line ${index + 1}`;
    const assigned = parseLine(line, place);
    if (assigned === null) continue;
    const earlier = lines.get(assigned.name);
    if (earlier !== undefined) {
      throw new ConfigError(`${place}: ${assigned.name} is set in line ${earlier} already.`);
    }
    lines.set(assigned.name, index + 1);
    values[assigned.name] = assigned.value;
  }
  const given = Object.entries(environment).filter(([, value]) => (value?.trim() ?? '') !== '');
  for (const [variable] of given) lines.delete(variable);
  return { environment: { ...values, ...Object.fromEntries(given) }, file, lines };
}

function readText(file: string): string {
  try {
    if (statSync(file).size > bytesMax) throw new Error('it is larger than 1 MiB');
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`HOSTMASTER_ENV_FILE ${file} cannot be read: ${reason}.`);
  }
}

/** Null for an empty line or a comment. A value is not repeated in a message: it may be a secret. */
function parseLine(
  line: string,
  place: string,
): { readonly name: string; readonly value: string } | null {
  const text = line.trim();
  if (text === '' || text.startsWith('#') || text.startsWith(';')) return null;
  const [, name, raw] = /^([A-Z][A-Z0-9_]*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || raw === undefined) {
    throw new ConfigError(`${place} is not a setting: write NAME=value, without "export".`);
  }
  const value = unquote(raw.trim());
  if (value !== null) return { name, value };
  throw new ConfigError(
    `${place}: the value of ${name} cannot be read. Put the whole value in one pair of quotes, on one line, without control characters.`,
  );
}

/** Null when quotes do not match, the value goes on in the next line, or it has control characters. */
function unquote(raw: string): string | null {
  if (/\p{Cc}/u.test(raw)) return null;
  const single = /^'([^']*)'$/.exec(raw)?.[1];
  if (single !== undefined) return single;
  const double = /^"((?:[^"\\]|\\["\\])*)"$/.exec(raw)?.[1];
  if (double !== undefined) return double.replace(/\\(.)/g, '$1');
  return /^['"]|['"]$|\\$/.test(raw) ? null : raw;
}
