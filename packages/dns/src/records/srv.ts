/**
 * SRV: where a service is offered (RFC 2782). The target "." means that the service is
 * not available.
 */
import { concatBytes, u16 } from '../bytes.ts';
import { splitWords } from '../char-string.ts';
import type { Name } from '../name.ts';
import { type NameRule, type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { expectWords, readInteger } from '../words.ts';
import { type RecordGrammar, withWarning } from './grammar.ts';
import { singleLabelWarning, valueNames } from './value-names.ts';

export interface SrvData {
  readonly type: 'SRV';
  readonly priority: number;
  readonly weight: number;
  readonly port: number;
  readonly target: Name;
}

const format = '<priority> <weight> <port> <target>';
const rule: NameRule = { what: 'the target', hostOnly: false, rootAllowed: true };

const srvCodec: RdataCodec<SrvData> = {
  mnemonic: 'SRV',
  typeCode: 33,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const data: SrvData = {
      type: 'SRV',
      priority: reader.u16(),
      weight: reader.u16(),
      port: reader.u16(),
      target: reader.plainName(),
    };
    reader.expectEnd('SRV');
    return data;
  },
  encode: (data) =>
    concatBytes([u16(data.priority), u16(data.weight), u16(data.port), data.target.wire]),
  fromWords(words, names) {
    expectWords(words, 4, format);
    return {
      type: 'SRV',
      priority: readInteger(words[0] ?? '', 'the priority', 65_535),
      weight: readInteger(words[1] ?? '', 'the weight', 65_535),
      port: readInteger(words[2] ?? '', 'the port', 65_535),
      target: names.read(words[3] ?? '', rule),
    };
  },
  toText: (data) => `${data.priority} ${data.weight} ${data.port} ${data.target}`,
};

export const srv: RecordGrammar<'SRV', SrvData> = {
  type: 'SRV',
  description: 'Host and port of a service',
  reference: 'RFC 2782',
  format,
  examples: ['10 5 5060 sip.example.net', '0 0 0 .'],
  fields: [
    { name: 'priority', label: 'Priority', kind: 'integer', max: 65_535, example: '10' },
    { name: 'weight', label: 'Weight', kind: 'integer', max: 65_535, example: '5' },
    { name: 'port', label: 'Port', kind: 'integer', max: 65_535, example: '5060' },
    { name: 'target', label: 'Target', kind: 'host', example: 'sip.example.net' },
  ],
  wire: rdataForm(srvCodec),
  parse(value, context) {
    const data = srvCodec.fromWords(splitWords(value), valueNames(context));
    return withWarning(data, singleLabelWarning(data.target));
  },
  publish: srvCodec.encode,
};
