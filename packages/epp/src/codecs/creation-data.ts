/** creData: the answer to a create, which domain, host and contact mappings build alike. */

import { compact, whenDefined } from '../compact.ts';
import type { EppResponse } from '../epp-response.ts';
import { dateTime, readDateTime } from '../xml/schema-values.ts';
import type { Vocabulary, XmlElement } from '../xml/xml-element.ts';
import { encodeKey, type ObjectKey } from './object-key.ts';

/** The dates are absent when the action is pending and the server does not know them yet. */
export interface CreationDates {
  readonly createdAt?: Date;
  /** Only domains expire. */
  readonly expiresAt?: Date;
}

type Named<Key extends ObjectKey> = Readonly<Record<Key, string>>;

/** creData needs a creation date, so a pending create without one has no data at all. */
export function encodeCreation<Key extends ObjectKey>(
  words: Vocabulary,
  key: Key,
  result: Named<Key> & CreationDates,
): XmlElement | undefined {
  const { createdAt, expiresAt } = result;
  if (createdAt === undefined) return undefined;
  return words.element(
    'creData',
    {},
    encodeKey(words, key, result[key]),
    words.leaf('crDate', dateTime('createdAt', createdAt)),
    words.optionalLeaf('exDate', expiresAt, (date) => dateTime('expiresAt', date)),
  );
}

/** Without creData the object has the name that was asked for. */
export function decodeCreation<Key extends ObjectKey>(
  words: Vocabulary,
  key: Key,
  given: { readonly response: EppResponse; readonly request: Named<Key> },
): Named<Key> & CreationDates {
  const data = words.find(given.response.resData, 'creData');
  const date = (name: string) => whenDefined(data && words.child(data, name), readDateTime);
  const name = data === undefined ? given.request[key] : words.token(data, key);
  return {
    ...({ [key]: name } as Named<Key>),
    ...compact({ createdAt: date('crDate'), expiresAt: date('exDate') }),
  };
}
