/** NSEC: the next name of a signed zone, and which types this one has (RFC 4034, section 4). */
import { concatBytes } from '../bytes.ts';
import type { Name } from '../name.ts';
import { typeName } from '../protocol.ts';
import type { NameRule, RdataCodec } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { decodeTypes, encodeTypes } from './type-bitmap.ts';
import { readType } from './type-word.ts';

export interface NsecData {
  readonly type: 'NSEC';
  readonly next: Name;
  /** Ascending. */
  readonly types: readonly number[];
}

const nextRule: NameRule = { what: 'the next name', hostOnly: false, rootAllowed: true };

export const nsecCodec: RdataCodec<NsecData> = {
  mnemonic: 'NSEC',
  typeCode: 47,
  decode(rdata) {
    const reader = new WireReader(rdata);
    return { type: 'NSEC', next: reader.plainName(), types: decodeTypes(reader) };
  },
  encode: ({ next, types }) => concatBytes([next.wire, encodeTypes(types)]),
  fromWords([next = '', ...types], names) {
    return {
      type: 'NSEC',
      next: names.read(next, nextRule),
      types: types.map(readType).sort((a, b) => a - b),
    };
  },
  toText: ({ next, types }) => [next, ...types.map(typeName)].join(' '),
};
