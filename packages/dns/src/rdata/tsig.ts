/**
 * TSIG: the signature at the end of a message (RFC 8945, section 4.2), as data only; ../tsig.ts signs
 * and verifies.
 */
import { concatBytes, toBase64, u16, u48 } from '../bytes.ts';
import { GrammarError } from '../errors.ts';
import type { Name } from '../name.ts';
import type { RdataCodec } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';

export interface TsigData {
  readonly type: 'TSIG';
  readonly algorithm: Name;
  /** Seconds since 1970, 48 bits on the wire. */
  readonly signedAtSeconds: number;
  readonly fudgeSeconds: number;
  readonly mac: Uint8Array;
  readonly originalId: number;
  readonly error: number;
  readonly otherData: Uint8Array;
}

export const tsigCodec: RdataCodec<TsigData> = {
  mnemonic: 'TSIG',
  typeCode: 250,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const data: TsigData = {
      type: 'TSIG',
      algorithm: reader.plainName(),
      signedAtSeconds: reader.u16() * 0x1_0000_0000 + reader.u32(),
      fudgeSeconds: reader.u16(),
      mac: reader.take(reader.u16()),
      originalId: reader.u16(),
      error: reader.u16(),
      otherData: reader.take(reader.u16()),
    };
    reader.expectEnd('TSIG');
    return data;
  },
  encode: (data) =>
    concatBytes([
      data.algorithm.wire,
      u48(data.signedAtSeconds),
      u16(data.fudgeSeconds),
      u16(data.mac.length),
      data.mac,
      u16(data.originalId),
      u16(data.error),
      u16(data.otherData.length),
      data.otherData,
    ]),
  fromWords() {
    throw new GrammarError('TSIG belongs to a message and never stands in a zone');
  },
  toText: (data) =>
    `${data.algorithm} ${data.signedAtSeconds} ${data.fudgeSeconds} ${toBase64(data.mac)} ${data.originalId} ${data.error}`,
};
