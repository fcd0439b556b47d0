/** CAA: which certificate authorities may issue for a name (RFC 8659, section 4). */
import { concatBytes, utf8Bytes } from '../bytes.ts';
import { decodeWord, presentQuoted, splitWords } from '../char-string.ts';
import { DnsFormatError, GrammarError } from '../errors.ts';
import { latin1 } from '../name.ts';
import { type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { expectWords, readInteger, shorten } from '../words.ts';
import { type RecordGrammar, withWarning } from './grammar.ts';
import { valueNames } from './value-names.ts';

export interface CaaData {
  readonly type: 'CAA';
  readonly flags: number;
  readonly tag: string;
  readonly value: Uint8Array;
}

const format = '<flags> <tag> "<value>"';
const tagForm = /^[a-zA-Z0-9]{1,255}$/;

const caaCodec: RdataCodec<CaaData> = {
  mnemonic: 'CAA',
  typeCode: 257,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const flags = reader.u8();
    const tag = latin1(reader.charString());
    if (!tagForm.test(tag))
      throw new DnsFormatError('CAA has a tag that is not letters and digits');
    return { type: 'CAA', flags, tag, value: reader.rest() };
  },
  encode: (data) =>
    concatBytes([Uint8Array.of(data.flags, data.tag.length), utf8Bytes(data.tag), data.value]),
  fromWords(words) {
    expectWords(words, 3, format);
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

export const caa: RecordGrammar<'CAA', CaaData> = {
  type: 'CAA',
  description: 'Which certificate authorities may issue for this name',
  reference: 'RFC 8659',
  format,
  examples: ['0 issue "ca.example.net"', '0 issuewild ";"', '0 iodef "mailto:ca@example.com"'],
  fields: [
    { name: 'flags', label: 'Flags', kind: 'integer', max: 255, example: '0' },
    { name: 'tag', label: 'Tag', kind: 'word', example: 'issue' },
    { name: 'value', label: 'Value', kind: 'string', example: 'ca.example.net' },
  ],
  wire: rdataForm(caaCodec),
  parse(value, context) {
    const data = caaCodec.fromWords(splitWords(value), valueNames(context));
    return withWarning(data, warningOf(data));
  },
  publish: caaCodec.encode,
};

/** Sections 4.2 to 4.4, RFC 8657, RFC 9495 and the register of CAA properties. */
const issuerTags = new Set(['issue', 'issuewild', 'issuemail', 'issuevmc']);
const otherTags = new Set(['iodef', 'contactemail', 'contactphone']);

function warningOf({ flags, tag, value }: CaaData): string | undefined {
  const name = tag.toLowerCase();
  if (!issuerTags.has(name) && !otherTags.has(name)) {
    return `"${shorten(tag)}" is not a property that certificate authorities read; they read issue, issuewild, issuemail, iodef and others`;
  }
  const text = latin1(value);
  // A domain name, or nothing, before the parameters.
  const [issuer = ''] = text.split(';', 1);
  if (issuerTags.has(name) && !/^[a-zA-Z0-9.-]*$/.test(issuer.trim())) {
    return 'the value does not begin with the domain name of a certificate authority, so that none may issue';
  }
  if (name === 'iodef' && !/^(?:mailto|https?):/i.test(text)) {
    return 'the value of iodef is an address such as mailto:ca@example.com or an https URL';
  }
  return flags === 0 || flags === 128 ? undefined : 'only the flags 0 and 128 have a meaning';
}
