/** domain:update, RFC 5731 section 3.2.5, with restore (RFC 3915) and DS changes (RFC 5910). */

import { compact, nonEmpty, whenDefined } from '../../compact.ts';
import { domain } from '../../vocabularies.ts';
import { token } from '../../xml/schema-values.ts';
import type { XmlElement } from '../../xml/xml-element.ts';
import { decodeAuthInfoChange, encodeAuthInfo } from '../auth-info.ts';
import { type CommandCodec, objectOf, resultBody, updateCommand } from '../command-codec.ts';
import {
  decodeFeeAgreement,
  encodeFeeAgreement,
  type FeeAgreement,
} from '../extensions/fee-agreement.ts';
import { decodeFeeReceipt, encodeFeeReceipt, type FeeReceipt } from '../extensions/fee-receipt.ts';
import { decodeRestore, encodeRestore, type Restore } from '../extensions/restore.ts';
import { decodeRgpStatuses, encodeRgpStatuses } from '../extensions/rgp-statuses.ts';
import {
  decodeSecDnsUpdate,
  encodeSecDnsUpdate,
  type SecDnsUpdate,
} from '../extensions/sec-dns.ts';
import { encodeKey } from '../object-key.ts';
import { decodeStatuses, domainStatuses, encodeStatuses } from '../object-statuses.ts';
import { type DomainContact, decodeContacts, encodeContacts } from './domain-contacts.ts';
import { decodeNameservers, encodeNameservers, type Nameservers } from './nameservers.ts';

export interface DomainDifference {
  readonly nameservers?: Nameservers;
  readonly contacts?: readonly DomainContact[];
  readonly statuses?: readonly string[];
}

/** `null` removes the value where the registry allows that. */
interface DomainChange {
  readonly registrant?: string | null;
  readonly authInfo?: string | null;
}

export interface UpdateDomainRequest {
  readonly name: string;
  readonly add?: DomainDifference;
  readonly remove?: DomainDifference;
  readonly change?: DomainChange;
  readonly restore?: Restore;
  readonly dnssec?: SecDnsUpdate;
  readonly fee?: FeeAgreement;
}

export interface UpdateDomainResult {
  readonly rgpStatuses: readonly string[];
  readonly fee?: FeeReceipt;
}

export const updateDomain: CommandCodec<UpdateDomainRequest, UpdateDomainResult> = {
  type: 'domain:update',
  verb: 'update',
  objectUri: domain.uri,
  encodeRequest({ name, add, remove, restore, dnssec, fee, ...request }) {
    // RFC 3915 sends a restore with an empty <chg>: an update that changes nothing else.
    const change = request.change ?? (restore === undefined ? undefined : {});
    return updateCommand(domain, {
      target: encodeKey(domain, 'name', name),
      add: whenDefined(add, encodeDifference),
      remove: whenDefined(remove, encodeDifference),
      change: whenDefined(change, encodeChange),
      extensions: [
        whenDefined(restore, encodeRestore),
        whenDefined(dnssec, encodeSecDnsUpdate),
        encodeFeeAgreement('update', fee),
      ],
    });
  },
  decodeRequest(body) {
    const update = objectOf(body);
    return compact({
      name: domain.token(update, 'name'),
      add: whenDefined(domain.child(update, 'add'), decodeDifference),
      remove: whenDefined(domain.child(update, 'rem'), decodeDifference),
      change: whenDefined(domain.child(update, 'chg'), decodeChange),
      restore: decodeRestore(body.extensions),
      dnssec: decodeSecDnsUpdate(body.extensions),
      fee: decodeFeeAgreement(body.extensions, 'update'),
    });
  },
  encodeResult: ({ rgpStatuses, fee }) =>
    resultBody([], [encodeRgpStatuses('upData', rgpStatuses), encodeFeeReceipt('updData', fee)]),
  decodeResult({ extensions }) {
    return compact({
      rgpStatuses: decodeRgpStatuses(extensions, 'upData'),
      fee: decodeFeeReceipt(extensions, 'updData'),
    });
  },
};

function encodeDifference(difference: DomainDifference): (XmlElement | undefined)[] {
  return [
    encodeNameservers(difference.nameservers),
    ...encodeContacts(difference.contacts),
    ...encodeStatuses(domain, difference.statuses, { allowed: domainStatuses, max: 11 }),
  ];
}

function decodeDifference(element: XmlElement): DomainDifference {
  return compact({
    nameservers: decodeNameservers(element),
    contacts: nonEmpty(decodeContacts(element)),
    statuses: nonEmpty(decodeStatuses(domain, element)),
  });
}

function encodeChange({ registrant, authInfo }: DomainChange): XmlElement {
  const removed = domain.element('authInfo', {}, domain.element('null', {}));
  return domain.element(
    'chg',
    {},
    domain.optionalLeaf('registrant', registrant, (id) =>
      token('registrant', id ?? '', { max: 16 }),
    ),
    authInfo === null ? removed : encodeAuthInfo(domain, authInfo),
  );
}

function decodeChange(element: XmlElement): DomainChange {
  const registrant = domain.optionalToken(element, 'registrant');
  return compact({
    registrant: registrant === '' ? null : registrant,
    authInfo: decodeAuthInfoChange(domain, element),
  });
}
