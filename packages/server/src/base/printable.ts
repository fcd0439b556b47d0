/**
 * Makes stored text harmless where people see it: on a terminal, in a comment, in a header. Control
 * characters could end a line, move the cursor or start an escape sequence; bidirectional controls
 * could show a text in another order than it has.
 */

const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escaping them is the purpose.
  /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]/gu;

/** One line, with the escapes of JSON for everything that is not printable. */
export function printable(text: string): string {
  return text.replaceAll(unprintable, escaped);
}

/** JSON of one line whose strings a terminal shows as they are. */
export function printableJson(value: unknown): string {
  return printable(JSON.stringify(value));
}

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(4, '0');
  return shortEscapes[character] ?? `\\u${code}`;
}
