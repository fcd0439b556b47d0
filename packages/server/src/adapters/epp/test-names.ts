/** Names for testing a suffix: free ones that it could sell, and ones that are probably registered. */
import { randomBytes } from 'node:crypto';
import { domainToASCII, domainToUnicode } from 'node:url';
import { bySuffix, type RegistryConfig } from './registry-config.ts';

const lettersMax = 8;
const nameLetters = 20;

/** The most likely first: in the suffix's own script, in ASCII, in the scripts of its IDN tables. */
export function* unusedNames(
  config: Pick<RegistryConfig, 'idnTables'>,
  suffix: string,
): Generator<string> {
  const own = lettersOf(domainToUnicode(suffix), (letter) => /^\P{ASCII}$/u.test(letter));
  yield* spelled(own, suffix);
  yield `hostmaster-test-${randomBytes(6).toString('hex')}.${suffix}`;
  for (const { covers } of bySuffix(config.idnTables, `name.${suffix}`) ?? []) {
    yield* spelled(
      lettersOf(otherLetters(), (letter) => covers.test(letter)),
      suffix,
    );
  }
}

/** Names that most suffixes have. */
export function registeredNames(suffix: string): string[] {
  return ['nic', 'example', 'google'].map((label) => `${label}.${suffix}`);
}

/** No marks, which may not stand anywhere. */
function lettersOf(text: Iterable<string>, isWanted: (letter: string) => boolean): string[] {
  const letters = new Set<string>();
  for (const letter of text) {
    if (letters.size === lettersMax) break;
    if (/^(\p{Ll}|\p{Lo})$/u.test(letter) && isWanted(letter) && isStable(letter)) {
      letters.add(letter);
    }
  }
  return [...letters];
}

function* otherLetters(): Generator<string> {
  for (let code = 0x80; code <= 0xffff; code += 1) yield String.fromCodePoint(code);
}

/** IDNA maps some letters to others. */
function isStable(letter: string): boolean {
  const ascii = domainToASCII(`${letter}.com`);
  return ascii !== '' && domainToUnicode(ascii) === `${letter}.com`;
}

/** Digits belong to every script and make a name of a single letter unused, too. */
function spelled(letters: readonly string[], suffix: string): string[] {
  if (letters.length === 0) return [];
  const chosen = [...randomBytes(nameLetters)].map((byte) => letters[byte % letters.length]);
  const digits = letters.length === 1 ? String(randomBytes(4).readUInt32BE()) : '';
  const name = domainToASCII(`${chosen.join('')}${digits}.${suffix}`);
  return name === '' ? [] : [name];
}
