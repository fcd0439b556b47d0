/**
 * Redacts frames for logs. Secret elements are recognised by local name in any namespace, because
 * the authInfo of a vendor extension is as secret as the standard one.
 */

import { readXml } from './xml/read-xml.ts';
import { writeXml } from './xml/write-xml.ts';
import { textOf, type XmlElement, type XmlNode } from './xml/xml-element.ts';

const secretElementNames: ReadonlySet<string> = new Set([
  'pw',
  'newpw',
  'authinfo',
  'allocationtoken',
]);
const redacted = '***';

/**
 * The frame with every password and authInfo masked. `secrets` are masked wherever they occur, for
 * servers that quote them in messages. Of a frame that is not XML only the size is logged.
 */
export function redactFrame(xml: string | Uint8Array, secrets: readonly string[] = []): string {
  let root: XmlElement;
  try {
    root = readXml(xml);
  } catch {
    return `[${Buffer.byteLength(xml)} bytes that are not XML]`;
  }
  const known = [...secrets, ...secretsIn(root)];
  return writeXml(redactElement(root, (text) => redactText(text, known)));
}

/** The secret texts of a document, longest first, because one secret may contain another. */
export function secretsIn(element: XmlElement): string[] {
  return collectSecrets(element).sort((a, b) => b.length - a.length);
}

export function redactText(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .reduce((masked, secret) => masked.replaceAll(secret, redacted), text);
}

function collectSecrets(element: XmlElement): string[] {
  const own = isSecret(element) ? [textOf(element).trim()] : [];
  const below = element.children.flatMap((child) =>
    typeof child === 'string' ? [] : collectSecrets(child),
  );
  return [...own, ...below];
}

function redactElement(element: XmlElement, mask: (text: string) => string): XmlElement {
  const attributes = Object.entries(element.attributes).map(([key, value]) => [key, mask(value)]);
  return {
    ...element,
    attributes: Object.fromEntries(attributes),
    children: element.children.map((child) =>
      isSecret(element) ? hideNode(child) : redactNode(child, mask),
    ),
  };
}

function redactNode(node: XmlNode, mask: (text: string) => string): XmlNode {
  return typeof node === 'string' ? mask(node) : redactElement(node, mask);
}

/** Keeps the elements below a secret, so that the shape of the frame can still be read. */
function hideNode(node: XmlNode): XmlNode {
  if (typeof node === 'string') return node.trim() === '' ? node : redacted;
  return { ...node, attributes: {}, children: node.children.map(hideNode) };
}

function isSecret(element: XmlElement): boolean {
  return secretElementNames.has(element.name.toLowerCase());
}
