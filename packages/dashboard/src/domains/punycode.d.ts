/** The package has no types of its own. */
declare module 'punycode/punycode.es6.js' {
  /** Punycode without `xn--` to Unicode. Throws RangeError when the text is not valid. */
  export function decode(text: string): string;
}
