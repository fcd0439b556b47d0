/** Small parsers for the words of presentation values; each message says what was expected. */
import { fromBase64, fromHex } from './bytes.ts';
import { GrammarError } from './errors.ts';

export function readInteger(word: string, what: string, max: number): number {
  if (!/^[0-9]{1,10}$/.test(word) || Number(word) > max) {
    throw new GrammarError(`${what} "${shorten(word)}" is not an integer from 0 to ${max}`);
  }
  return Number(word);
}

/** Hex digits, which may be spread over several words. */
export function readHex(words: readonly string[], what: string): Uint8Array {
  const octets = fromHex(words.join(''));
  if (octets === null || octets.length === 0) {
    throw new GrammarError(`${what} is not an even number of hex digits`);
  }
  return octets;
}

/** Base64, which may be spread over several words. */
export function readBase64(words: readonly string[], what: string): Uint8Array {
  const octets = fromBase64(words.join(''));
  if (octets === null || octets.length === 0) throw new GrammarError(`${what} is not base64`);
  return octets;
}

export function expectWords(words: readonly string[], count: number, format: string): void {
  if (words.length !== count) {
    throw wrongFields(words, `${count}: ${format}`);
  }
}

export function wrongFields(words: readonly string[], expected: string): GrammarError {
  const fields = words.length === 1 ? '1 field' : `${words.length} fields`;
  return new GrammarError(`the value has ${fields}; expected ${expected}`);
}

/** Digests of a known type have one size. */
export function expectDigest(
  digest: Uint8Array,
  options: {
    readonly what: string;
    readonly type: number;
    readonly sizes: Readonly<Record<number, number>>;
  },
): void {
  const { what, type, sizes } = options;
  const expected = sizes[type];
  if (expected !== undefined && digest.length !== expected) {
    throw new GrammarError(`${what} ${type} takes ${expected} octets, not ${digest.length}`);
  }
}

/** Shortens long input, so that error messages stay readable. */
export function shorten(text: string): string {
  return text.length <= 64 ? text : `${text.slice(0, 61)}…`;
}
