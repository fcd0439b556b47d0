/**
 * Converts a value to form fields and back. The fields come from the record grammar, so that a new
 * type has a form as soon as it has a grammar. Parts are joined by a space; the last takes the rest.
 */
import {
  grammarOf,
  parseRecordValue,
  quoteText,
  type RecordContext,
  type RecordField,
  type RecordType,
  readString,
  splitWords,
} from '@hostmaster/dns/records';

/** Field values by field name. */
export type ValueParts = Readonly<Record<string, string>>;

export function fieldsOf(type: RecordType): readonly RecordField[] {
  return grammarOf(type).fields;
}

/** Default values. */
const starts: Readonly<Partial<Record<RecordType, ValueParts>>> = {
  CAA: { flags: '0', tag: 'issue' },
  CERT: { certificateType: '1', keyTag: '0', algorithm: '0' },
  DS: { algorithm: '13', digestType: '2' },
  HTTPS: { priority: '1', target: '.' },
  MX: { priority: '10' },
  NAPTR: { order: '100', preference: '10', replacement: '.' },
  RP: { text: '.' },
  SMIMEA: { usage: '3', selector: '0', matchingType: '0' },
  SRV: { priority: '10', weight: '0' },
  SSHFP: { algorithm: '4', fingerprintType: '2' },
  SVCB: { priority: '1' },
  TLS: { usage: '3', selector: '1', matchingType: '1' },
  URI: { priority: '10', weight: '1' },
};

export function newParts(type: RecordType): ValueParts {
  const blank = Object.fromEntries(fieldsOf(type).map(({ name }) => [name, '']));
  return { ...blank, ...starts[type] };
}

/** Null when the value does not fit the fields of its type. */
export function readParts(
  type: RecordType,
  value: string,
  context: RecordContext,
): ValueParts | null {
  const parsed = parseRecordValue(type, value, context);
  if (!parsed.ok) return null;
  if (parsed.data.type === 'TLS' && parsed.data.tlsa === null) return null;
  const fields = fieldsOf(type);
  const [only] = fields;
  if (fields.length === 1 && only !== undefined) return { [only.name]: value };
  if (fields.some(({ kind }) => kind === 'string')) return readWords(fields, splitWords(value));
  const words = value.trim().split(/ +/);
  // Only the first field may be omitted: the priority of an MX.
  if (words.length < fields.length && fields[0]?.optional === true) words.unshift('');
  return Object.fromEntries(
    fields.map(({ name }, at) => [
      name,
      at === fields.length - 1 ? words.slice(at).join(' ') : (words[at] ?? ''),
    ]),
  );
}

/** Null when a string cannot be shown without its quotes, or would count as missing. */
function readWords(fields: readonly RecordField[], words: readonly string[]): ValueParts | null {
  const parts: [name: string, text: string][] = [];
  for (const [at, { name, kind, optional }] of fields.entries()) {
    const word = words[at] ?? '';
    const text = kind === 'string' ? readString(word) : word;
    if (text === null || text.trim() !== text || (text === '' && optional !== true)) return null;
    parts.push([name, text]);
  }
  return Object.fromEntries(parts);
}

export function writeParts(type: RecordType, parts: ValueParts): string {
  return fieldsOf(type)
    .map((field) => writePart(field, parts[field.name] ?? ''))
    .filter((part) => part !== '')
    .join(' ');
}

export function sameParts(a: ValueParts, b: ValueParts): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}

function writePart({ kind }: RecordField, text: string): string {
  if (kind === 'string') return quoteText(text.trim());
  // Spaces inside text are kept; a trailing line break comes from pasting.
  return kind === 'text' ? text.replace(/(?<![\r\n])[\r\n]+$/, '') : text.trim();
}
