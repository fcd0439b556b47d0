/**
 * Where in a zone a record stands: the name as clients may write it, turned into the one form that
 * is stored and returned (relative, lower case, `@` for the apex).
 */
import { GrammarError } from '../errors.ts';
import { nameBytesMax } from '../name.ts';
import { shorten } from '../words.ts';
import type { RecordContext } from './grammar.ts';
import { nameToAscii } from './value-names.ts';

export type RecordNameResult =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly message: string };

/**
 * Accepts `@`, the empty string, a relative name, or a full name inside the zone with or without
 * trailing dot. A name that ends with the zone's own name always counts as full.
 */
export function parseRecordName(name: string, context: RecordContext): RecordNameResult {
  try {
    return { ok: true, name: readRecordName(name, context) };
  } catch (error) {
    if (error instanceof GrammarError) return { ok: false, message: error.message };
    throw error;
  }
}

function readRecordName(name: string, context: RecordContext): string {
  if (name === '@' || name === '') return '@';
  if (name.length > 1024) throw new GrammarError('the name is longer than any domain name');
  if (!name.isWellFormed()) throw new GrammarError('the name has half of a surrogate pair');
  const origin = context.origin.toLowerCase();
  const absolute = name.endsWith('.');
  const full = nameToAscii(absolute ? name.slice(0, -1) : name, context);
  if (full === origin) return '@';
  const inside = full.endsWith(`.${origin}`);
  if (absolute && !inside) {
    throw new GrammarError(
      `the name "${shorten(name)}" ends with a dot, so it is a full name, and it is not inside ${origin}`,
    );
  }
  const relative = inside ? full.slice(0, -origin.length - 1) : full;
  relative.split('.').forEach((label, index) => {
    if (!plainLabel.test(label)) checkLabel(label, name, index === 0);
  });
  const wireLength = relative.length + 1 + origin.length + 2;
  if (wireLength > nameBytesMax) {
    throw new GrammarError(
      `the name is too long: with ${origin} it takes ${wireLength} octets, at most 255 are allowed`,
    );
  }
  return relative;
}

/** Without the hyphen at an end, which `checkLabel` refuses. */
const plainLabel = /^[a-z0-9_/](?:[a-z0-9_/-]{0,61}[a-z0-9_/])?$/;

function checkLabel(label: string, name: string, leftmost: boolean): void {
  const shown = `the name "${shorten(name)}"`;
  if (label === '')
    throw new GrammarError(`${shown} has an empty label (two dots, or a dot in front)`);
  if (label.length > 63) {
    throw new GrammarError(
      `${shown} has a label of ${label.length} octets; at most 63 are allowed`,
    );
  }
  if (label === '*' && leftmost) return;
  if (label.includes('*')) {
    throw new GrammarError(`${shown} has a "*" that is not the whole leftmost label`);
  }
  if (!/^[a-z0-9_/-]+$/.test(label)) {
    throw new GrammarError(
      `${shown} may only hold letters, digits, "-", "_", "/", dots and a leading "*"`,
    );
  }
  if (/^-|-$/.test(label)) {
    throw new GrammarError(`${shown} has a label that starts or ends with a hyphen`);
  }
}
