/** CAA: which certificate authorities may issue for a name (RFC 8659, section 4). */
import { concatBytes } from '../bytes.ts';
import { decodeWord, presentQuoted } from '../char-string.ts';
import { DnsFormatError, GrammarError } from '../errors.ts';
import type { RdataCodec } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { expectWords, readInteger, shorten } from '../words.ts';

export interface CaaData {
  readonly type: 'CAA';
  readonly flags: number;
  readonly tag: string;
  readonly value: Uint8Array;
}

const tagForm = /^[a-zA-Z0-9]{1,255}$/;

export const caaCodec: RdataCodec<CaaData> = {
  mnemonic: 'CAA',
  typeCode: 257,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const flags = reader.u8();
    const tag = String.fromCharCode(...reader.charString());
    if (!tagForm.test(tag))
      throw new DnsFormatError('CAA has a tag that is not letters and digits');
    return { type: 'CAA', flags, tag, value: reader.rest() };
  },
  encode: (data) =>
    concatBytes([
      Uint8Array.of(data.flags, data.tag.length),
      new TextEncoder().encode(data.tag),
      data.value,
    ]),
  fromWords(words) {
    expectWords(words, 3, '<flags> <tag> <value>');
    const [flags = '', tag = '', value = ''] = words;
    if (!tagForm.test(tag)) {
      throw new GrammarError(`the tag "${shorten(tag)}" is not made of letters and digits`);
    }
    return {
      type: 'CAA',
      flags: readInteger(flags, 'the flags', 255),
      tag,
      value: decodeWord(value),
    };
  },
  toText: (data) => `${data.flags} ${data.tag} ${presentQuoted(data.value)}`,
};
