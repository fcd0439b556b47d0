/** trnData of RFC 5731 section 3.1.3: the state of a transfer, in replies and in poll messages. */

import { compact, whenDefined } from '../../compact.ts';
import { domain } from '../../vocabularies.ts';
import {
  clientIdentifier,
  dateTime,
  oneOf,
  readDateTime,
  readOneOf,
} from '../../xml/schema-values.ts';
import type { XmlElement } from '../../xml/xml-element.ts';
import { encodeKey } from '../object-key.ts';

export const transferStatuses = [
  'clientApproved',
  'clientCancelled',
  'clientRejected',
  'pending',
  'serverApproved',
  'serverCancelled',
] as const;
export type TransferStatus = (typeof transferStatuses)[number];

export interface TransferData {
  readonly name: string;
  readonly status: TransferStatus;
  /** The registrar that asked for the domain. */
  readonly requestedBy: string;
  readonly requestedAt: Date;
  /** The registrar that answers, or has answered. */
  readonly actedBy: string;
  /** When the answer was given, or by when it is due. */
  readonly actsAt: Date;
  /** The end of the registration after the transfer. */
  readonly expiresAt?: Date;
}

export function encodeTransferData(data: TransferData): XmlElement {
  return domain.element(
    'trnData',
    {},
    encodeKey(domain, 'name', data.name),
    domain.leaf('trStatus', oneOf('transfer.status', data.status, transferStatuses)),
    domain.leaf('reID', clientIdentifier('transfer.requestedBy', data.requestedBy)),
    domain.leaf('reDate', dateTime('transfer.requestedAt', data.requestedAt)),
    domain.leaf('acID', clientIdentifier('transfer.actedBy', data.actedBy)),
    domain.leaf('acDate', dateTime('transfer.actsAt', data.actsAt)),
    domain.optionalLeaf('exDate', data.expiresAt, (date) => dateTime('transfer.expiresAt', date)),
  );
}

export function decodeTransferData(resData: readonly XmlElement[]): TransferData | undefined {
  const data = domain.find(resData, 'trnData');
  if (data === undefined) return undefined;
  return compact({
    name: domain.token(data, 'name'),
    status: readOneOf(domain.token(data, 'trStatus'), transferStatuses, 'a transfer status'),
    requestedBy: domain.token(data, 'reID'),
    requestedAt: readDateTime(domain.requiredChild(data, 'reDate')),
    actedBy: domain.token(data, 'acID'),
    actsAt: readDateTime(domain.requiredChild(data, 'acDate')),
    expiresAt: whenDefined(domain.child(data, 'exDate'), readDateTime),
  });
}
