/** OPENPGPKEY: the OpenPGP key of a mail address (RFC 7929, section 2). */
import { toBase64 } from '../bytes.ts';
import { splitWords } from '../char-string.ts';
import { DnsFormatError } from '../errors.ts';
import { type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { readBase64 } from '../words.ts';
import type { RecordGrammar } from './grammar.ts';
import { valueNames } from './value-names.ts';

export interface OpenpgpkeyData {
  readonly type: 'OPENPGPKEY';
  readonly key: Uint8Array;
}

const example = 'mDMEZr8CgBYJKwYBBAHaRw8BAQdA';

const openpgpkeyCodec: RdataCodec<OpenpgpkeyData> = {
  mnemonic: 'OPENPGPKEY',
  typeCode: 61,
  decode(rdata) {
    if (rdata.length === 0) throw new DnsFormatError('OPENPGPKEY has no key');
    return { type: 'OPENPGPKEY', key: rdata };
  },
  encode: (data) => data.key,
  fromWords: (words) => ({ type: 'OPENPGPKEY', key: readBase64(words, 'the key') }),
  toText: (data) => toBase64(data.key),
};

export const openpgpkey: RecordGrammar<'OPENPGPKEY', OpenpgpkeyData> = {
  type: 'OPENPGPKEY',
  description: 'OpenPGP key of a mail address',
  reference: 'RFC 7929',
  format: '<base64>',
  examples: [example],
  fields: [{ name: 'key', label: 'Key in base64', kind: 'base64', example }],
  wire: rdataForm(openpgpkeyCodec),
  parse: (value, context) => ({
    data: openpgpkeyCodec.fromWords(splitWords(value), valueNames(context)),
  }),
  publish: openpgpkeyCodec.encode,
};
