/** NAPTR: a rule that rewrites a name into another name or a URI (RFC 3403, section 4). */
import { concatBytes, u16 } from '../bytes.ts';
import { presentQuoted, readCharString, splitWords } from '../char-string.ts';
import { GrammarError } from '../errors.ts';
import { latin1, type Name } from '../name.ts';
import { type NameRule, type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { expectWords, readInteger, shorten } from '../words.ts';
import { type RecordGrammar, withWarning } from './grammar.ts';
import { substitutionProblem } from './substitution.ts';
import { valueNames } from './value-names.ts';

export interface NaptrData {
  readonly type: 'NAPTR';
  readonly order: number;
  readonly preference: number;
  readonly flags: Uint8Array;
  readonly services: Uint8Array;
  readonly regexp: Uint8Array;
  readonly replacement: Name;
}

const format = '<order> <preference> "<flags>" "<services>" "<regexp>" <replacement>';
const rule: NameRule = { what: 'the replacement', hostOnly: false, rootAllowed: true };

const naptrCodec: RdataCodec<NaptrData> = {
  mnemonic: 'NAPTR',
  typeCode: 35,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const data: NaptrData = {
      type: 'NAPTR',
      order: reader.u16(),
      preference: reader.u16(),
      flags: reader.charString(),
      services: reader.charString(),
      regexp: reader.charString(),
      replacement: reader.plainName(),
    };
    reader.expectEnd('NAPTR');
    return data;
  },
  encode: (data) =>
    concatBytes([
      u16(data.order),
      u16(data.preference),
      ...[data.flags, data.services, data.regexp].flatMap((text) => [
        Uint8Array.of(text.length),
        text,
      ]),
      data.replacement.wire,
    ]),
  fromWords(words, names) {
    expectWords(words, 6, format);
    const [order = '', preference = '', flags = '', services = '', regexp = ''] = words;
    return {
      type: 'NAPTR',
      order: readInteger(order, 'the order', 65_535),
      preference: readInteger(preference, 'the preference', 65_535),
      flags: readCharString(flags, 'the flags'),
      services: readCharString(services, 'the services'),
      regexp: readCharString(regexp, 'the regexp'),
      replacement: names.read(words[5] ?? '', rule),
    };
  },
  toText: ({ order, preference, flags, services, regexp, replacement }) =>
    [order, preference, ...[flags, services, regexp].map(presentQuoted), replacement].join(' '),
};

export const naptr: RecordGrammar<'NAPTR', NaptrData> = {
  type: 'NAPTR',
  description: 'Rule that maps a name to a service, such as SIP or ENUM',
  reference: 'RFC 3403',
  format,
  examples: [
    '100 10 "s" "SIP+D2U" "" _sip._udp.example.net',
    '100 10 "u" "E2U+sip" "!^.*$!sip:info@example.net!" .',
  ],
  fields: [
    { name: 'order', label: 'Order', kind: 'integer', max: 65_535, example: '100' },
    { name: 'preference', label: 'Preference', kind: 'integer', max: 65_535, example: '10' },
    { name: 'flags', label: 'Flags', kind: 'string', optional: true, example: 's' },
    { name: 'services', label: 'Services', kind: 'string', optional: true, example: 'SIP+D2U' },
    { name: 'regexp', label: 'Regexp', kind: 'string', optional: true, example: '' },
    { name: 'replacement', label: 'Replacement', kind: 'host', example: '_sip._udp.example.net' },
  ],
  wire: rdataForm(naptrCodec),
  parse(value, context) {
    const data = naptrCodec.fromWords(splitWords(value), valueNames(context));
    const flags = latin1(data.flags);
    if (!/^[a-zA-Z0-9]*$/.test(flags)) {
      throw new GrammarError(`the flags "${shorten(flags)}" are not letters and digits`);
    }
    const problem = substitutionProblem(data.regexp);
    if (problem !== null) throw new GrammarError(`the regexp ${problem}`);
    const hasBoth = data.regexp.length > 0 && data.replacement.labelCount > 0;
    return withWarning(
      data,
      hasBoth
        ? 'with a regexp, the replacement is "."; clients ignore a rule with both'
        : undefined,
    );
  },
  publish: naptrCodec.encode,
};
