/** host:create, RFC 5732 section 3.2.1. Addresses are glue: only for hosts in a zone of the registry. */

import { compact, nonEmpty } from '../../compact.ts';
import { host } from '../../vocabularies.ts';
import { type CommandCodec, objectCommand, objectOf, resultBody } from '../command-codec.ts';
import { decodeCreation, encodeCreation } from '../creation-data.ts';
import { encodeKey } from '../object-key.ts';
import { decodeAddresses, encodeAddresses } from './host-addresses.ts';

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
  objectUri: host.uri,
  encodeRequest: ({ name, addresses }) =>
    objectCommand(host, 'create', {
      children: [encodeKey(host, 'name', name), encodeAddresses(addresses)],
    }),
  decodeRequest(body) {
    const create = objectOf(body);
    return compact({
      name: host.token(create, 'name'),
      addresses: nonEmpty(decodeAddresses(create)),
    });
  },
  encodeResult: (result) => resultBody([encodeCreation(host, 'name', result)]),
  decodeResult: (response, request) => decodeCreation(host, 'name', { response, request }),
};
