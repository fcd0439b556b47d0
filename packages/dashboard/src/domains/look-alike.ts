/**
 * Names in another script whose letters all look like ASCII letters, such as `аррӏе` in Cyrillic.
 * Mixed scripts are refused elsewhere; names in one script are allowed, with a warning.
 */
import { shownName } from './shown-name.ts';

/** Letters of other scripts by the ASCII letter they look like (after Unicode TR 39). */
const lettersByAscii: Readonly<Record<string, string>> = {
  a: 'аɑα',
  b: 'Ььƅ',
  c: 'сϲⅽ',
  d: 'ԁժ',
  e: 'еєҽε',
  f: 'ք',
  g: 'ɡցԍ',
  h: 'һհ',
  i: 'іɩıιӀ',
  j: 'јϳյ',
  k: 'кκ',
  l: 'ӏן',
  m: 'м',
  n: 'ոηпռ',
  o: 'оοօσ',
  p: 'рρթ',
  q: 'ԛզգ',
  r: 'гᴦ',
  s: 'ѕꜱ',
  t: 'тτ',
  u: 'սυц',
  v: 'ѵν',
  w: 'ԝωшա',
  x: 'хχ',
  y: 'уүγყ',
  z: 'ᴢʐ',
};

const asciiByLetter: ReadonlyMap<string, string> = new Map(
  Object.entries(lettersByAscii).flatMap(([ascii, letters]) =>
    [...letters].map((letter) => [letter, ascii] as const),
  ),
);

/** The ASCII name that this one can be mistaken for; null when there is none. */
export function lookAlikeOf(name: string): string | null {
  const shown = shownName(name);
  const dot = shown.indexOf('.');
  const label = dot === -1 ? shown : shown.slice(0, dot);
  if (/^[\x20-\x7e]*$/.test(label)) return null;
  let ascii = '';
  for (const letter of label) {
    const likeness = /^[a-z0-9-]$/.test(letter) ? letter : asciiByLetter.get(letter);
    if (likeness === undefined) return null;
    ascii += likeness;
  }
  return `${ascii}${dot === -1 ? '' : shown.slice(dot)}`;
}
