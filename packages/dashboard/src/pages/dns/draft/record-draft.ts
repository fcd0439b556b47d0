/** A record as the form holds it until it is saved. Pure. */
import type { Output } from '@hostmaster/contract';
import {
  isRecordType,
  parseRecordName,
  type RecordContext,
  type RecordField,
  type RecordType,
} from '@hostmaster/dns/records';
import { renameFor } from './service-name.ts';
import { ttlSecondsDefault } from './ttl.ts';
import {
  fieldsOf,
  newParts,
  readParts,
  sameParts,
  type ValueParts,
  writeParts,
} from './value-parts.ts';

type ListedRecord = Output<'listRecords'>['records'][number];

export interface DnsRecord extends ListedRecord {
  readonly type: RecordType;
}

/** The input of the API. */
export type RecordInput = Omit<DnsRecord, 'id'>;

export interface RecordDraft {
  readonly type: RecordType;
  readonly name: string;
  readonly ttl: string;
  readonly parts: ValueParts;
  /** The value as text, when it is not edited as fields. */
  readonly text: string;
  readonly isText: boolean;
  /** The original value. It is sent back unchanged when the fields were not changed. */
  readonly source: { readonly value: string; readonly type: RecordType } | null;
}

export type DraftStart = Partial<Pick<RecordDraft, 'type' | 'name' | 'parts'>>;

export function newDraft(start: DraftStart = {}): RecordDraft {
  const type = start.type ?? 'A';
  return {
    type,
    name: renameFor(type, start.name ?? '@'),
    ttl: String(ttlSecondsDefault),
    parts: { ...newParts(type), ...start.parts },
    text: '',
    isText: false,
    source: null,
  };
}

export function draftOf(record: RecordInput, context: RecordContext): RecordDraft {
  const { type, name, ttl, value } = record;
  const parts = readParts(type, value, context);
  return {
    type,
    name,
    ttl: String(ttl),
    parts: parts ?? newParts(type),
    text: value,
    isText: parts === null,
    source: { type, value },
  };
}

/** Keeps name, TTL and the fields that both types share. */
export function withType(draft: RecordDraft, type: RecordType): RecordDraft {
  const before = fieldsOf(draft.type);
  const kept = fieldsOf(type).filter(
    (field) => before.includes(field) || (field.kind === 'host' && isAmong(before, field)),
  );
  return {
    ...draft,
    type,
    name: renameFor(type, draft.name),
    parts: {
      ...newParts(type),
      ...Object.fromEntries(kept.map(({ name }) => [name, draft.parts[name] ?? ''])),
    },
    isText: false,
  };
}

function isAmong(fields: readonly RecordField[], { name, kind }: RecordField): boolean {
  return fields.some((field) => field.name === name && field.kind === kind);
}

/** Switches between fields and text. */
export function withText(draft: RecordDraft, isText: boolean, context: RecordContext): RecordDraft {
  const { type, text } = draft;
  if (!isText) return { ...draft, isText, parts: readParts(type, text, context) ?? newParts(type) };
  // Text that did not fit the fields is restored.
  const isUntouched = text !== '' && sameParts(draft.parts, newParts(type));
  return { ...draft, isText, text: isUntouched ? text : draftValue(draft, context) };
}

export function draftValue(draft: RecordDraft, context: RecordContext): string {
  if (draft.isText) return draft.text;
  const { source, type, parts } = draft;
  const before = source?.type === type ? readParts(type, source.value, context) : null;
  if (source !== null && before !== null && sameParts(before, parts)) return source.value;
  return writeParts(type, parts);
}

export function inputOf(draft: RecordDraft, context: RecordContext): RecordInput {
  const name = draft.name.trim();
  const parsed = parseRecordName(name, context);
  return {
    type: draft.type,
    // The stored form, so that the optimistic row does not change again.
    name: parsed.ok ? parsed.name : name,
    ttl: Number(draft.ttl),
    value: draftValue(draft, context),
  };
}

export function asRecord(record: ListedRecord): DnsRecord {
  const { type } = record;
  if (!isRecordType(type)) throw new Error(`${type} is not a record type that this page supports.`);
  return { ...record, type };
}
