/**
 * Any type without a file of its own, in the form of RFC 3597, section 5: `TYPE65534` with a value
 * `\# <length> <hex>`. Types that a zone makes itself, and those that no zone holds, are refused.
 */
import { fromHex, toHex } from '../bytes.ts';
import { splitWords } from '../char-string.ts';
import { DnsFormatError, GrammarError } from '../errors.ts';
import { rrTypes, typeName } from '../protocol.ts';
import { genericShapes } from '../rdata/generic-shapes.ts';
import type { RdataForm } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { readInteger } from '../words.ts';
import type { RecordGrammar } from './grammar.ts';
import { existenceMarkerType } from './private-types.ts';

export type GenericType = `TYPE${number}`;

export interface GenericData {
  readonly type: GenericType;
  readonly typeCode: number;
  readonly rdata: Uint8Array;
}

const format = '\\# <length> <hex>';

/** The number of a generic type; null for other text. Its one spelling is `TYPE` and a plain number. */
export function genericTypeCode(text: string): number | null {
  const [, digits] = /^TYPE(0|[1-9][0-9]{0,4})$/.exec(text) ?? [];
  return digits === undefined || Number(digits) > 65_535 ? null : Number(digits);
}

export function isGenericType(text: string): text is GenericType {
  return genericTypeCode(text) !== null;
}

/** `form` is that of the named type with this number, if there is one. */
export function genericGrammar(
  type: GenericType,
  form: RdataForm | null,
): RecordGrammar<GenericType, GenericData> {
  const typeCode = genericTypeCode(type) ?? 0;
  const wire = form ?? genericForm(typeCode);
  return {
    type,
    description: `Record of type ${typeCode}`,
    reference: 'RFC 3597',
    format,
    examples: ['\\# 4 c0000201'],
    fields: [{ name: 'data', label: 'Data', kind: 'words', example: '\\# 4 c0000201' }],
    wire,
    parse(value) {
      const problem = unsupportedType(typeCode);
      if (problem !== null) throw new GrammarError(problem);
      const rdata = readGenericRdata(splitWords(value));
      try {
        wire.check(rdata);
      } catch (error) {
        if (error instanceof DnsFormatError) throw new GrammarError(error.message);
        throw error;
      }
      return { data: { type, typeCode, rdata } };
    },
    publish: (data) => data.rdata,
  };
}

/** Why records of this type cannot be kept; null when they can. */
export function unsupportedType(typeCode: number): string | null {
  const name = typeName(typeCode);
  if (typeCode === rrTypes.SOA) return 'the SOA record of a zone is generated';
  if (signerTypes.has(typeCode)) return `${name} records are made by the signer of the zone`;
  if (typeCode === existenceMarkerType) return `${name} is reserved for internal use`;
  const isForbidden = isMetaType(typeCode) || typeCode === nullType || typeCode === 65_535;
  return isForbidden ? `${name} records never stand in a zone` : null;
}

/** OPT, and the numbers of RFC 6895, section 3.1 that are reserved or for questions only. */
export function isMetaType(typeCode: number): boolean {
  return typeCode === 0 || typeCode === rrTypes.OPT || (typeCode >= 128 && typeCode <= 255);
}

/** RFC 1035, section 3.3.10 keeps it out of zone files. */
const nullType = 10;

/** SIG, KEY, NXT, RRSIG, NSEC, DNSKEY, NSEC3, NSEC3PARAM, CDS, CDNSKEY, ZONEMD, TA and DLV. */
const signerTypes: ReadonlySet<number> = new Set([
  24, 25, 30, 46, 47, 48, 50, 51, 59, 60, 63, 32_768, 32_769,
]);

export function readGenericRdata(words: readonly string[]): Uint8Array {
  if (words[0] !== '\\#')
    throw new GrammarError(`the value does not begin with "\\#"; expected ${format}`);
  const length = readInteger(words[1] ?? '', 'the length', 65_535);
  const rdata = fromHex(words.slice(2).join(''));
  if (rdata === null) throw new GrammarError('the data is not an even number of hex digits');
  if (rdata.length !== length) {
    throw new GrammarError(`the data has ${rdata.length} octets, not ${length} as it says`);
  }
  return rdata;
}

export function presentGenericRdata(rdata: Uint8Array): string {
  return rdata.length === 0 ? '\\# 0' : `\\# ${rdata.length} ${toHex(rdata)}`;
}

export function genericForm(typeCode: number): RdataForm {
  return {
    mnemonic: `TYPE${typeCode}`,
    typeCode,
    check(rdata) {
      const shape = genericShapes.get(typeCode);
      if (shape === undefined) return;
      const reader = new WireReader(rdata);
      shape(reader);
      reader.expectEnd(typeName(typeCode));
    },
    present: presentGenericRdata,
    parse: readGenericRdata,
  };
}
