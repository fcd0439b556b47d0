/** How commands name their object: domains and hosts by <name>, contacts by <id>. */

import { clientIdentifier, label } from '../xml/schema-values.ts';
import type { Vocabulary, XmlElement } from '../xml/xml-element.ts';

export type ObjectKey = 'name' | 'id';

export function encodeKey(words: Vocabulary, key: ObjectKey, value: string): XmlElement {
  return words.leaf(key, objectKey(key, key, value));
}

export function objectKey(key: ObjectKey, field: string, value: string): string {
  return key === 'id' ? clientIdentifier(field, value) : label(field, value);
}
