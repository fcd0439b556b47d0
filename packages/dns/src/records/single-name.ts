/** The record types whose whole value is one name share one codec shape (RFC 1035, section 3.3). */
import { DnsFormatError } from '../errors.ts';
import type { Name } from '../name.ts';
import type { NameRule, RdataCodec } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { expectWords } from '../words.ts';
import { type ParsedValue, type RecordContext, withWarning } from './grammar.ts';
import { singleLabelWarning, valueNames } from './value-names.ts';

export interface SingleNameData<Type extends string> {
  readonly type: Type;
  readonly target: Name;
}

export function singleNameCodec<Type extends string>(options: {
  readonly type: Type;
  readonly typeCode: number;
  readonly rule: NameRule;
}): RdataCodec<SingleNameData<Type>> {
  const { type, typeCode, rule } = options;
  return {
    mnemonic: type,
    typeCode,
    decode(rdata) {
      if (rdata.length === 0) throw new DnsFormatError(`${type} has no octets`);
      const reader = new WireReader(rdata);
      const target = reader.plainName();
      reader.expectEnd(type);
      return { type, target };
    },
    encode: (data) => data.target.wire,
    fromWords(words, names) {
      expectWords(words, 1, '<host>');
      return { type, target: names.read(words[0] ?? '', rule) };
    },
    toText: (data) => data.target.toString(),
  };
}

/** The value is one host name and nothing else; blanks inside it are part of a bad name. */
export function parseSingleName<Type extends string>(
  type: Type,
  options: { readonly value: string; readonly rule: NameRule; readonly context: RecordContext },
): ParsedValue<SingleNameData<Type>> {
  const target = valueNames(options.context).read(options.value, options.rule);
  return withWarning({ type, target }, singleLabelWarning(target));
}
