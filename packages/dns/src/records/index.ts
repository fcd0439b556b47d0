/**
 * The registry of the record types of the API. Adding one means a file beside this one and
 * a line in the tables below; validation, documentation, forms and the wire follow from them.
 */
import { GrammarError } from '../errors.ts';
import { type AData, a } from './a.ts';
import { type AaaaData, aaaa } from './aaaa.ts';
import { type AliasData, alias } from './alias.ts';
import { type CnameData, cname } from './cname.ts';
import type { RecordContext, RecordField, RecordGrammar } from './grammar.ts';
import { type HttpsData, https } from './https.ts';
import { type MxData, mx } from './mx.ts';
import { type NsData, ns } from './ns.ts';
import { type PtrData, ptr } from './ptr.ts';
import { type SrvData, srv } from './srv.ts';
import { type SvcbData, svcb } from './svcb.ts';
import { type TlsaData, type TlsData, tls } from './tls.ts';
import { readableText, type TxtData, txt } from './txt.ts';

export { GrammarError } from '../errors.ts';
export { parseRecordName, type RecordNameResult } from './record-name.ts';
export type {
  AaaaData,
  AData,
  AliasData,
  CnameData,
  HttpsData,
  MxData,
  NsData,
  PtrData,
  RecordContext,
  RecordField,
  RecordGrammar,
  SrvData,
  SvcbData,
  TlsaData,
  TlsData,
  TxtData,
};

export const recordTypes = [
  'A',
  'AAAA',
  'ALIAS',
  'CNAME',
  'HTTPS',
  'MX',
  'NS',
  'PTR',
  'SRV',
  'SVCB',
  'TLS',
  'TXT',
] as const;

export type RecordType = (typeof recordTypes)[number];

/** Description, value format and form fields of each type. */
export const recordGrammars = {
  A: a,
  AAAA: aaaa,
  ALIAS: alias,
  CNAME: cname,
  HTTPS: https,
  MX: mx,
  NS: ns,
  PTR: ptr,
  SRV: srv,
  SVCB: svcb,
  TLS: tls,
  TXT: txt,
} as const satisfies {
  readonly [Type in RecordType]: RecordGrammar<Type, { readonly type: Type }>;
};

/** A parsed value: one shape per type, discriminated by `type`. */
export type RecordData = {
  [Type in RecordType]: ReturnType<(typeof recordGrammars)[Type]['parse']>['data'];
}[RecordType];

/** The longest value of any type, in UTF-16 units: room for 4096 octets of TXT, all escaped, in quotes. */
export const valueLengthMax = 16_640;

export type RecordValueResult =
  | { readonly ok: true; readonly data: RecordData; readonly warning?: string }
  | { readonly ok: false; readonly message: string };

export function isRecordType(value: unknown): value is RecordType {
  return typeof value === 'string' && Object.hasOwn(recordGrammars, value);
}

/** Reads a value as the API takes it. Bad input is a result, never an exception. */
export function parseRecordValue(
  type: RecordType,
  value: string,
  context: RecordContext,
): RecordValueResult {
  try {
    checkText(type, value);
    return { ok: true, ...recordGrammars[type].parse(value, context) };
  } catch (error) {
    if (error instanceof GrammarError) return { ok: false, message: error.message };
    throw error;
  }
}

export interface TypedRdata {
  readonly typeCode: number;
  /** Uncompressed, as it is compared, stored and signed. */
  readonly rdata: Uint8Array;
}

/** What a value publishes; null for ALIAS and for TLS text that is not TLSA. */
export function recordRdata(data: RecordData): TypedRdata | null {
  const grammar: RecordGrammar<RecordType, RecordData> = recordGrammars[data.type];
  const rdata = grammar.publish(data);
  return rdata === null || grammar.wire === null
    ? null
    : { typeCode: grammar.wire.typeCode, rdata };
}

export interface RecordValue {
  readonly type: RecordType;
  readonly value: string;
}

/**
 * The API's view of a record that came by wire or zone file; null when the type is not one of ours.
 * Throws DnsFormatError when the octets are not well formed.
 */
export function recordValueOf({ typeCode, rdata }: TypedRdata): RecordValue | null {
  if (typeCode === txt.wire?.typeCode) return { type: 'TXT', value: readableText(rdata) };
  for (const type of recordTypes) {
    if (recordGrammars[type].wire?.typeCode === typeCode) {
      return { type, value: recordGrammars[type].wire.present(rdata) };
    }
  }
  return null;
}

function checkText(type: RecordType, value: string): void {
  if (value === '') {
    throw new GrammarError(`the value is empty; expected ${recordGrammars[type].format}`);
  }
  if (value.length > valueLengthMax) {
    throw new GrammarError(
      `the value has ${value.length} characters; at most ${valueLengthMax} are allowed`,
    );
  }
  if (!value.isWellFormed()) throw new GrammarError('the value has half of a surrogate pair');
  if (type === 'TXT') return;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
  if (/[\u0000-\u001f\u007f]/.test(value)) {
    throw new GrammarError('the value has a control character, such as a tab or a line break');
  }
  if (type !== 'TLS' && value.trim() !== value) {
    throw new GrammarError('the value has blanks at its start or end');
  }
}
