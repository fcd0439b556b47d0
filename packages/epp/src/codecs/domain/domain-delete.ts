/** domain:delete, RFC 5731 section 3.2.2. A registry with a redemption period answers 1001 or 1000. */

import { compact } from '../../compact.ts';
import { domain } from '../../vocabularies.ts';
import { type CommandCodec, objectCommand, objectOf, resultBody } from '../command-codec.ts';
import { decodeFeeReceipt, encodeFeeReceipt, type FeeReceipt } from '../extensions/fee-receipt.ts';
import { encodeKey } from '../object-key.ts';

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
  objectUri: domain.uri,
  encodeRequest: ({ name }) =>
    objectCommand(domain, 'delete', { children: [encodeKey(domain, 'name', name)] }),
  decodeRequest: (body) => ({ name: domain.token(objectOf(body), 'name') }),
  encodeResult: ({ fee }) => resultBody([], [encodeFeeReceipt('delData', fee)]),
  decodeResult: ({ extensions }) => compact({ fee: decodeFeeReceipt(extensions, 'delData') }),
};
