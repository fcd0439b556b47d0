/**
 * The IDN table of a name (urn:ietf:params:xml:ns:idn-1.0): registries that need it want to know by
 * which table of characters a name was written.
 */

import { compact } from '../../compact.ts';
import { idn } from '../../vocabularies.ts';
import { token } from '../../xml/schema-values.ts';
import type { XmlElement } from '../../xml/xml-element.ts';

export interface IdnData {
  /** The registry's own identifier of the table. */
  readonly table: string;
  /** The name in its own script. */
  readonly unicodeName?: string;
}

export function encodeIdnData(data: IdnData | undefined): XmlElement | undefined {
  if (data === undefined) return undefined;
  return idn.element(
    'data',
    {},
    idn.leaf('table', token('idn.table', data.table, { min: 1 })),
    idn.optionalLeaf('uname', data.unicodeName, (name) => token('idn.unicodeName', name)),
  );
}

export function decodeIdnData(extensions: readonly XmlElement[]): IdnData | undefined {
  const element = idn.find(extensions, 'data');
  if (element === undefined) return undefined;
  return compact({
    table: idn.token(element, 'table'),
    unicodeName: idn.optionalToken(element, 'uname'),
  });
}
