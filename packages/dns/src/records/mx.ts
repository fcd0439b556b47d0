/** MX: a mail exchanger (RFC 1035, section 3.3.9), with the null MX of RFC 7505. */
import { concatBytes, u16 } from '../bytes.ts';
import { splitWords } from '../char-string.ts';
import { GrammarError } from '../errors.ts';
import type { Name } from '../name.ts';
import { type NameRule, type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { expectWords, readInteger } from '../words.ts';
import { type RecordGrammar, withWarning } from './grammar.ts';
import { singleLabelWarning, valueNames } from './value-names.ts';

export interface MxData {
  readonly type: 'MX';
  readonly priority: number;
  readonly host: Name;
}

const priorityDefault = '10';
const rule: NameRule = { what: 'the mail host', hostOnly: true, rootAllowed: true };

const mxCodec: RdataCodec<MxData> = {
  mnemonic: 'MX',
  typeCode: 15,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const data: MxData = { type: 'MX', priority: reader.u16(), host: reader.plainName() };
    reader.expectEnd('MX');
    return data;
  },
  encode: (data) => concatBytes([u16(data.priority), data.host.wire]),
  fromWords(words, names) {
    expectWords(words, 2, '<priority> <host>');
    const priority = readInteger(words[0] ?? '', 'the priority', 65_535);
    return { type: 'MX', priority, host: names.read(words[1] ?? '', rule) };
  },
  toText: (data) => `${data.priority} ${data.host}`,
};

export const mx: RecordGrammar<'MX', MxData> = {
  type: 'MX',
  description: 'Mail server for this name',
  reference: 'RFC 1035, RFC 7505',
  format: '[<priority>] <host>',
  examples: ['10 mail.example.net', 'mail.example.net', '0 .'],
  fields: [
    {
      name: 'priority',
      label: 'Priority',
      kind: 'integer',
      max: 65_535,
      optional: true,
      example: '10',
    },
    { name: 'host', label: 'Mail server', kind: 'host', example: 'mail.example.net' },
  ],
  wire: rdataForm(mxCodec),
  parse(value, context) {
    const words = splitWords(value);
    if (words.length === 1 && /^[0-9]+$/.test(value)) {
      throw new GrammarError(`the value has a priority but no mail host; expected ${mx.format}`);
    }
    if (words.length === 1) words.unshift(priorityDefault);
    const data = mxCodec.fromWords(words, valueNames(context));
    if (data.host.labelCount === 0 && data.priority !== 0) {
      throw new GrammarError('the mail host "." means that no mail is taken; write it as "0 ."');
    }
    return withWarning(data, singleLabelWarning(data.host));
  },
  publish: mxCodec.encode,
};
