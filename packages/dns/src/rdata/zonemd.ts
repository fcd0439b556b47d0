/** ZONEMD: the digest of a whole zone (RFC 8976). */
import { concatBytes, toHex, u32 } from '../bytes.ts';
import { DnsFormatError } from '../errors.ts';
import type { RdataCodec } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { readHex, readInteger, wrongFields } from '../words.ts';

export interface ZonemdData {
  readonly type: 'ZONEMD';
  readonly serial: number;
  /** 1: SIMPLE. */
  readonly scheme: number;
  /** 1: SHA-384, 2: SHA-512. */
  readonly hash: number;
  readonly digest: Uint8Array;
}

const digestBytesMin = 12;

export const zonemdCodec: RdataCodec<ZonemdData> = {
  mnemonic: 'ZONEMD',
  typeCode: 63,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const data: ZonemdData = {
      type: 'ZONEMD',
      serial: reader.u32(),
      scheme: reader.u8(),
      hash: reader.u8(),
      digest: reader.rest(),
    };
    if (data.digest.length < digestBytesMin) throw new DnsFormatError('ZONEMD has a short digest');
    return data;
  },
  encode: ({ serial, scheme, hash, digest }) =>
    concatBytes([u32(serial), Uint8Array.of(scheme, hash), digest]),
  fromWords(words) {
    if (words.length < 4) {
      throw wrongFields(words, '<serial> <scheme> <hash> <hex>');
    }
    return {
      type: 'ZONEMD',
      serial: readInteger(words[0] ?? '', 'the serial', 0xffff_ffff),
      scheme: readInteger(words[1] ?? '', 'the scheme', 255),
      hash: readInteger(words[2] ?? '', 'the hash algorithm', 255),
      digest: readHex(words.slice(3), 'the digest'),
    };
  },
  toText: ({ serial, scheme, hash, digest }) => `${serial} ${scheme} ${hash} ${toHex(digest)}`,
};
