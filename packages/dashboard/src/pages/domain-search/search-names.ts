/** Several names in one search, as pasted from a list. */

export const namesMax = 10;

const separator = /[\s,;]+/;

/**
 * The names of a text that lists several; null for a single name. Words are separate names when a
 * comma, a semicolon or a line break is between them, or when each is a full name: `my shop` is one.
 */
export function severalNames(text: string): readonly string[] | null {
  const names = [...new Set(text.split(separator).filter((name) => name !== ''))];
  const isList = /[,;\n]/.test(text.trim()) || names.every((name) => name.includes('.'));
  return names.length > 1 && isList ? names.slice(0, namesMax) : null;
}

/** A pasted list on one line: a search field drops line breaks. Null for other text. */
export function pastedList(text: string): string | null {
  const names = text.split(separator).filter((name) => name !== '');
  return names.length > 1 && /[\n,;]/.test(text.trim()) ? names.join(', ') : null;
}
