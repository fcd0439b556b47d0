/** host:info, RFC 5732 section 3.1.2. */

import { compact, whenDefined } from '../compact.ts';
import { hostUri } from '../namespaces.ts';
import { clientIdentifier, dateTime, label, readDateTime, required } from '../xml/schema-values.ts';
import { type CommandCodec, findRequired, objectCommand, objectOf } from './command-codec.ts';
import {
  decodeAddresses,
  decodeHostStatuses,
  encodeAddresses,
  encodeHostStatuses,
  host,
} from './host-parts.ts';
import { roid } from './info-domain.ts';

export interface InfoHostRequest {
  readonly name: string;
}

export interface HostInfo {
  readonly name: string;
  readonly roid: string;
  readonly statuses: readonly string[];
  readonly addresses: readonly string[];
  readonly sponsorId: string;
  readonly creatorId?: string;
  readonly createdAt?: Date;
  readonly updaterId?: string;
  readonly updatedAt?: Date;
  readonly transferredAt?: Date;
}

export const infoHost: CommandCodec<InfoHostRequest, HostInfo> = {
  type: 'host:info',
  verb: 'info',
  objectUri: hostUri,
  encodeRequest({ name }) {
    const child = host.leaf('name', label('name', name));
    return objectCommand('info', host.element('info', {}, child));
  },
  decodeRequest: (body) => ({ name: host.token(objectOf(body), 'name') }),
  encodeResult(info) {
    const identifier = (field: string) => (id: string) => clientIdentifier(field, id);
    const date = (field: string) => (value: Date) => dateTime(field, value);
    const data = host.element(
      'infData',
      {},
      host.leaf('name', label('name', info.name)),
      host.leaf('roid', roid(info.roid)),
      encodeHostStatuses(info.statuses, 1),
      encodeAddresses(info.addresses),
      host.leaf('clID', clientIdentifier('sponsorId', info.sponsorId)),
      // The schema demands these two of a server, though a client can live without them.
      host.leaf('crID', clientIdentifier('creatorId', required('creatorId', info.creatorId))),
      host.leaf('crDate', dateTime('createdAt', required('createdAt', info.createdAt))),
      host.optionalLeaf('upID', info.updaterId, identifier('updaterId')),
      host.optionalLeaf('upDate', info.updatedAt, date('updatedAt')),
      host.optionalLeaf('trDate', info.transferredAt, date('transferredAt')),
    );
    return { resData: [data], extensions: [] };
  },
  decodeResult({ resData }) {
    const data = findRequired(resData, hostUri, 'infData');
    const date = (name: string) => whenDefined(host.child(data, name), readDateTime);
    return compact({
      name: host.token(data, 'name'),
      roid: host.token(data, 'roid'),
      statuses: decodeHostStatuses(data),
      addresses: decodeAddresses(data),
      sponsorId: host.token(data, 'clID'),
      creatorId: host.optionalToken(data, 'crID'),
      createdAt: date('crDate'),
      updaterId: host.optionalToken(data, 'upID'),
      updatedAt: date('upDate'),
      transferredAt: date('trDate'),
    });
  },
};
