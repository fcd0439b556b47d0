/**
 * What every record type on the wire provides. RDATA here is always whole and uncompressed: the
 * message layer expands and compresses names, so codecs compare, store and hash plain bytes.
 */
import type { Name } from './name.ts';

export interface RdataCodec<Data> {
  /** The name in zone files, such as `MX`. */
  readonly mnemonic: string;
  readonly typeCode: number;
  /** Throws DnsFormatError when the octets are not a well-formed value of this type. */
  decode(rdata: Uint8Array): Data;
  encode(data: Data): Uint8Array;
  /** Reads the words of a presentation value. Throws GrammarError. */
  fromWords(words: readonly string[], names: NameReader): Data;
  /** The canonical presentation value, names absolute: valid in zone files and as an API value. */
  toText(data: Data): string;
}

/** How names inside values are read: absolute in API values, relative to $ORIGIN in zone files. */
export interface NameReader {
  read(word: string, rule: NameRule): Name;
}

export interface NameRule {
  /** What the name is, for messages: `mail host`. */
  readonly what: string;
  /** Whether only host names (letters, digits, hyphens) make sense here. */
  readonly hostOnly: boolean;
  /** Whether the root `.` has a meaning here. */
  readonly rootAllowed: boolean;
  /** A mailbox written as a name: its labels may hold any octet, dots escaped (RFC 1035, section 8). */
  readonly isMailbox?: true;
}

/** A codec without its data type, as the type registries store it: octets and text only. */
export interface RdataForm {
  readonly mnemonic: string;
  readonly typeCode: number;
  /** Throws DnsFormatError when the octets are not a well-formed value. */
  check(rdata: Uint8Array): void;
  present(rdata: Uint8Array): string;
  /** Throws GrammarError. */
  parse(words: readonly string[], names: NameReader): Uint8Array;
}

export function rdataForm<Data>(codec: RdataCodec<Data>): RdataForm {
  return {
    mnemonic: codec.mnemonic,
    typeCode: codec.typeCode,
    check: (rdata) => {
      codec.decode(rdata);
    },
    present: (rdata) => codec.toText(codec.decode(rdata)),
    parse: (words, names) => codec.encode(codec.fromWords(words, names)),
  };
}
