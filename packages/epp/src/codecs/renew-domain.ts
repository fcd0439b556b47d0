/**
 * domain:renew, RFC 5731 section 3.2.3. The current expiry date is its safety catch: a repeated
 * renewal with the same date is refused by the registry instead of being charged twice.
 */

import { compact, whenDefined } from '../compact.ts';
import { domainUri } from '../namespaces.ts';
import { calendarDate, dateTime, label, readDateTime } from '../xml/schema-values.ts';
import { type CommandCodec, find, objectCommand, objectOf } from './command-codec.ts';
import { domain } from './domain-parts.ts';
import {
  decodeFeeAgreement,
  decodeFeeReceipt,
  encodeFeeAgreement,
  encodeFeeReceipt,
  type FeeAgreement,
  type FeeReceipt,
} from './fee.ts';
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
  objectUri: domainUri,
  encodeRequest(request) {
    const renew = domain.element(
      'renew',
      {},
      domain.leaf('name', label('name', request.name)),
      domain.leaf('curExpDate', calendarDate('currentExpiryDate', request.currentExpiryDate)),
      encodePeriod(domain, request.periodYears),
    );
    return objectCommand('renew', renew, [request.fee && encodeFeeAgreement('renew', request.fee)]);
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
      domain.leaf('name', label('name', name)),
      domain.optionalLeaf('exDate', expiresAt, (date) => dateTime('expiresAt', date)),
    );
    return {
      resData: [data],
      extensions: fee === undefined ? [] : [encodeFeeReceipt('renData', fee)],
    };
  },
  decodeResult({ resData, extensions }, request) {
    const data = find(resData, domainUri, 'renData');
    return compact({
      name: data === undefined ? request.name : domain.token(data, 'name'),
      expiresAt: whenDefined(data && domain.child(data, 'exDate'), readDateTime),
      fee: decodeFeeReceipt(extensions, 'renData'),
    });
  },
};
