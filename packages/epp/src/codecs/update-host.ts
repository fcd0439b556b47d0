/** host:update, RFC 5732 section 3.2.5. */

import { compact, whenDefined } from '../compact.ts';
import { hostUri } from '../namespaces.ts';
import { label } from '../xml/schema-values.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { type CommandCodec, emptyResult, objectOf, updateCommand } from './command-codec.ts';
import {
  decodeAddresses,
  decodeHostStatuses,
  encodeAddresses,
  encodeHostStatuses,
  host,
} from './host-parts.ts';
import type { EmptyResult } from './login.ts';

export interface HostDifference {
  readonly addresses?: readonly string[];
  readonly statuses?: readonly string[];
}

export interface UpdateHostRequest {
  readonly name: string;
  readonly add?: HostDifference;
  readonly remove?: HostDifference;
  readonly newName?: string;
}

export const updateHost: CommandCodec<UpdateHostRequest, EmptyResult> = {
  type: 'host:update',
  verb: 'update',
  objectUri: hostUri,
  encodeRequest({ name, add, remove, newName }) {
    const update = host.element(
      'update',
      {},
      host.leaf('name', label('name', name)),
      encodeDifference('add', add),
      encodeDifference('rem', remove),
      whenDefined(newName, (text) =>
        host.element('chg', {}, host.leaf('name', label('newName', text))),
      ),
    );
    return updateCommand(update);
  },
  decodeRequest(body) {
    const update = objectOf(body);
    const change = host.child(update, 'chg');
    return compact({
      name: host.token(update, 'name'),
      add: whenDefined(host.child(update, 'add'), decodeDifference),
      remove: whenDefined(host.child(update, 'rem'), decodeDifference),
      newName: change && host.token(change, 'name'),
    });
  },
  encodeResult: () => emptyResult,
  decodeResult: () => ({}),
};

function encodeDifference(
  name: 'add' | 'rem',
  difference: HostDifference | undefined,
): XmlElement | undefined {
  if (difference === undefined) return undefined;
  const element = host.element(
    name,
    {},
    encodeAddresses(difference.addresses),
    encodeHostStatuses(difference.statuses),
  );
  return element.children.length === 0 ? undefined : element;
}

function decodeDifference(element: XmlElement): HostDifference {
  const addresses = decodeAddresses(element);
  const statuses = decodeHostStatuses(element);
  return compact({
    addresses: addresses.length === 0 ? undefined : addresses,
    statuses: statuses.length === 0 ? undefined : statuses,
  });
}
