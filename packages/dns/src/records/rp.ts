/**
 * RP: the person responsible for a name (RFC 1183, section 2.2): a mailbox with its `@` written as a
 * dot, and the name of a TXT record with more about the person. `.` means that there is none.
 */
import { concatBytes } from '../bytes.ts';
import { splitWords } from '../char-string.ts';
import { GrammarError } from '../errors.ts';
import type { Name } from '../name.ts';
import { type NameRule, type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { expectWords } from '../words.ts';
import type { RecordGrammar } from './grammar.ts';
import { valueNames } from './value-names.ts';

export interface RpData {
  readonly type: 'RP';
  readonly mailbox: Name;
  readonly text: Name;
}

const format = '<mailbox> <host of a TXT record>';
const mailboxRule: NameRule = {
  what: 'the mailbox',
  hostOnly: false,
  rootAllowed: true,
  isMailbox: true,
};
const textRule: NameRule = { what: 'the TXT name', hostOnly: false, rootAllowed: true };

const rpCodec: RdataCodec<RpData> = {
  mnemonic: 'RP',
  typeCode: 17,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const data: RpData = { type: 'RP', mailbox: reader.plainName(), text: reader.plainName() };
    reader.expectEnd('RP');
    return data;
  },
  encode: (data) => concatBytes([data.mailbox.wire, data.text.wire]),
  fromWords(words, names) {
    expectWords(words, 2, format);
    return {
      type: 'RP',
      mailbox: names.read(words[0] ?? '', mailboxRule),
      text: names.read(words[1] ?? '', textRule),
    };
  },
  toText: (data) => `${data.mailbox} ${data.text}`,
};

export const rp: RecordGrammar<'RP', RpData> = {
  type: 'RP',
  description: 'Person responsible for this name',
  reference: 'RFC 1183',
  format,
  examples: ['hostmaster.example.com people.example.com', 'first\\.last.example.com .'],
  fields: [
    { name: 'mailbox', label: 'Mailbox', kind: 'host', example: 'hostmaster.example.com' },
    { name: 'text', label: 'TXT record', kind: 'host', example: 'people.example.com' },
  ],
  wire: rdataForm(rpCodec),
  parse(value, context) {
    const words = splitWords(value);
    const [mailbox = ''] = words;
    if (mailbox !== '@' && /^(?:[^\\@]|\\.)*@/.test(mailbox)) {
      throw new GrammarError(
        'the mailbox has an "@"; write a dot instead, and dots in front of it as \\.',
      );
    }
    return { data: rpCodec.fromWords(words, valueNames(context)) };
  },
  publish: rpCodec.encode,
};
