/**
 * host:create, RFC 5732 section 3.2.1. Addresses are glue: only for hosts inside a zone of the
 * registry.
 */

import { compact, whenDefined } from '../compact.ts';
import { hostUri } from '../namespaces.ts';
import { dateTime, label, readDateTime } from '../xml/schema-values.ts';
import { type CommandCodec, find, objectCommand, objectOf } from './command-codec.ts';
import { decodeAddresses, encodeAddresses, host } from './host-parts.ts';

export interface CreateHostRequest {
  readonly name: string;
  readonly addresses?: readonly string[];
}

export interface CreateHostResult {
  readonly name: string;
  /** Absent when the action is pending and the server does not know it yet. */
  readonly createdAt?: Date;
}

export const createHost: CommandCodec<CreateHostRequest, CreateHostResult> = {
  type: 'host:create',
  verb: 'create',
  objectUri: hostUri,
  encodeRequest({ name, addresses }) {
    return objectCommand(
      'create',
      host.element(
        'create',
        {},
        host.leaf('name', label('name', name)),
        encodeAddresses(addresses),
      ),
    );
  },
  decodeRequest(body) {
    const create = objectOf(body);
    const addresses = decodeAddresses(create);
    return compact({
      name: host.token(create, 'name'),
      addresses: addresses.length === 0 ? undefined : addresses,
    });
  },
  encodeResult({ name, createdAt }) {
    if (createdAt === undefined) return { resData: [], extensions: [] };
    const data = host.element(
      'creData',
      {},
      host.leaf('name', label('name', name)),
      host.leaf('crDate', dateTime('createdAt', createdAt)),
    );
    return { resData: [data], extensions: [] };
  },
  decodeResult({ resData }, request) {
    const data = find(resData, hostUri, 'creData');
    return compact({
      name: data === undefined ? request.name : host.token(data, 'name'),
      createdAt: whenDefined(data && host.child(data, 'crDate'), readDateTime),
    });
  },
};
