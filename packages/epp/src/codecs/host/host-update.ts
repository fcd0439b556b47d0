/** host:update, RFC 5732 section 3.2.5. */

import { compact, nonEmpty, whenDefined } from '../../compact.ts';
import { host } from '../../vocabularies.ts';
import { label } from '../../xml/schema-values.ts';
import type { XmlElement } from '../../xml/xml-element.ts';
import { type CommandCodec, objectOf, updateCommand } from '../command-codec.ts';
import { type EmptyResult, emptyResultCodec } from '../empty-result.ts';
import { encodeKey } from '../object-key.ts';
import { decodeStatuses, encodeStatuses, hostStatuses } from '../object-statuses.ts';
import { decodeAddresses, encodeAddresses } from './host-addresses.ts';

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
  objectUri: host.uri,
  encodeRequest: ({ name, add, remove, newName }) =>
    updateCommand(host, {
      target: encodeKey(host, 'name', name),
      add: whenDefined(add, encodeDifference),
      remove: whenDefined(remove, encodeDifference),
      change: whenDefined(newName, (text) =>
        host.element('chg', {}, host.leaf('name', label('newName', text))),
      ),
    }),
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
  ...emptyResultCodec,
};

function encodeDifference({ addresses, statuses }: HostDifference): XmlElement[] {
  return [
    ...encodeAddresses(addresses),
    ...encodeStatuses(host, statuses, { allowed: hostStatuses, max: 7 }),
  ];
}

function decodeDifference(element: XmlElement): HostDifference {
  return compact({
    addresses: nonEmpty(decodeAddresses(element)),
    statuses: nonEmpty(decodeStatuses(host, element)),
  });
}
