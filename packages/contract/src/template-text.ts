/** What stands in braces in the records and defaults of a template. Server and dashboard fill in the same. */

const placeholder = /\{([a-zA-Z0-9]+)\}/g;

/** What every template can name, besides its fields. */
export function domainValues(domain: string): ReadonlyMap<string, string> {
  return new Map([
    ['domain', domain],
    ['domainDashes', domain.replaceAll('.', '-')],
  ]);
}

export function placeholdersOf(text: string): readonly string[] {
  return [...text.matchAll(placeholder)].map(([, name = '']) => name);
}

/** A name without a value becomes empty. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(placeholder, (_, name: string) => values.get(name) ?? '');
}
