/** chkData, which domain, host and contact mappings all build the same way. */

import { compact } from '../compact.ts';
import { EppSyntaxError } from '../errors.ts';
import {
  booleanText,
  clientIdentifier,
  label,
  listOf,
  readBoolean,
  token,
} from '../xml/schema-values.ts';
import { tokenOf, type Vocabulary, type XmlElement } from '../xml/xml-element.ts';

export interface Availability {
  /** The domain or host name, or the contact id, as the server wrote it. */
  readonly name: string;
  readonly available: boolean;
  /** At most 32 characters. */
  readonly reason?: string;
}

type Key = 'name' | 'id';

export function encodeAvailability(
  words: Vocabulary,
  key: Key,
  answers: readonly Availability[],
): XmlElement {
  const identifier = key === 'id' ? clientIdentifier : label;
  return words.element(
    'chkData',
    {},
    listOf('answers', answers, { min: 1 }).map(({ name, available, reason }) =>
      words.element(
        'cd',
        {},
        words.element(key, { avail: booleanText(available) }, identifier('name', name)),
        words.optionalLeaf('reason', reason, (text) => token('reason', text, { min: 1, max: 32 })),
      ),
    ),
  );
}

export function readAvailability(words: Vocabulary, key: Key, chkData: XmlElement): Availability[] {
  return words.children(chkData, 'cd').map((answer) => {
    const name = words.requiredChild(answer, key);
    // Guessing here would sell a name that is taken.
    if (name.attributes.avail === undefined) throw new EppSyntaxError('chkData lacks avail', 2003);
    return compact({
      name: tokenOf(name),
      available: readBoolean(name.attributes.avail, false),
      reason: words.optionalToken(answer, 'reason'),
    });
  });
}
