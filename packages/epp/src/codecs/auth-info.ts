/** authInfo with a password, which domain and contact mappings share (RFC 5731, RFC 5733). */

import { EppSyntaxError } from '../errors.ts';
import { authInfoPassword, readNormalizedString } from '../xml/schema-values.ts';
import { childElements, type Vocabulary, type XmlElement } from '../xml/xml-element.ts';

export function encodeAuthInfo(
  words: Vocabulary,
  password: string | undefined,
): XmlElement | undefined {
  if (password === undefined) return undefined;
  return words.element('authInfo', {}, words.leaf('pw', authInfoPassword('authInfo', password)));
}

/** Absent when the server shows none; an `ext` authInfo has no password we could read. */
export function decodeAuthInfo(words: Vocabulary, parent: XmlElement): string | undefined {
  const authInfo = words.child(parent, 'authInfo');
  const pw = authInfo && words.child(authInfo, 'pw');
  return pw && readNormalizedString(pw);
}

export function requireAuthInfo(words: Vocabulary, create: XmlElement): string {
  const password = decodeAuthInfo(words, create);
  if (password === undefined) {
    throw new EppSyntaxError('<create> lacks authInfo with a password', 2003);
  }
  return password;
}

/** `null` in an update: the client asks the server to remove the authInfo. */
export function decodeAuthInfoChange(
  words: Vocabulary,
  parent: XmlElement,
): string | null | undefined {
  const authInfo = words.child(parent, 'authInfo');
  if (authInfo === undefined) return undefined;
  const removed = childElements(authInfo).some((child) => child.name === 'null');
  return removed ? null : decodeAuthInfo(words, parent);
}
