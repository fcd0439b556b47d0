/** domain:update, RFC 5731 section 3.2.5, with restore (RFC 3915) and DS changes (RFC 5910). */

import { compact, whenDefined } from '../compact.ts';
import { domainUri } from '../namespaces.ts';
import { label, token } from '../xml/schema-values.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { type CommandCodec, objectOf, updateCommand } from './command-codec.ts';
import {
  type DomainContact,
  decodeAuthInfoChange,
  decodeContacts,
  decodeNameservers,
  decodeStatuses,
  domain,
  encodeAuthInfo,
  encodeContacts,
  encodeNameservers,
  encodeStatuses,
  type Nameservers,
} from './domain-parts.ts';
import {
  decodeFeeAgreement,
  decodeFeeReceipt,
  encodeFeeAgreement,
  encodeFeeReceipt,
  type FeeAgreement,
  type FeeReceipt,
} from './fee.ts';
import {
  decodeRestore,
  decodeRgpStatuses,
  encodeRestore,
  encodeRgpStatuses,
  type Restore,
} from './rgp.ts';
import { decodeSecDnsUpdate, encodeSecDnsUpdate, type SecDnsUpdate } from './sec-dns.ts';

export interface DomainDifference {
  readonly nameservers?: Nameservers;
  readonly contacts?: readonly DomainContact[];
  readonly statuses?: readonly string[];
}

export interface UpdateDomainRequest {
  readonly name: string;
  readonly add?: DomainDifference;
  readonly remove?: DomainDifference;
  /** `null` removes the value where the registry allows that. */
  readonly change?: { readonly registrant?: string | null; readonly authInfo?: string | null };
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
  objectUri: domainUri,
  encodeRequest(request) {
    const { restore, dnssec, fee } = request;
    // RFC 3915 sends a restore with an empty <chg>: an update that changes nothing else.
    const change = request.change ?? (restore === undefined ? undefined : {});
    const update = domain.element(
      'update',
      {},
      domain.leaf('name', label('name', request.name)),
      encodeDifference('add', request.add),
      encodeDifference('rem', request.remove),
      whenDefined(change, encodeChange),
    );
    return updateCommand(update, [
      whenDefined(restore, encodeRestore),
      whenDefined(dnssec, encodeSecDnsUpdate),
      fee && encodeFeeAgreement('update', fee),
    ]);
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
  encodeResult({ rgpStatuses, fee }) {
    const extensions = [
      encodeRgpStatuses('upData', rgpStatuses),
      fee && encodeFeeReceipt('updData', fee),
    ];
    return { resData: [], extensions: extensions.filter((extension) => extension !== undefined) };
  },
  decodeResult({ extensions }) {
    return compact({
      rgpStatuses: decodeRgpStatuses(extensions, 'upData'),
      fee: decodeFeeReceipt(extensions, 'updData'),
    });
  },
};

function encodeDifference(
  name: 'add' | 'rem',
  difference: DomainDifference | undefined,
): XmlElement | undefined {
  if (difference === undefined) return undefined;
  const element = domain.element(
    name,
    {},
    encodeNameservers(difference.nameservers),
    encodeContacts(difference.contacts),
    encodeStatuses(difference.statuses),
  );
  // An empty <add> is valid XML that some registries refuse; an empty set means no change.
  return element.children.length === 0 ? undefined : element;
}

function decodeDifference(element: XmlElement): DomainDifference {
  const contacts = decodeContacts(element);
  const statuses = decodeStatuses(element);
  return compact({
    nameservers: decodeNameservers(element),
    contacts: contacts.length === 0 ? undefined : contacts,
    statuses: statuses.length === 0 ? undefined : statuses,
  });
}

function encodeChange(change: NonNullable<UpdateDomainRequest['change']>): XmlElement {
  const { registrant, authInfo } = change;
  const removed = domain.element('authInfo', {}, domain.element('null', {}));
  return domain.element(
    'chg',
    {},
    domain.optionalLeaf('registrant', registrant, (id) =>
      token('registrant', id ?? '', { max: 16 }),
    ),
    authInfo === null ? removed : whenDefined(authInfo, encodeAuthInfo),
  );
}

function decodeChange(element: XmlElement): NonNullable<UpdateDomainRequest['change']> {
  const registrant = domain.optionalToken(element, 'registrant');
  return compact({
    registrant: registrant === '' ? null : registrant,
    authInfo: decodeAuthInfoChange(element),
  });
}
