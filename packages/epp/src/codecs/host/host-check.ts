/** host:check, RFC 5732 section 3.1.1. */

import { host } from '../../vocabularies.ts';
import { label, listOf } from '../../xml/schema-values.ts';
import { tokenOf } from '../../xml/xml-element.ts';
import { type Availability, decodeAvailability, encodeAvailability } from '../check-data.ts';
import { type CommandCodec, objectCommand, objectOf, resultBody } from '../command-codec.ts';

export interface CheckHostsRequest {
  readonly names: readonly string[];
}

export interface CheckHostsResult {
  readonly hosts: readonly Availability[];
}

export const checkHosts: CommandCodec<CheckHostsRequest, CheckHostsResult> = {
  type: 'host:check',
  verb: 'check',
  objectUri: host.uri,
  encodeRequest: ({ names }) =>
    objectCommand(host, 'check', {
      children: listOf('names', names, { min: 1 }).map((name) =>
        host.leaf('name', label('names', name)),
      ),
    }),
  decodeRequest: (body) => ({ names: host.children(objectOf(body), 'name').map(tokenOf) }),
  encodeResult: ({ hosts }) => resultBody([encodeAvailability(host, 'name', hosts)]),
  decodeResult: (response) => ({ hosts: decodeAvailability(host, 'name', response) }),
};
