// The registry of the record types that the API knows. Adding one means a file beside this one and
// a line in the tables below; validation, documentation, forms and the wire follow from them.
import { GrammarError } from '../errors.ts';
import { type AData, a, aCodec } from './a.ts';
import { type AaaaData, aaaa, aaaaCodec } from './aaaa.ts';
import { type AliasData, alias } from './alias.ts';
import { type CnameData, cname, cnameCodec } from './cname.ts';
import type { RecordContext, RecordField, RecordGrammar } from './grammar.ts';
import { type HttpsData, https, httpsCodec } from './https.ts';
import { type MxData, mx, mxCodec } from './mx.ts';
import { type NsData, ns, nsCodec } from './ns.ts';
import { type PtrData, ptr, ptrCodec } from './ptr.ts';
import { type SrvData, srv, srvCodec } from './srv.ts';
import { type SvcbData, svcb, svcbCodec } from './svcb.ts';
import { type TlsaData, type TlsData, tls, tlsaCodec } from './tls.ts';
import { type TxtData, txt, txtCodec } from './txt.ts';

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

export type RecordData =
  | AData
  | AaaaData
  | AliasData
  | CnameData
  | HttpsData
  | MxData
  | NsData
  | PtrData
  | SrvData
  | SvcbData
  | TlsData
  | TxtData;

/** What each type is, how its values look, and what forms ask for. */
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
  readonly [Type in RecordType]: RecordGrammar<Type, Extract<RecordData, { type: Type }>>;
};

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
  switch (data.type) {
    case 'A':
      return { typeCode: aCodec.typeCode, rdata: aCodec.encode(data) };
    case 'AAAA':
      return { typeCode: aaaaCodec.typeCode, rdata: aaaaCodec.encode(data) };
    case 'ALIAS':
      return null;
    case 'CNAME':
      return { typeCode: cnameCodec.typeCode, rdata: cnameCodec.encode(data) };
    case 'HTTPS':
      return { typeCode: httpsCodec.typeCode, rdata: httpsCodec.encode(data) };
    case 'MX':
      return { typeCode: mxCodec.typeCode, rdata: mxCodec.encode(data) };
    case 'NS':
      return { typeCode: nsCodec.typeCode, rdata: nsCodec.encode(data) };
    case 'PTR':
      return { typeCode: ptrCodec.typeCode, rdata: ptrCodec.encode(data) };
    case 'SRV':
      return { typeCode: srvCodec.typeCode, rdata: srvCodec.encode(data) };
    case 'SVCB':
      return { typeCode: svcbCodec.typeCode, rdata: svcbCodec.encode(data) };
    case 'TLS':
      return data.tlsa === null
        ? null
        : { typeCode: tlsaCodec.typeCode, rdata: tlsaCodec.encode(data.tlsa) };
    case 'TXT':
      return { typeCode: txtCodec.typeCode, rdata: txtCodec.encode(data) };
  }
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
