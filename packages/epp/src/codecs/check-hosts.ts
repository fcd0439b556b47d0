/** host:check, RFC 5732 section 3.1.1. */

import { hostUri } from '../namespaces.ts';
import { label, listOf } from '../xml/schema-values.ts';
import { tokenOf } from '../xml/xml-element.ts';
import { type Availability, encodeAvailability, readAvailability } from './availability.ts';
import { type CommandCodec, findRequired, objectCommand, objectOf } from './command-codec.ts';
import { host } from './host-parts.ts';

export interface CheckHostsRequest {
  readonly names: readonly string[];
}

export interface CheckHostsResult {
  readonly hosts: readonly Availability[];
}

export const checkHosts: CommandCodec<CheckHostsRequest, CheckHostsResult> = {
  type: 'host:check',
  verb: 'check',
  objectUri: hostUri,
  encodeRequest({ names }) {
    const children = listOf('names', names, { min: 1 }).map((name) =>
      host.leaf('name', label('names', name)),
    );
    return objectCommand('check', host.element('check', {}, children));
  },
  decodeRequest: (body) => ({ names: host.children(objectOf(body), 'name').map(tokenOf) }),
  encodeResult: ({ hosts }) => ({
    resData: [encodeAvailability(host, 'name', hosts)],
    extensions: [],
  }),
  decodeResult: ({ resData }) => ({
    hosts: readAvailability(host, 'name', findRequired(resData, hostUri, 'chkData')),
  }),
};
