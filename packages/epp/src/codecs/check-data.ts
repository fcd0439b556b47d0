/** chkData, which domain, host and contact mappings all build the same way. */

import { compact } from '../compact.ts';
import { type EppResponse, requiredData } from '../epp-response.ts';
import { EppSyntaxError } from '../errors.ts';
import { booleanText, listOf, readBoolean, token } from '../xml/schema-values.ts';
import { tokenOf, type Vocabulary, type XmlElement } from '../xml/xml-element.ts';
import { type ObjectKey, objectKey } from './object-key.ts';

export interface Availability {
  /** The domain or host name, or the contact id, as the server wrote it. */
  readonly name: string;
  readonly available: boolean;
  /** At most 32 characters. */
  readonly reason?: string;
}

export function encodeAvailability(
  words: Vocabulary,
  key: ObjectKey,
  answers: readonly Availability[],
): XmlElement {
  return words.element(
    'chkData',
    {},
    listOf('answers', answers, { min: 1 }).map(({ name, available, reason }) =>
      words.element(
        'cd',
        {},
        words.element(key, { avail: booleanText(available) }, objectKey(key, 'name', name)),
        words.optionalLeaf('reason', reason, (text) => token('reason', text, { min: 1, max: 32 })),
      ),
    ),
  );
}

export function decodeAvailability(
  words: Vocabulary,
  key: ObjectKey,
  response: EppResponse,
): Availability[] {
  return words.children(requiredData(words, response, 'chkData'), 'cd').map((answer) => {
    const name = words.requiredChild(answer, key);
    // A default could offer a name that is taken.
    if (name.attributes.avail === undefined) throw new EppSyntaxError('chkData lacks avail', 2003);
    return compact({
      name: tokenOf(name),
      available: readBoolean(name.attributes.avail, false),
      reason: words.optionalToken(answer, 'reason'),
    });
  });
}
