/**
 * domain:renew, RFC 5731 section 3.2.3. The current expiry date guards against paying twice: the
 * registry refuses a repeated renewal with the same date.
 */

import { compact, whenDefined } from '../../compact.ts';
import { domain } from '../../vocabularies.ts';
import { calendarDate, dateTime, readDateTime } from '../../xml/schema-values.ts';
import { type CommandCodec, objectCommand, objectOf, resultBody } from '../command-codec.ts';
import {
  decodeFeeAgreement,
  encodeFeeAgreement,
  type FeeAgreement,
} from '../extensions/fee-agreement.ts';
import { decodeFeeReceipt, encodeFeeReceipt, type FeeReceipt } from '../extensions/fee-receipt.ts';
import { encodeKey } from '../object-key.ts';
import { encodePeriod, requireYears } from './period.ts';

export interface RenewDomainRequest {
  readonly name: string;
  /** `YYYY-MM-DD`, the day of the registry's own exDate. */
  readonly currentExpiryDate: string;
  readonly periodYears?: number;
  readonly fee?: FeeAgreement;
}

export interface RenewDomainResult {
  readonly name: string;
  readonly expiresAt?: Date;
  readonly fee?: FeeReceipt;
}

export const renewDomain: CommandCodec<RenewDomainRequest, RenewDomainResult> = {
  type: 'domain:renew',
  verb: 'renew',
  objectUri: domain.uri,
  encodeRequest({ name, currentExpiryDate, periodYears, fee }) {
    const children = [
      encodeKey(domain, 'name', name),
      domain.leaf('curExpDate', calendarDate('currentExpiryDate', currentExpiryDate)),
      encodePeriod(domain, periodYears),
    ];
    return objectCommand(domain, 'renew', {
      children,
      extensions: [encodeFeeAgreement('renew', fee)],
    });
  },
  decodeRequest(body) {
    const renew = objectOf(body);
    const date = readDateTime(domain.requiredChild(renew, 'curExpDate'));
    return compact({
      name: domain.token(renew, 'name'),
      currentExpiryDate: date.toISOString().slice(0, 10),
      periodYears: requireYears(domain.child(renew, 'period')),
      fee: decodeFeeAgreement(body.extensions, 'renew'),
    });
  },
  encodeResult({ name, expiresAt, fee }) {
    const data = domain.element(
      'renData',
      {},
      encodeKey(domain, 'name', name),
      domain.optionalLeaf('exDate', expiresAt, (date) => dateTime('expiresAt', date)),
    );
    return resultBody([data], [encodeFeeReceipt('renData', fee)]);
  },
  decodeResult({ resData, extensions }, request) {
    const data = domain.find(resData, 'renData');
    return compact({
      name: data === undefined ? request.name : domain.token(data, 'name'),
      expiresAt: whenDefined(data && domain.child(data, 'exDate'), readDateTime),
      fee: decodeFeeReceipt(extensions, 'renData'),
    });
  },
};
