/**
 * Writes an element tree as XML 1.0. Everything is escaped here and nowhere else, and characters
 * that XML cannot carry even escaped are refused, so no value can change the structure of a frame.
 */

import { EppValueError } from '../errors.ts';
import { eppUri, prefixesByUri } from '../namespaces.ts';
import type { XmlElement } from './xml-element.ts';

const xmlUri = 'http://www.w3.org/XML/1998/namespace';

interface Scope {
  readonly defaultUri: string;
  readonly prefixes: ReadonlyMap<string, string>;
}

/** The whole document, with the declaration RFC 5730 asks for. */
export function writeDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>${writeXml(root)}`;
}

/** One element and what it holds, declaring every namespace it needs. */
export function writeXml(root: XmlElement): string {
  return writeElement(root, { defaultUri: '', prefixes: new Map([[xmlUri, 'xml']]) });
}

function writeElement(element: XmlElement, outer: Scope): string {
  const declarations: string[] = [];
  let scope = outer;
  const prefixFor = (uri: string): string => {
    const known = scope.prefixes.get(uri);
    if (known !== undefined) return known;
    const prefix = prefixesByUri.get(uri) ?? `ns${scope.prefixes.size}`;
    scope = { ...scope, prefixes: new Map([...scope.prefixes, [uri, prefix]]) };
    declarations.push(` xmlns:${prefix}="${escapeAttribute(uri)}"`);
    return prefix;
  };

  let tagName = element.name;
  if (element.uri !== scope.defaultUri) {
    // EPP itself, and vendor elements of no namespace, can only be distinguished by the default one.
    if (element.uri === eppUri || element.uri === '') {
      scope = { ...scope, defaultUri: element.uri };
      declarations.push(` xmlns="${element.uri}"`);
    } else {
      tagName = `${prefixFor(element.uri)}:${element.name}`;
    }
  }
  const attributes = Object.entries(element.attributes).map(([key, value]) => {
    const qualified = /^\{([^}]+)\}(.+)$/.exec(key);
    const name = qualified ? `${prefixFor(qualified[1] ?? '')}:${qualified[2]}` : key;
    return ` ${name}="${escapeAttribute(value)}"`;
  });
  const start = `${tagName}${declarations.join('')}${attributes.join('')}`;
  if (element.children.length === 0) return `<${start}/>`;
  const content = element.children.map((child) =>
    typeof child === 'string' ? escapeText(child) : writeElement(child, scope),
  );
  return `<${start}>${content.join('')}</${tagName}>`;
}

const textEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // Parsers turn a bare carriage return into a line feed; escaped, it survives.
  '\r': '&#13;',
};

const attributeEscapes: Record<string, string> = {
  ...textEscapes,
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
};

function escapeText(text: string): string {
  refuseUnwritable(text);
  return text.replace(/[&<>\r]/g, (character) => textEscapes[character] ?? character);
}

function escapeAttribute(text: string): string {
  refuseUnwritable(text);
  return text.replace(/[&<>\r"\t\n]/g, (character) => attributeEscapes[character] ?? character);
}

// The complement of XML 1.0's Char production; with the `u` flag a lone surrogate is a code point too.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const unwritableCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/u;

/** Refuses what XML 1.0 has no way to write: most control characters and half surrogate pairs. */
function refuseUnwritable(text: string): void {
  const found = unwritableCharacter.exec(text);
  if (found === null) return;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  throw new EppValueError({ field: 'text', problem: `has U+${code}, which XML cannot carry` });
}
