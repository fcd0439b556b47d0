/** domain:create, RFC 5731 section 3.2.1, with DS data and the agreed fee. */

import { compact, whenDefined } from '../compact.ts';
import { EppSyntaxError } from '../errors.ts';
import { domainUri } from '../namespaces.ts';
import { clientIdentifier, dateTime, label, readDateTime } from '../xml/schema-values.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { type CommandCodec, find, objectCommand, objectOf } from './command-codec.ts';
import {
  type DomainContact,
  decodeAuthInfo,
  decodeContacts,
  decodeNameservers,
  domain,
  encodeAuthInfo,
  encodeContacts,
  encodeNameservers,
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
import { encodePeriod, requireYears } from './period.ts';
import { type DsData, decodeDsSet, encodeDsSet } from './sec-dns.ts';

export interface CreateDomainRequest {
  readonly name: string;
  readonly periodYears?: number;
  readonly nameservers?: Nameservers;
  readonly registrant?: string;
  readonly contacts?: readonly DomainContact[];
  readonly authInfo: string;
  readonly dnssec?: readonly DsData[];
  readonly fee?: FeeAgreement;
}

export interface CreateDomainResult {
  readonly name: string;
  /** The dates are absent when the action is pending and the server does not know them yet. */
  readonly createdAt?: Date;
  readonly expiresAt?: Date;
  readonly fee?: FeeReceipt;
}

export const createDomain: CommandCodec<CreateDomainRequest, CreateDomainResult> = {
  type: 'domain:create',
  verb: 'create',
  objectUri: domainUri,
  encodeRequest(request) {
    const create = domain.element(
      'create',
      {},
      domain.leaf('name', label('name', request.name)),
      encodePeriod(domain, request.periodYears),
      encodeNameservers(request.nameservers),
      domain.optionalLeaf('registrant', request.registrant, (id) =>
        clientIdentifier('registrant', id),
      ),
      encodeContacts(request.contacts),
      encodeAuthInfo(request.authInfo),
    );
    return objectCommand('create', create, [
      encodeDsSet('create', request.dnssec),
      request.fee && encodeFeeAgreement('create', request.fee),
    ]);
  },
  decodeRequest(body) {
    const create = objectOf(body);
    const dnssec = decodeDsSet(body.extensions, 'create');
    const contacts = decodeContacts(create);
    return compact({
      name: domain.token(create, 'name'),
      periodYears: requireYears(domain.child(create, 'period')),
      nameservers: decodeNameservers(create),
      registrant: domain.optionalToken(create, 'registrant'),
      contacts: contacts.length === 0 ? undefined : contacts,
      authInfo: decodeAuthInfo(create) ?? missingAuthInfo(),
      dnssec: dnssec.length === 0 ? undefined : dnssec,
      fee: decodeFeeAgreement(body.extensions, 'create'),
    });
  },
  encodeResult(result) {
    return {
      resData: encodeCreated(result),
      extensions: result.fee === undefined ? [] : [encodeFeeReceipt('creData', result.fee)],
    };
  },
  decodeResult({ resData, extensions }, request) {
    const data = find(resData, domainUri, 'creData');
    const date = (name: string) => whenDefined(data && domain.child(data, name), readDateTime);
    return compact({
      name: data === undefined ? request.name : domain.token(data, 'name'),
      createdAt: date('crDate'),
      expiresAt: date('exDate'),
      fee: decodeFeeReceipt(extensions, 'creData'),
    });
  },
};

/** creData needs a creation date, so a pending create without one has no data at all. */
function encodeCreated({ name, createdAt, expiresAt }: CreateDomainResult): XmlElement[] {
  if (createdAt === undefined) return [];
  return [
    domain.element(
      'creData',
      {},
      domain.leaf('name', label('name', name)),
      domain.leaf('crDate', dateTime('createdAt', createdAt)),
      domain.optionalLeaf('exDate', expiresAt, (date) => dateTime('expiresAt', date)),
    ),
  ];
}

function missingAuthInfo(): never {
  throw new EppSyntaxError('<create> lacks authInfo with a password', 2003);
}
