/** host:info, RFC 5732 section 3.1.2. */

import { requiredData } from '../../epp-response.ts';
import { host } from '../../vocabularies.ts';
import { roid } from '../../xml/schema-values.ts';
import { type CommandCodec, objectCommand, objectOf, resultBody } from '../command-codec.ts';
import {
  decodeHistory,
  encodeHistory,
  type ObjectHistory,
  requireCreation,
} from '../object-history.ts';
import { encodeKey } from '../object-key.ts';
import { decodeStatuses, encodeStatuses, hostStatuses } from '../object-statuses.ts';
import { decodeAddresses, encodeAddresses } from './host-addresses.ts';

export interface InfoHostRequest {
  readonly name: string;
}

export interface HostInfo extends ObjectHistory {
  readonly name: string;
  readonly roid: string;
  readonly statuses: readonly string[];
  readonly addresses: readonly string[];
}

export const infoHost: CommandCodec<InfoHostRequest, HostInfo> = {
  type: 'host:info',
  verb: 'info',
  objectUri: host.uri,
  encodeRequest: ({ name }) =>
    objectCommand(host, 'info', { children: [encodeKey(host, 'name', name)] }),
  decodeRequest: (body) => ({ name: host.token(objectOf(body), 'name') }),
  encodeResult(info) {
    const data = host.element(
      'infData',
      {},
      encodeKey(host, 'name', info.name),
      host.leaf('roid', roid(info.roid)),
      encodeStatuses(host, info.statuses, { allowed: hostStatuses, min: 1, max: 7 }),
      encodeAddresses(info.addresses),
      encodeHistory(host, requireCreation(info)),
    );
    return resultBody([data]);
  },
  decodeResult(response) {
    const data = requiredData(host, response, 'infData');
    return {
      name: host.token(data, 'name'),
      roid: host.token(data, 'roid'),
      statuses: decodeStatuses(host, data),
      addresses: decodeAddresses(data),
      ...decodeHistory(host, data),
    };
  },
};
