/**
 * TSIG: the signature at the end of a message (RFC 8945, section 4.2), as data only; ../tsig.ts signs
 * and verifies.
 */
import { putU16, putU48, toBase64 } from '../bytes.ts';
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
  encode(data) {
    const { mac, otherData } = data;
    const algorithm = data.algorithm.wire;
    const rdata = new Uint8Array(algorithm.length + 16 + mac.length + otherData.length);
    rdata.set(algorithm);
    const timesAt = algorithm.length;
    putU48(rdata, timesAt, data.signedAtSeconds);
    putU16(rdata, timesAt + 6, data.fudgeSeconds);
    putU16(rdata, timesAt + 8, mac.length);
    rdata.set(mac, timesAt + 10);
    const idAt = timesAt + 10 + mac.length;
    putU16(rdata, idAt, data.originalId);
    putU16(rdata, idAt + 2, data.error);
    putU16(rdata, idAt + 4, otherData.length);
    rdata.set(otherData, idAt + 6);
    return rdata;
  },
  fromWords() {
    throw new GrammarError('TSIG belongs to a message and never stands in a zone');
  },
  toText: (data) =>
    `${data.algorithm} ${data.signedAtSeconds} ${data.fudgeSeconds} ${toBase64(data.mac)} ${data.originalId} ${data.error}`,
};
