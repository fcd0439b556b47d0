/** DS: the digest of a child zone's key (RFC 4034, section 5). */
import { concatBytes, toHex, u16 } from '../bytes.ts';
import { DnsFormatError, GrammarError } from '../errors.ts';
import type { RdataCodec } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { readHex, readInteger } from '../words.ts';

export interface DsData {
  readonly type: 'DS';
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  readonly digest: Uint8Array;
}

export const dsCodec: RdataCodec<DsData> = {
  mnemonic: 'DS',
  typeCode: 43,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const data: DsData = {
      type: 'DS',
      keyTag: reader.u16(),
      algorithm: reader.u8(),
      digestType: reader.u8(),
      digest: reader.rest(),
    };
    if (data.digest.length === 0) throw new DnsFormatError('DS has no digest');
    return data;
  },
  encode: (data) =>
    concatBytes([u16(data.keyTag), Uint8Array.of(data.algorithm, data.digestType), data.digest]),
  fromWords(words) {
    if (words.length < 4) {
      throw new GrammarError(
        `the value has ${words.length} fields; expected <key tag> <algorithm> <digest type> <hex>`,
      );
    }
    return {
      type: 'DS',
      keyTag: readInteger(words[0] ?? '', 'the key tag', 65_535),
      algorithm: readInteger(words[1] ?? '', 'the algorithm', 255),
      digestType: readInteger(words[2] ?? '', 'the digest type', 255),
      digest: readHex(words.slice(3), 'the digest'),
    };
  },
  toText: (data) => `${data.keyTag} ${data.algorithm} ${data.digestType} ${toHex(data.digest)}`,
};
