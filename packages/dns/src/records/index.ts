/**
 * The registry of the record types of the API. Adding one means a file beside this one and
 * a line in the tables below; validation, documentation, forms and the wire follow from them.
 */
import { splitWords } from '../char-string.ts';
import { GrammarError } from '../errors.ts';
import type { RdataForm } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { type AData, a } from './a.ts';
import { type AaaaData, aaaa } from './aaaa.ts';
import { type AliasData, alias } from './alias.ts';
import { type CaaData, caa } from './caa.ts';
import { type CertData, cert } from './cert.ts';
import { type CnameData, cname } from './cname.ts';
import { type DnameData, dname } from './dname.ts';
import { type DsData, ds } from './ds.ts';
import {
  type GenericData,
  type GenericType,
  genericForm,
  genericGrammar,
  genericTypeCode,
  isGenericType,
  presentGenericRdata,
  readGenericRdata,
  unsupportedType,
} from './generic.ts';
import type { RecordContext, RecordField, RecordGrammar } from './grammar.ts';
import { type HinfoData, hinfo } from './hinfo.ts';
import { type HttpsData, https } from './https.ts';
import { type LocData, loc } from './loc.ts';
import { type MxData, mx } from './mx.ts';
import { type NaptrData, naptr } from './naptr.ts';
import { type NsData, ns } from './ns.ts';
import { type OpenpgpkeyData, openpgpkey } from './openpgpkey.ts';
import { aliasTypeCode } from './private-types.ts';
import { type PtrData, ptr } from './ptr.ts';
import { type RpData, rp } from './rp.ts';
import { type SmimeaData, smimea } from './smimea.ts';
import { type SrvData, srv } from './srv.ts';
import { type SshfpData, sshfp } from './sshfp.ts';
import { type SvcbData, svcb } from './svcb.ts';
import { type TlsaData, type TlsData, tls } from './tls.ts';
import { readableTxt, type TxtData, txt } from './txt.ts';
import { type UriData, uri } from './uri.ts';

export { quoteText, readString, splitWords } from '../char-string.ts';
export { GrammarError } from '../errors.ts';
export { aliasTypeCode, existenceMarkerType } from './private-types.ts';
export { parseRecordName, type RecordNameResult } from './record-name.ts';
export type {
  AaaaData,
  AData,
  AliasData,
  CaaData,
  CertData,
  CnameData,
  DnameData,
  DsData,
  GenericData,
  GenericType,
  HinfoData,
  HttpsData,
  LocData,
  MxData,
  NaptrData,
  NsData,
  OpenpgpkeyData,
  PtrData,
  RecordContext,
  RecordField,
  RecordGrammar,
  RpData,
  SmimeaData,
  SrvData,
  SshfpData,
  SvcbData,
  TlsaData,
  TlsData,
  TxtData,
  UriData,
};

/** The types of the specification, which never change. */
export const specifiedTypes = [
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

/** Every type with a name, in the order of documentation and lists. */
export const recordTypes = [
  'A',
  'AAAA',
  'ALIAS',
  'CAA',
  'CERT',
  'CNAME',
  'DNAME',
  'DS',
  'HINFO',
  'HTTPS',
  'LOC',
  'MX',
  'NAPTR',
  'NS',
  'OPENPGPKEY',
  'PTR',
  'RP',
  'SMIMEA',
  'SRV',
  'SSHFP',
  'SVCB',
  'TLS',
  'TXT',
  'URI',
] as const;

export type NamedRecordType = (typeof recordTypes)[number];

/** The type of a stored record: a name, or `TYPE` and a number that has no name here. */
export type RecordType = NamedRecordType | GenericType;

/** Description, value format and form fields of each type with a name. */
export const recordGrammars = {
  A: a,
  AAAA: aaaa,
  ALIAS: alias,
  CAA: caa,
  CERT: cert,
  CNAME: cname,
  DNAME: dname,
  DS: ds,
  HINFO: hinfo,
  HTTPS: https,
  LOC: loc,
  MX: mx,
  NAPTR: naptr,
  NS: ns,
  OPENPGPKEY: openpgpkey,
  PTR: ptr,
  RP: rp,
  SMIMEA: smimea,
  SRV: srv,
  SSHFP: sshfp,
  SVCB: svcb,
  TLS: tls,
  TXT: txt,
  URI: uri,
} as const satisfies {
  readonly [Type in NamedRecordType]: RecordGrammar<Type, { readonly type: Type }>;
};

/** A parsed value: one shape per type, discriminated by `type`. */
export type RecordData =
  | {
      [Type in NamedRecordType]: ReturnType<(typeof recordGrammars)[Type]['parse']>['data'];
    }[NamedRecordType]
  | GenericData;

/** By type number; ALIAS has none. */
const typesByCode: ReadonlyMap<number, NamedRecordType> = new Map(
  recordTypes.flatMap((type) => {
    const { wire } = recordGrammars[type];
    return wire === null ? [] : [[wire.typeCode, type] as const];
  }),
);

export function grammarOf(type: RecordType): RecordGrammar<RecordType, RecordData> {
  if (isNamedType(type)) return recordGrammars[type];
  const named = typesByCode.get(genericTypeCode(type) ?? 0);
  return genericGrammar(type, named === undefined ? null : recordGrammars[named].wire);
}

/** The type with this number, whether records of it can be kept or not. */
export function recordTypeOf(typeCode: number): RecordType {
  if (typeCode === aliasTypeCode) return 'ALIAS';
  return typesByCode.get(typeCode) ?? `TYPE${typeCode}`;
}

/** The type as people and zone files write it: TLSA for `TLS`, which is the API's word. */
export function typeLabel(type: string): string {
  return isNamedType(type) ? (recordGrammars[type].wire?.mnemonic ?? type) : type;
}

/** The longest value of any type, in UTF-16 units: room for 4096 octets of TXT, all escaped, in quotes. */
export const valueLengthMax = 16_640;

export type RecordValueResult =
  | { readonly ok: true; readonly data: RecordData; readonly warning?: string }
  | { readonly ok: false; readonly message: string };

export function isRecordType(value: unknown): value is RecordType {
  return typeof value === 'string' && (isNamedType(value) || isGenericType(value));
}

function isNamedType(text: string): text is NamedRecordType {
  return Object.hasOwn(recordGrammars, text);
}

/** Why no record of this type can be kept; null when it can. */
export function typeProblem(type: RecordType): string | null {
  return isNamedType(type) ? null : unsupportedType(genericTypeCode(type) ?? 0);
}

/** Why no record of this type can stand at a relative name; null when it can. */
export function placeProblem(type: RecordType, name: string): string | null {
  return grammarOf(type).placeProblem?.(name) ?? null;
}

/** Reads a value as the API takes it. Bad input is a result, never an exception. */
export function parseRecordValue(
  type: RecordType,
  value: string,
  context: RecordContext,
): RecordValueResult {
  try {
    checkText(type, value);
    return { ok: true, ...grammarOf(type).parse(value, context) };
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
  const grammar = grammarOf(data.type);
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
 * The API's view of a record that came by wire or zone file. Throws GrammarError when records of
 * this type cannot be kept, and DnsFormatError when the octets are not well formed.
 */
export function recordValueOf({ typeCode, rdata }: TypedRdata): RecordValue {
  if (typeCode === txt.wire?.typeCode) return { type: 'TXT', value: readableTxt(rdata) };
  if (typeCode === aliasTypeCode) return { type: 'ALIAS', value: readHost(rdata) };
  const type = recordTypeOf(typeCode);
  if (!isGenericType(type)) return { type, value: formOf(type).present(rdata) };
  const problem = unsupportedType(typeCode);
  if (problem !== null) throw new GrammarError(problem);
  genericForm(typeCode).check(rdata);
  return { type, value: presentGenericRdata(rdata) };
}

/**
 * A record of a type that is written by number and has a name here, such as TYPE257, under its name.
 * Everything else stays as it is. Throws GrammarError and DnsFormatError.
 */
export function namedRecord(record: RecordValue): RecordValue {
  const typeCode = genericTypeCode(record.type);
  const isNamed = typeCode !== null && (typesByCode.has(typeCode) || typeCode === aliasTypeCode);
  if (!isNamed) return record;
  return recordValueOf({ typeCode, rdata: readGenericRdata(splitWords(record.value)) });
}

function formOf(type: NamedRecordType): RdataForm {
  const { wire } = recordGrammars[type];
  if (wire === null) throw new Error(`${type} has no wire form.`);
  return wire;
}

function readHost(rdata: Uint8Array): string {
  const reader = new WireReader(rdata);
  const name = reader.plainName();
  reader.expectEnd('ALIAS');
  return name.toHostname();
}

function checkText(type: RecordType, value: string): void {
  if (value === '') {
    throw new GrammarError(`the value is empty; expected ${grammarOf(type).format}`);
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
