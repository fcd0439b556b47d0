/**
 * Internationalised names to A-labels, with the checks that UTS 46 alone leaves open: our own LDH
 * rules, no invisible characters, no label that mixes scripts.
 */
import tr46 from 'tr46';

export const nameLengthMax = 253;
/** Mapping may shorten a text; a longer one cannot become a name and is rejected early. */
const textLengthMax = 4 * nameLengthMax;
/** Each label has at most 63 characters. */
const hostname =
  /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const asciiName = /^[\x21-\x7e]+$/;

/** The scripts a label may combine, after Unicode's "highly restrictive" level. */
const allowedMixes: readonly RegExp[] = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]+$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]+$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]+$/u,
];
const singleScripts: readonly RegExp[] = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Tibetan',
  'Myanmar',
  'Georgian',
  'Ethiopic',
  'Khmer',
  'Mongolian',
].map(
  (script) => new RegExp(`^[\\p{Script=${script}}\\p{Script=Common}\\p{Script=Inherited}]+$`, 'u'),
);

const mapping = {
  checkBidi: true,
  checkHyphens: false,
  checkJoiners: true,
  useSTD3ASCIIRules: false,
  transitionalProcessing: false,
  ignoreInvalidPunycode: false,
};

/**
 * Lower-case A-labels without trailing dot, or null when the text is no name. Underscores and other
 * non-LDH letters pass through here: callers that need a hostname ask isHostname.
 */
export function toAsciiName(text: string): string | null {
  if (asciiName.test(text) && !/xn--/i.test(text)) return text.toLowerCase();
  if (text.length > textLengthMax || !text.isWellFormed() || hasInvisible(text)) return null;
  const ascii = tr46.toASCII(text, { ...mapping, verifyDNSLength: false });
  if (ascii === null) return null;
  // Checks the decoded Unicode form, after mapping and A-label decoding.
  const { domain: shown } = tr46.toUnicode(ascii, mapping);
  return shown.split('.').every(hasOneScript) ? ascii : null;
}

/** The name as people read it: U-labels for A-labels. */
export function toUnicodeName(name: string): string {
  if (!name.includes('xn--')) return name;
  return tr46.toUnicode(name, mapping).domain;
}

/** Fast path: the text is already a lower-case hostname without internationalised labels. */
export function isPlainHostname(text: string): boolean {
  return isHostname(text) && !text.includes('xn--');
}

/** Labels of letters, digits and inner hyphens; the whole fits a DNS name. */
export function isHostname(name: string): boolean {
  return name.length <= nameLengthMax && hostname.test(name);
}

/** Space, control, format and unassigned characters have no place in a name (UTS 46 decides about ZWJ). */
function hasInvisible(text: string): boolean {
  return (
    /[\p{White_Space}\p{Cc}\p{Cf}\p{Cn}\p{Co}]/u.test(text.replaceAll(/[\u200c\u200d]/g, '')) ||
    /^[\u200c\u200d]|[\u200c\u200d]$/.test(text)
  );
}

function hasOneScript(label: string): boolean {
  return (
    singleScripts.some((one) => one.test(label)) || allowedMixes.some((mix) => mix.test(label))
  );
}
