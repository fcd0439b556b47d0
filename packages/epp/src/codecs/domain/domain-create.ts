/** domain:create, RFC 5731 section 3.2.1, with DS data, the agreed fee and the IDN table. */

import { compact, nonEmpty } from '../../compact.ts';
import { domain } from '../../vocabularies.ts';
import { clientIdentifier } from '../../xml/schema-values.ts';
import { encodeAuthInfo, requireAuthInfo } from '../auth-info.ts';
import { type CommandCodec, objectCommand, objectOf, resultBody } from '../command-codec.ts';
import { type CreationDates, decodeCreation, encodeCreation } from '../creation-data.ts';
import {
  decodeFeeAgreement,
  encodeFeeAgreement,
  type FeeAgreement,
} from '../extensions/fee-agreement.ts';
import { decodeFeeReceipt, encodeFeeReceipt, type FeeReceipt } from '../extensions/fee-receipt.ts';
import { decodeIdnData, encodeIdnData, type IdnData } from '../extensions/idn-data.ts';
import { decodeSecDnsSet, encodeSecDnsSet, type SecDnsData } from '../extensions/sec-dns.ts';
import { encodeKey } from '../object-key.ts';
import { type DomainContact, decodeContacts, encodeContacts } from './domain-contacts.ts';
import { decodeNameservers, encodeNameservers, type Nameservers } from './nameservers.ts';
import { encodePeriod, requireYears } from './period.ts';

export interface CreateDomainRequest {
  readonly name: string;
  readonly periodYears?: number;
  readonly nameservers?: Nameservers;
  readonly registrant?: string;
  readonly contacts?: readonly DomainContact[];
  readonly authInfo: string;
  readonly dnssec?: readonly SecDnsData[];
  readonly fee?: FeeAgreement;
  readonly idn?: IdnData;
}

export interface CreateDomainResult extends CreationDates {
  readonly name: string;
  readonly fee?: FeeReceipt;
}

export const createDomain: CommandCodec<CreateDomainRequest, CreateDomainResult> = {
  type: 'domain:create',
  verb: 'create',
  objectUri: domain.uri,
  encodeRequest(request) {
    const { registrant } = request;
    return objectCommand(domain, 'create', {
      children: [
        encodeKey(domain, 'name', request.name),
        encodePeriod(domain, request.periodYears),
        encodeNameservers(request.nameservers),
        domain.optionalLeaf('registrant', registrant, (id) => clientIdentifier('registrant', id)),
        encodeContacts(request.contacts),
        encodeAuthInfo(domain, request.authInfo),
      ],
      extensions: [
        encodeSecDnsSet('create', request.dnssec),
        encodeFeeAgreement('create', request.fee),
        encodeIdnData(request.idn),
      ],
    });
  },
  decodeRequest(body) {
    const create = objectOf(body);
    return compact({
      name: domain.token(create, 'name'),
      periodYears: requireYears(domain.child(create, 'period')),
      nameservers: decodeNameservers(create),
      registrant: domain.optionalToken(create, 'registrant'),
      contacts: nonEmpty(decodeContacts(create)),
      authInfo: requireAuthInfo(domain, create),
      dnssec: nonEmpty(decodeSecDnsSet(body.extensions, 'create')),
      fee: decodeFeeAgreement(body.extensions, 'create'),
      idn: decodeIdnData(body.extensions),
    });
  },
  encodeResult: (result) =>
    resultBody([encodeCreation(domain, 'name', result)], [encodeFeeReceipt('creData', result.fee)]),
  decodeResult(response, request) {
    return compact({
      ...decodeCreation(domain, 'name', { response, request }),
      fee: decodeFeeReceipt(response.extensions, 'creData'),
    });
  },
};
