/**
 * TXT: free text (RFC 1035, section 3.3.14). A value is taken literally, byte for byte as UTF-8,
 * unless the whole of it is a well-formed sequence of quoted strings. Strings over 255 octets are
 * split, as the wire requires; readers such as SPF and DKIM join them again without a gap.
 */
import { concatBytes, utf8Bytes } from '../bytes.ts';
import {
  charStringBytesMax,
  decodeWord,
  presentQuoted,
  quoteText,
  readableText,
  splitWords,
} from '../char-string.ts';
import { DnsFormatError, GrammarError } from '../errors.ts';
import { type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import type { RecordGrammar } from './grammar.ts';

export interface TxtData {
  readonly type: 'TXT';
  /** At least one; each at most 255 octets. */
  readonly strings: readonly Uint8Array[];
}

/** Far above any real use (a 4096-bit DKIM key takes some 750) and far below a message's 65,535. */
const textBytesMax = 4096;

export const txtCodec: RdataCodec<TxtData> = {
  mnemonic: 'TXT',
  typeCode: 16,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const strings: Uint8Array[] = [];
    while (reader.remaining > 0) strings.push(reader.charString());
    if (strings.length === 0) throw new DnsFormatError('TXT has no strings');
    return { type: 'TXT', strings };
  },
  encode({ strings }) {
    const rdata = new Uint8Array(bytesOf(strings) + strings.length);
    let offset = 0;
    for (const string of strings) {
      rdata[offset] = string.length;
      rdata.set(string, offset + 1);
      offset += 1 + string.length;
    }
    return rdata;
  },
  fromWords(words) {
    if (words.length === 0)
      throw new GrammarError('the value has no text; expected one or more strings');
    const strings = words.map(decodeWord);
    const long = strings.find((string) => string.length > charStringBytesMax);
    if (long !== undefined) {
      throw new GrammarError(
        `the value has a string of ${long.length} octets; at most 255 are allowed`,
      );
    }
    return { type: 'TXT', strings };
  },
  toText: (data) => data.strings.map(presentQuoted).join(' '),
};

/**
 * Text that came by wire, as the API shows it: quoted strings with UTF-8 unescaped. A character
 * that the split at 255 octets cut in two is joined again; the split of `parse` is the same.
 */
export function readableTxt(rdata: Uint8Array): string {
  const data = txtCodec.decode(rdata);
  const apart = data.strings.map(presentReadable);
  if (apart.every((string) => string !== null)) return apart.join(' ');
  const isSplit = data.strings.slice(0, -1).every(({ length }) => length === charStringBytesMax);
  const joined = isSplit ? presentReadable(concatBytes(data.strings)) : null;
  return joined ?? txtCodec.toText(data);
}

/** Null for octets that are not UTF-8, or hold control characters. */
function presentReadable(octets: Uint8Array): string | null {
  const text = readableText(octets);
  return text === null ? null : quoteText(text);
}

export const txt: RecordGrammar<'TXT', TxtData> = {
  type: 'TXT',
  description: 'Text, such as SPF, DKIM or a verification code',
  reference: 'RFC 1035',
  format: '<text> or "<string>" …',
  examples: ['v=spf1 include:_spf.example.net -all', '"first string" "second string"'],
  fields: [{ name: 'text', label: 'Text', kind: 'text', example: 'v=spf1 -all' }],
  wire: rdataForm(txtCodec),
  parse(value) {
    if (value.includes('\0')) {
      throw new GrammarError(
        'the value holds the character NUL; write it as "\\000" inside quotes',
      );
    }
    const strings = readQuotedStrings(value) ?? [utf8Bytes(value)];
    const length = bytesOf(strings);
    if (length > textBytesMax) {
      throw new GrammarError(
        `the value has ${length} octets of text; at most ${textBytesMax} are allowed`,
      );
    }
    return { data: { type: 'TXT', strings: strings.flatMap(splitString) } };
  },
  publish: txtCodec.encode,
};

function bytesOf(strings: readonly Uint8Array[]): number {
  let length = 0;
  for (const string of strings) length += string.length;
  return length;
}

/** Null when any part of the value is not a well-formed quoted string: then all of it is raw. */
function readQuotedStrings(value: string): Uint8Array[] | null {
  if (!/^"(?:[^"\\]|\\.)*"(?: *"(?:[^"\\]|\\.)*")* *$/su.test(value)) return null;
  try {
    return splitWords(value).map(decodeWord);
  } catch (error) {
    if (error instanceof GrammarError) return null;
    throw error;
  }
}

function splitString(string: Uint8Array): Uint8Array[] {
  if (string.length <= charStringBytesMax) return [string];
  const parts: Uint8Array[] = [];
  for (let at = 0; at < string.length; at += charStringBytesMax) {
    parts.push(string.subarray(at, at + charStringBytesMax));
  }
  return parts;
}
