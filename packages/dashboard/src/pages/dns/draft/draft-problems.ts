/**
 * The errors of a draft by field, with the messages of the API's grammar. A part gets the error when
 * the value is still invalid with every other part replaced by its example.
 */
import {
  parseRecordName,
  parseRecordValue,
  placeProblem,
  type RecordContext,
  type RecordField,
  type RecordType,
} from '@hostmaster/dns/records';
import { asSentence } from '../../../forms/as-sentence.ts';
import { draftValue, type RecordDraft } from './record-draft.ts';
import { readServiceName, serviceNaming } from './service-name.ts';
import { ttlProblem } from './ttl.ts';
import { fieldsOf, type ValueParts, writeParts } from './value-parts.ts';

export type DraftProblems = Readonly<Record<string, string>>;

export function draftProblems(draft: RecordDraft, context: RecordContext): DraftProblems {
  const problems: Record<string, string> = {};
  const ttl = ttlProblem(draft.ttl);
  if (ttl !== null) problems.ttl = ttl;
  return { ...problems, ...nameProblems(draft, context), ...valueProblems(draft, context) };
}

/** A warning about a valid value. */
export function draftWarning(draft: RecordDraft, context: RecordContext): string | null {
  const value = draftValue(draft, context);
  // In fields, a TLS record that would not be published is an error.
  if (value === '' || (draft.type === 'TLS' && !draft.isText)) return null;
  const result = parseRecordValue(draft.type, value, context);
  return result.ok && result.warning !== undefined ? asSentence(result.warning) : null;
}

export const partPath = (name: string) => `parts.${name}`;

function nameProblems({ type, name }: RecordDraft, context: RecordContext): DraftProblems {
  const naming = serviceNaming(type);
  if (naming !== null && readServiceName(name)?.service === '') {
    return { service: `Enter a ${naming.label.toLowerCase()}, such as ${naming.example}.` };
  }
  const result = parseRecordName(name.trim(), context);
  if (!result.ok) return { name: asSentence(result.message) };
  const misplaced = placeProblem(type, result.name);
  return misplaced === null ? {} : { name: asSentence(misplaced) };
}

function valueProblems(draft: RecordDraft, context: RecordContext): DraftProblems {
  const { type, parts } = draft;
  const value = draftValue(draft, context);
  if (draft.isText) return named('value', refusalOf(type, value, context));
  const missing = missingParts(draft);
  const problem = refusalOf(type, value, context);
  if (problem === null && Object.keys(missing).length === 0) {
    return type === 'TLS' ? named('parts.association', hexProblem(parts)) : {};
  }
  const found = fieldsOf(type)
    .filter(({ name }) => (parts[name] ?? '').trim() !== '')
    .map((field) => named(partPath(field.name), partProblem(draft, field, context)));
  const blamed: DraftProblems = Object.assign({}, missing, ...found);
  return Object.keys(blamed).length === 0 ? named('value', problem) : blamed;
}

function named(path: string, problem: string | null): DraftProblems {
  return problem === null ? {} : { [path]: problem };
}

function missingParts({ type, parts }: RecordDraft): DraftProblems {
  return Object.fromEntries(
    fieldsOf(type)
      .filter(({ name, optional }) => optional !== true && (parts[name] ?? '').trim() === '')
      .map(({ name, label }) => [partPath(name), `${label} is missing.`]),
  );
}

function partProblem(
  draft: RecordDraft,
  { name, label, kind }: RecordField,
  context: RecordContext,
): string | null {
  const text = (draft.parts[name] ?? '').trim();
  const isWord = kind === 'integer' || kind === 'word' || kind === 'address' || kind === 'host';
  if (isWord && /\s/.test(text)) return `${label} can't contain spaces.`;
  const sound = Object.fromEntries(
    fieldsOf(draft.type).map((field) => [field.name, field.optional ? '' : field.example]),
  );
  return refusalOf(draft.type, writeParts(draft.type, { ...sound, [name]: text }), context);
}

function refusalOf(type: RecordType, value: string, context: RecordContext): string | null {
  const result = parseRecordValue(type, value, context);
  return result.ok ? null : asSentence(result.message);
}

const digestDigits: Readonly<Record<string, number>> = { '1': 64, '2': 128 };

/** Any text can be stored as TLSA, but the fields are for values that can be published. */
function hexProblem({ matchingType = '', association = '' }: ValueParts): string | null {
  const digits = association.replaceAll(/\s/g, '');
  if (!/^(?:[0-9a-f]{2})+$/i.test(digits)) {
    return 'Certificate data must be hexadecimal, with two digits per byte.';
  }
  const expected = digestDigits[matchingType];
  if (expected === undefined || expected === digits.length) return null;
  const digest = matchingType === '1' ? 'SHA-256' : 'SHA-512';
  return `A ${digest} digest has ${expected} hex digits; this one has ${digits.length}.`;
}
