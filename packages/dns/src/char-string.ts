/**
 * Presentation of octets as RFC 1035 character-strings (section 5.1): bare or quoted words with
 * \DDD and \X escapes. Shared by record values, SvcParams and zone files, so that all three agree.
 */
import { utf8Bytes } from './bytes.ts';
import { GrammarError } from './errors.ts';
import { readEscape } from './name.ts';

export const charStringBytesMax = 255;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Splits at blanks that stand outside quotes and escapes. The words keep their quotes and
 * escapes, which each type reads differently.
 */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (isBlank(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const end = wordEnd(text, at);
    words.push(text.slice(at, end));
    at = end;
  }
  return words;
}

/** The octets that a word stands for; quotes only group. Characters beyond ASCII become UTF-8. */
export function decodeWord(word: string): Uint8Array {
  if (!/["\\]/.test(word)) return utf8Bytes(word);
  if (/^"[^"\\]*"$/.test(word)) return utf8Bytes(word.slice(1, -1));
  const octets: number[] = [];
  let at = 0;
  while (at < word.length) {
    const code = word.codePointAt(at) ?? 0;
    if (code === backslash) {
      const escaped = readEscape(word, at);
      octets.push(escaped.octet);
      at = escaped.end;
      continue;
    }
    const character = String.fromCodePoint(code);
    if (code !== quote) octets.push(...utf8Bytes(character));
    at += character.length;
  }
  return Uint8Array.from(octets);
}

/** A word as a character-string of RFC 1035, section 3.3. */
export function readCharString(word: string, what: string): Uint8Array {
  const octets = decodeWord(word);
  if (octets.length <= charStringBytesMax) return octets;
  throw new GrammarError(
    `${what} has ${octets.length} octets; at most ${charStringBytesMax} are allowed`,
  );
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of octets; null when they are not UTF-8, or hold control characters. */
export function readableText(octets: Uint8Array): string | null {
  try {
    const text = decoder.decode(octets);
    return /\p{C}/u.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** The text that a word stands for; null when it is not readable. */
export function readString(word: string): string | null {
  return readableText(decodeWord(word));
}

/** Readable text as one quoted string. */
export function quoteText(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Octets as one quoted string, printable ASCII kept and everything else as \DDD. */
export function presentQuoted(octets: Uint8Array): string {
  return `"${escapeOctets(octets)}"`;
}

/** Like presentQuoted without the quotes around it. */
function escapeOctets(octets: Uint8Array): string {
  let text = '';
  for (const octet of octets) {
    if (octet < 0x20 || octet > 0x7e) text += `\\${String(octet).padStart(3, '0')}`;
    else if (octet === quote || octet === backslash) text += `\\${String.fromCharCode(octet)}`;
    else text += String.fromCharCode(octet);
  }
  return text;
}

/** Printable ASCII kept, quotes and backslashes too; everything else as \DDD. */
export function escapeUnprintable(octets: Uint8Array): string {
  let text = '';
  for (const octet of octets) {
    const isPrintable = octet >= 0x20 && octet <= 0x7e;
    text += isPrintable ? String.fromCharCode(octet) : `\\${String(octet).padStart(3, '0')}`;
  }
  return text;
}

/** Where the word that starts at `at` ends. A word that opens with a quote ends with its partner. */
function wordEnd(text: string, at: number): number {
  const startsQuoted = text.charCodeAt(at) === quote;
  let quoted = false;
  let end = at;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === backslash) {
      end += 2;
      continue;
    }
    if (!quoted && isBlank(code)) return end;
    end += 1;
    if (code !== quote) continue;
    if (quoted && startsQuoted) return end;
    quoted = !quoted;
  }
  if (quoted) throw new GrammarError('the text has a quote that is never closed');
  return Math.min(end, text.length);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
