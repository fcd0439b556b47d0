/** DNSKEY: a zone's public key (RFC 4034, section 2). */
import { concatBytes, toBase64, u16 } from '../bytes.ts';
import { DnsFormatError } from '../errors.ts';
import type { RdataCodec } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { readBase64, readInteger, wrongFields } from '../words.ts';

export interface DnskeyData {
  readonly type: 'DNSKEY';
  readonly flags: number;
  readonly protocol: number;
  readonly algorithm: number;
  readonly publicKey: Uint8Array;
}

export const dnskeyCodec: RdataCodec<DnskeyData> = {
  mnemonic: 'DNSKEY',
  typeCode: 48,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const data: DnskeyData = {
      type: 'DNSKEY',
      flags: reader.u16(),
      protocol: reader.u8(),
      algorithm: reader.u8(),
      publicKey: reader.rest(),
    };
    if (data.publicKey.length === 0) throw new DnsFormatError('DNSKEY has no key');
    return data;
  },
  encode: (data) =>
    concatBytes([u16(data.flags), Uint8Array.of(data.protocol, data.algorithm), data.publicKey]),
  fromWords(words) {
    if (words.length < 4) {
      throw wrongFields(words, '<flags> <protocol> <algorithm> <base64>');
    }
    return {
      type: 'DNSKEY',
      flags: readInteger(words[0] ?? '', 'the flags', 65_535),
      protocol: readInteger(words[1] ?? '', 'the protocol', 255),
      algorithm: readInteger(words[2] ?? '', 'the algorithm', 255),
      publicKey: readBase64(words.slice(3), 'the public key'),
    };
  },
  toText: (data) => `${data.flags} ${data.protocol} ${data.algorithm} ${toBase64(data.publicKey)}`,
};

/** The key that a child asks its parent to trust (RFC 7344). */
export const cdnskeyCodec: RdataCodec<DnskeyData> = {
  ...dnskeyCodec,
  mnemonic: 'CDNSKEY',
  typeCode: 60,
};
