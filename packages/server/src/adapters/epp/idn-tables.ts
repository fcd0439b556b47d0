/**
 * Which IDN table of a registry a name belongs to, by the scripts of its characters. The operator lists
 * the tables of each suffix; a name that none of them covers is not sold.
 */
import { domainToUnicode } from 'node:url';
import type { IdnData } from '@hostmaster/epp';
import { bySuffix, type RegistryConfig } from './registry-config.ts';

/** Null where a script is not one that Unicode knows. Digits and hyphens belong to every script. */
export function readScripts(scripts: string): RegExp | null {
  const names = [...scripts.split('+'), 'Common', 'Inherited'];
  if (!names.every((name) => /^[A-Za-z_]+$/.test(name))) return null;
  try {
    return new RegExp(`^[${names.map((name) => `\\p{Script=${name}}`).join('')}]+$`, 'u');
  } catch {
    return null;
  }
}

/** Nothing for an ASCII name, and under suffixes without tables. */
export function idnDataOf(
  config: Pick<RegistryConfig, 'idnTables'>,
  name: string,
): IdnData | 'not-covered' | null {
  const tables = bySuffix(config.idnTables, name);
  if (tables === null || !isIdn(name)) return null;
  const unicodeName = domainToUnicode(name);
  const label = labelOf(unicodeName);
  const found = tables.find(({ covers }) => covers.test(label));
  return found === undefined ? 'not-covered' : { table: found.table, unicodeName };
}

/** Completes a sentence that begins with the field's name; null where the name can be sold. */
export function scriptProblem(
  config: Pick<RegistryConfig, 'idnTables'>,
  name: string,
): string | null {
  if (idnDataOf(config, name) !== 'not-covered') return null;
  const scripts = (bySuffix(config.idnTables, name) ?? []).map((table) => table.scripts);
  const suffix = name.slice(name.indexOf('.') + 1);
  const offered = scripts.length === 0 ? 'ASCII characters only' : scripts.join(', ');
  return `must be written in characters that the registry of .${suffix} accepts: ${offered}`;
}

function isIdn(name: string): boolean {
  return labelOf(name).startsWith('xn--');
}

function labelOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}
