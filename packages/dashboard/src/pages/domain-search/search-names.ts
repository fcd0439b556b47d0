/** Several names in one search, as pasted from a list. */

/** Names of a list that are checked; a basket has as many. */
export const namesMax = 500;

const separator = /[\s,;]+/;

/**
 * The names of a text that lists several; null for a single name. Words are separate names when a
 * comma, a semicolon or a line break is between them, or when each is a full name: `my shop` is one.
 */
export function severalNames(text: string): readonly string[] | null {
  const words = text.split(separator).filter((name) => name !== '');
  const names = [...new Set(words.map(nameInAddress))];
  const isList = /[,;\n]/.test(text.trim()) || names.every((name) => name.includes('.'));
  return names.length > 1 && isList ? names : null;
}

/**
 * The domain name in a pasted address, such as `https://www.example.com/shop`; other text as it is.
 * The `www` belongs to the address and not to the name that is registered.
 */
export function nameInAddress(text: string): string {
  const address = /^\s*(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@\s]*@)?([^/?#:\s]+)/i.exec(text);
  const host = address?.[1] ?? hostBefore(text);
  return host === undefined ? text : host.replace(/^www\./i, '');
}

/** The host of an address without scheme, such as `example.com/shop` or `example.com:443`. */
function hostBefore(text: string): string | undefined {
  const [host = '', ...rest] = text.trimStart().split(/[/?#:]/, 2);
  return rest.length > 0 && /^[^@\s]+$/.test(host) && host.includes('.', 1) ? host : undefined;
}

/** A pasted list on one line: a search field drops line breaks. Null for other text. */
export function pastedList(text: string): string | null {
  const names = text.split(separator).filter((name) => name !== '');
  return names.length > 1 && /[\n,;]/.test(text.trim()) ? names.join(', ') : null;
}

/** Names with another word, or without hyphens, under the same suffix: to offer where one is taken. */
export function variantsOf(name: string): readonly string[] {
  const dot = name.indexOf('.');
  const [label, suffix] = [name.slice(0, dot), name.slice(dot)];
  // A word before or after would be part of the encoded name.
  if (label.startsWith('xn--')) return [];
  const labels = [
    ...(label.includes('-') ? [label.replaceAll('-', '')] : []),
    `get${label}`,
    `my${label}`,
    `${label}hq`,
    `${label}online`,
  ];
  return labels.filter((each) => each.length <= 63).map((each) => `${each}${suffix}`);
}
