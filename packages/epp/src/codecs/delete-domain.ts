/**
 * domain:delete, RFC 5731 section 3.2.2. A registry with a redemption period answers 1001 or 1000.
 */

import { compact } from '../compact.ts';
import { domainUri } from '../namespaces.ts';
import { label } from '../xml/schema-values.ts';
import { type CommandCodec, objectCommand, objectOf } from './command-codec.ts';
import { domain } from './domain-parts.ts';
import { decodeFeeReceipt, encodeFeeReceipt, type FeeReceipt } from './fee.ts';

export interface DeleteDomainRequest {
  readonly name: string;
}

export interface DeleteDomainResult {
  /** Credits for a delete within a grace period. */
  readonly fee?: FeeReceipt;
}

export const deleteDomain: CommandCodec<DeleteDomainRequest, DeleteDomainResult> = {
  type: 'domain:delete',
  verb: 'delete',
  objectUri: domainUri,
  encodeRequest({ name }) {
    const child = domain.leaf('name', label('name', name));
    return objectCommand('delete', domain.element('delete', {}, child));
  },
  decodeRequest: (body) => ({ name: domain.token(objectOf(body), 'name') }),
  encodeResult: ({ fee }) => ({
    resData: [],
    extensions: fee === undefined ? [] : [encodeFeeReceipt('delData', fee)],
  }),
  decodeResult: ({ extensions }) => compact({ fee: decodeFeeReceipt(extensions, 'delData') }),
};
