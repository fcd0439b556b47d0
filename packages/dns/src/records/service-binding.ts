/** The form that SVCB and HTTPS share (RFC 9460, section 2): priority, target and parameters. */
import { concatBytes, u16 } from '../bytes.ts';
import { decodeWord, presentQuoted, splitWords } from '../char-string.ts';
import { DnsFormatError, GrammarError } from '../errors.ts';
import type { Name } from '../name.ts';
import { type NameRule, type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { readInteger, wrongFields } from '../words.ts';
import type { ParsedValue, RecordContext, RecordField, RecordGrammar } from './grammar.ts';
import { mandatoryKeys, presentKey, readKey, svcParamKinds } from './svc-param-keys.ts';
import { valueNames } from './value-names.ts';

export interface SvcParam {
  readonly key: number;
  /** The wire value. */
  readonly value: Uint8Array;
}

export interface ServiceBinding<Type extends string> {
  readonly type: Type;
  /** 0 is AliasMode, where parameters have no meaning. */
  readonly priority: number;
  readonly target: Name;
  /** In rising order of their keys, each key once. */
  readonly params: readonly SvcParam[];
}

const format = '<priority> <target> [<key>=<value> …]';

const fields: readonly RecordField[] = [
  { name: 'priority', label: 'Priority', kind: 'integer', max: 65_535, example: '1' },
  { name: 'target', label: 'Target', kind: 'host', example: '.' },
  {
    name: 'params',
    label: 'Parameters',
    kind: 'params',
    optional: true,
    example: 'alpn="h2,h3" port=8443',
  },
];

/** ipv6hint */
const lastOriginalKey = 6;

const rule: NameRule = { what: 'the target', hostOnly: false, rootAllowed: true };

/** What differs between SVCB and HTTPS. */
export interface ServiceBindingType<Type extends string> {
  readonly type: Type;
  readonly typeCode: number;
  readonly description: string;
  readonly examples: readonly string[];
}

export function serviceBindingGrammar<Type extends string>(
  options: ServiceBindingType<Type>,
): RecordGrammar<Type, ServiceBinding<Type>> {
  const { type, typeCode, description, examples } = options;
  const codec = serviceBindingCodec(type, typeCode);
  return {
    type,
    description,
    reference: 'RFC 9460',
    format,
    examples,
    fields,
    wire: rdataForm(codec),
    parse: (value, context) => parseServiceBinding(codec, value, context),
    publish: codec.encode,
  };
}

export function serviceBindingCodec<Type extends string>(
  type: Type,
  typeCode: number,
): RdataCodec<ServiceBinding<Type>> {
  return {
    mnemonic: type,
    typeCode,
    decode: (rdata) => decodeBinding(type, rdata),
    encode: (data) =>
      concatBytes([
        u16(data.priority),
        data.target.wire,
        ...data.params.flatMap(({ key, value }) => [u16(key), u16(value.length), value]),
      ]),
    fromWords(words, names) {
      if (words.length < 2) {
        throw wrongFields(words, format);
      }
      const priority = readInteger(words[0] ?? '', 'the priority', 65_535);
      const target = names.read(words[1] ?? '', rule);
      return { type, priority, target, params: readParams(words.slice(2)) };
    },
    toText: (data) => [data.priority, data.target, ...data.params.map(presentParam)].join(' '),
  };
}

function parseServiceBinding<Type extends string>(
  codec: RdataCodec<ServiceBinding<Type>>,
  value: string,
  context: RecordContext,
): ParsedValue<ServiceBinding<Type>> {
  const data = codec.fromWords(splitWords(value), valueNames(context));
  if (data.priority !== 0 || data.params.length === 0) return { data };
  return { data, warning: 'priority 0 makes this an alias, whose parameters every client ignores' };
}

function decodeBinding<Type extends string>(type: Type, rdata: Uint8Array): ServiceBinding<Type> {
  const reader = new WireReader(rdata);
  const priority = reader.u16();
  const target = reader.plainName();
  const params: SvcParam[] = [];
  while (reader.remaining > 0) {
    const key = reader.u16();
    const value = reader.take(reader.u16());
    if (key <= (params.at(-1)?.key ?? -1)) {
      throw new DnsFormatError(`${type} has parameters that are not in rising order`);
    }
    svcParamKinds[key]?.check(value);
    params.push({ key, value });
  }
  return { type, priority, target, params };
}

function readParams(words: readonly string[]): SvcParam[] {
  const params = words.map(readParam).sort((a, b) => a.key - b.key);
  const double = params.find(({ key }, at) => key === params[at - 1]?.key);
  if (double !== undefined) {
    throw new GrammarError(`the value has the parameter ${presentKey(double.key)} twice`);
  }
  const present = new Set(params.map(({ key }) => key));
  const listed = params[0]?.key === 0 ? mandatoryKeys(params[0].value) : [];
  const missing = listed.find((key) => !present.has(key));
  if (missing !== undefined) {
    throw new GrammarError(
      `the value lists ${presentKey(missing)} as mandatory, but does not have it`,
    );
  }
  if (present.has(2) && !present.has(1)) {
    throw new GrammarError(
      'the value has no-default-alpn without alpn, which leaves no protocol at all',
    );
  }
  return params;
}

function readParam(word: string): SvcParam {
  const equals = word.indexOf('=');
  const name = equals < 0 ? word : word.slice(0, equals);
  const text = equals < 0 ? new Uint8Array() : decodeWord(word.slice(equals + 1));
  const key = readKey(name);
  const kind = svcParamKinds[key];
  if (kind === undefined) return { key, value: text };
  if (name === kind.name) return { key, value: kind.parse(text) };
  return { key, value: checkedWireValue(kind.check, name, text) };
}

/** A known key in its numeric spelling carries wire octets, which must still fit the key. */
function checkedWireValue(
  check: (value: Uint8Array) => void,
  name: string,
  value: Uint8Array,
): Uint8Array {
  try {
    check(value);
    return value;
  } catch (error) {
    if (error instanceof DnsFormatError) throw new GrammarError(`${name}: ${error.message}`);
    throw error;
  }
}

/**
 * Keys of RFC 9460 itself by name, later ones by number: servers in use do not support their names, and
 * the numeric form is valid for every key.
 */
function presentParam({ key, value }: SvcParam): string {
  const kind = key <= lastOriginalKey ? svcParamKinds[key] : undefined;
  if (kind === undefined) {
    return value.length === 0 ? `key${key}` : `key${key}=${presentQuoted(value)}`;
  }
  const text = kind.present(value);
  return text === null ? kind.name : `${kind.name}=${text}`;
}
