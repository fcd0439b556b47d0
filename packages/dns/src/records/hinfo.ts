/** HINFO: hardware and system of a host (RFC 1035, section 3.3.2). */
import { concatBytes } from '../bytes.ts';
import { presentQuoted, readCharString, splitWords } from '../char-string.ts';
import { type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { expectWords } from '../words.ts';
import type { RecordGrammar } from './grammar.ts';
import { valueNames } from './value-names.ts';

export interface HinfoData {
  readonly type: 'HINFO';
  readonly cpu: Uint8Array;
  readonly os: Uint8Array;
}

const format = '"<cpu>" "<os>"';

const hinfoCodec: RdataCodec<HinfoData> = {
  mnemonic: 'HINFO',
  typeCode: 13,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const data: HinfoData = { type: 'HINFO', cpu: reader.charString(), os: reader.charString() };
    reader.expectEnd('HINFO');
    return data;
  },
  encode: ({ cpu, os }) =>
    concatBytes([Uint8Array.of(cpu.length), cpu, Uint8Array.of(os.length), os]),
  fromWords(words) {
    expectWords(words, 2, format);
    return {
      type: 'HINFO',
      cpu: readCharString(words[0] ?? '', 'the CPU'),
      os: readCharString(words[1] ?? '', 'the operating system'),
    };
  },
  toText: (data) => `${presentQuoted(data.cpu)} ${presentQuoted(data.os)}`,
};

export const hinfo: RecordGrammar<'HINFO', HinfoData> = {
  type: 'HINFO',
  description: 'Hardware and operating system of a host',
  reference: 'RFC 1035',
  format,
  examples: ['"ARM64" "LINUX"'],
  fields: [
    { name: 'cpu', label: 'CPU', kind: 'string', example: 'ARM64' },
    { name: 'os', label: 'Operating system', kind: 'string', example: 'LINUX' },
  ],
  wire: rdataForm(hinfoCodec),
  parse: (value, context) => ({
    data: hinfoCodec.fromWords(splitWords(value), valueNames(context)),
  }),
  publish: hinfoCodec.encode,
};
