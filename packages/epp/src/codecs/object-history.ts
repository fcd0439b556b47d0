/** Who created, changed and sponsors an object, and when: the part that all infData share. */

import { compact, whenDefined } from '../compact.ts';
import { clientIdentifier, dateTime, readDateTime, required } from '../xml/schema-values.ts';
import type { Vocabulary, XmlElement } from '../xml/xml-element.ts';

export interface ObjectHistory {
  /** The sponsoring registrar: whether the object is ours. */
  readonly sponsorId: string;
  readonly creatorId?: string;
  readonly createdAt?: Date;
  readonly updaterId?: string;
  readonly updatedAt?: Date;
  readonly transferredAt?: Date;
}

/** Only domains expire. */
export function encodeHistory(
  words: Vocabulary,
  history: ObjectHistory & { readonly expiresAt?: Date },
): (XmlElement | undefined)[] {
  const identifier = (field: string) => (id: string) => clientIdentifier(field, id);
  const date = (field: string) => (value: Date) => dateTime(field, value);
  return [
    words.leaf('clID', clientIdentifier('sponsorId', history.sponsorId)),
    words.optionalLeaf('crID', history.creatorId, identifier('creatorId')),
    words.optionalLeaf('crDate', history.createdAt, date('createdAt')),
    words.optionalLeaf('upID', history.updaterId, identifier('updaterId')),
    words.optionalLeaf('upDate', history.updatedAt, date('updatedAt')),
    words.optionalLeaf('exDate', history.expiresAt, date('expiresAt')),
    words.optionalLeaf('trDate', history.transferredAt, date('transferredAt')),
  ];
}

/** The schemas require both in answers about hosts and contacts; the client accepts answers without. */
export function requireCreation<T extends ObjectHistory>(history: T): T {
  required('creatorId', history.creatorId);
  required('createdAt', history.createdAt);
  return history;
}

export function decodeHistory(words: Vocabulary, data: XmlElement): ObjectHistory {
  const date = (name: string) => whenDefined(words.child(data, name), readDateTime);
  return compact({
    sponsorId: words.token(data, 'clID'),
    creatorId: words.optionalToken(data, 'crID'),
    createdAt: date('crDate'),
    updaterId: words.optionalToken(data, 'upID'),
    updatedAt: date('upDate'),
    transferredAt: date('trDate'),
  });
}
