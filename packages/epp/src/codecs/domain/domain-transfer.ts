/** domain:transfer, RFC 5731 sections 3.1.3 and 3.2.4: the request, the questions about it, its answer. */

import { compact } from '../../compact.ts';
import { domain, epp } from '../../vocabularies.ts';
import { oneOf, readOneOf } from '../../xml/schema-values.ts';
import { decodeAuthInfo, encodeAuthInfo } from '../auth-info.ts';
import { type CommandCodec, objectOf, resultBody } from '../command-codec.ts';
import {
  decodeFeeAgreement,
  encodeFeeAgreement,
  type FeeAgreement,
} from '../extensions/fee-agreement.ts';
import { decodeFeeReceipt, encodeFeeReceipt, type FeeReceipt } from '../extensions/fee-receipt.ts';
import { encodeKey } from '../object-key.ts';
import { encodePeriod, requireYears } from './period.ts';
import { decodeTransferData, encodeTransferData, type TransferData } from './transfer-data.ts';

const transferOps = ['approve', 'cancel', 'query', 'reject', 'request'] as const;

export interface TransferDomainRequest {
  readonly op: (typeof transferOps)[number];
  readonly name: string;
  /** Years that a request adds. */
  readonly periodYears?: number;
  readonly authInfo?: string;
  readonly fee?: FeeAgreement;
}

export interface TransferDomainResult {
  /** Absent where the registry answers with a result code only. */
  readonly transfer?: TransferData;
  readonly fee?: FeeReceipt;
}

export const transferDomain: CommandCodec<TransferDomainRequest, TransferDomainResult> = {
  type: 'domain:transfer',
  verb: 'transfer',
  objectUri: domain.uri,
  encodeRequest({ op, name, periodYears, authInfo, fee }) {
    const object = domain.element(
      'transfer',
      {},
      encodeKey(domain, 'name', name),
      encodePeriod(domain, periodYears),
      encodeAuthInfo(domain, authInfo),
    );
    const agreement = encodeFeeAgreement('transfer', fee);
    return {
      command: epp.element('transfer', { op: oneOf('op', op, transferOps) }, object),
      extensions: agreement === undefined ? [] : [agreement],
    };
  },
  decodeRequest(body) {
    const transfer = objectOf(body);
    return compact({
      op: readOneOf(body.command.attributes.op, transferOps, 'a transfer operation'),
      name: domain.token(transfer, 'name'),
      periodYears: requireYears(domain.child(transfer, 'period')),
      authInfo: decodeAuthInfo(domain, transfer),
      fee: decodeFeeAgreement(body.extensions, 'transfer'),
    });
  },
  encodeResult: ({ transfer, fee }) =>
    resultBody(
      [transfer === undefined ? undefined : encodeTransferData(transfer)],
      [encodeFeeReceipt('trnData', fee)],
    ),
  decodeResult: ({ resData, extensions }) =>
    compact({
      transfer: decodeTransferData(resData),
      fee: decodeFeeReceipt(extensions, 'trnData'),
    }),
};
