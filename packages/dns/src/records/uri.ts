/** URI: where a service is, as a URI (RFC 7553, section 4). */
import { concatBytes, u16 } from '../bytes.ts';
import { decodeWord, presentQuoted, splitWords } from '../char-string.ts';
import { DnsFormatError, GrammarError } from '../errors.ts';
import { latin1 } from '../name.ts';
import { type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { expectWords, readInteger } from '../words.ts';
import { type RecordGrammar, withWarning } from './grammar.ts';
import { valueNames } from './value-names.ts';

export interface UriData {
  readonly type: 'URI';
  readonly priority: number;
  readonly weight: number;
  readonly target: Uint8Array;
}

const format = '<priority> <weight> "<URI>"';

const uriCodec: RdataCodec<UriData> = {
  mnemonic: 'URI',
  typeCode: 256,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const data: UriData = {
      type: 'URI',
      priority: reader.u16(),
      weight: reader.u16(),
      target: reader.rest(),
    };
    if (data.target.length === 0) throw new DnsFormatError('URI has no target');
    return data;
  },
  encode: (data) => concatBytes([u16(data.priority), u16(data.weight), data.target]),
  fromWords(words) {
    expectWords(words, 3, format);
    const target = decodeWord(words[2] ?? '');
    if (target.length === 0) throw new GrammarError(`the URI is empty; expected ${format}`);
    return {
      type: 'URI',
      priority: readInteger(words[0] ?? '', 'the priority', 65_535),
      weight: readInteger(words[1] ?? '', 'the weight', 65_535),
      target,
    };
  },
  toText: (data) => `${data.priority} ${data.weight} ${presentQuoted(data.target)}`,
};

export const uri: RecordGrammar<'URI', UriData> = {
  type: 'URI',
  description: 'URI of a service',
  reference: 'RFC 7553',
  format,
  examples: ['10 1 "https://www.example.net/path"'],
  fields: [
    { name: 'priority', label: 'Priority', kind: 'integer', max: 65_535, example: '10' },
    { name: 'weight', label: 'Weight', kind: 'integer', max: 65_535, example: '1' },
    { name: 'target', label: 'URI', kind: 'string', example: 'https://www.example.net/path' },
  ],
  wire: rdataForm(uriCodec),
  parse(value, context) {
    const data = uriCodec.fromWords(splitWords(value), valueNames(context));
    const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(latin1(data.target.subarray(0, 64)));
    return withWarning(
      data,
      isAbsolute ? undefined : 'the target has no scheme such as https: in front',
    );
  },
  publish: uriCodec.encode,
};
