/**
 * Reads one EPP document into an element tree. A registry has no reason to send a DTD, an entity or
 * a processing instruction, and each of them is a way to attack a parser: all are refused.
 */

import { SaxesParser, type SaxesTagNS } from 'saxes';
import { EppSyntaxError } from '../errors.ts';
import type { XmlElement, XmlNode } from './xml-element.ts';

const depthMax = 64;
const elementsMax = 50_000;

interface OpenElement {
  readonly uri: string;
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlNode[];
}

export function readXml(source: Uint8Array | string): XmlElement {
  const text = typeof source === 'string' ? source : decodeUtf8(source);
  const builder = new TreeBuilder();
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true });
  parser.on('error', (error) => refuse(`not well-formed XML: ${error.message}`));
  parser.on('doctype', () => refuse('a document type declaration is not allowed'));
  parser.on('processinginstruction', () => refuse('a processing instruction is not allowed'));
  parser.on('xmldecl', (declaration) => {
    const encoding = declaration.encoding?.toUpperCase() ?? 'UTF-8';
    if (encoding !== 'UTF-8') refuse(`the encoding ${encoding} is not UTF-8`);
    if (declaration.version !== '1.0') refuse('only XML 1.0 is allowed');
  });
  parser.on('opentag', (tag) => builder.open(tag));
  parser.on('closetag', () => builder.close());
  parser.on('text', (chunk) => builder.text(chunk));
  parser.on('cdata', (chunk) => builder.text(chunk));
  parser.write(text).close();
  return builder.root();
}

class TreeBuilder {
  readonly #stack: OpenElement[] = [];
  #root: XmlElement | undefined;
  #elementCount = 0;

  open(tag: SaxesTagNS): void {
    this.#elementCount += 1;
    if (this.#elementCount > elementsMax) refuse(`more than ${elementsMax} elements`);
    if (this.#stack.length >= depthMax) refuse(`elements nested deeper than ${depthMax}`);
    const element: OpenElement = {
      uri: tag.uri,
      name: tag.local,
      attributes: attributesOf(tag),
      children: [],
    };
    const parent = this.#stack.at(-1);
    if (parent === undefined) this.#root = element;
    else parent.children.push(element);
    this.#stack.push(element);
  }

  close(): void {
    this.#stack.pop();
  }

  text(chunk: string): void {
    const parent = this.#stack.at(-1);
    // White space around the root has no parent; saxes itself refuses anything else there.
    if (parent !== undefined && chunk !== '') parent.children.push(chunk);
  }

  root(): XmlElement {
    return this.#root ?? refuse('no element');
  }
}

function attributesOf(tag: SaxesTagNS): Record<string, string> {
  const attributes = Object.values(tag.attributes)
    .filter((attribute) => attribute.prefix !== 'xmlns' && attribute.name !== 'xmlns')
    .map((attribute): [string, string] => [
      attribute.uri === '' ? attribute.local : `{${attribute.uri}}${attribute.local}`,
      attribute.value,
    ]);
  return Object.fromEntries(attributes);
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('not valid UTF-8');
  }
}

function refuse(message: string): never {
  throw new EppSyntaxError(message);
}
