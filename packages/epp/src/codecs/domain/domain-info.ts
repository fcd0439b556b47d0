/** domain:info, RFC 5731 section 3.1.2, with grace periods and DS data. */

import { compact, whenDefined } from '../../compact.ts';
import { requiredData } from '../../epp-response.ts';
import { domain } from '../../vocabularies.ts';
import {
  clientIdentifier,
  label,
  oneOf,
  readDateTime,
  readOneOf,
  roid,
} from '../../xml/schema-values.ts';
import { tokenOf, type XmlElement } from '../../xml/xml-element.ts';
import { decodeAuthInfo, encodeAuthInfo } from '../auth-info.ts';
import { type CommandCodec, objectCommand, objectOf, resultBody } from '../command-codec.ts';
import { decodeRgpStatuses, encodeRgpStatuses } from '../extensions/rgp-statuses.ts';
import { decodeSecDnsSet, encodeSecDnsSet, type SecDnsData } from '../extensions/sec-dns.ts';
import { decodeHistory, encodeHistory, type ObjectHistory } from '../object-history.ts';
import { encodeKey } from '../object-key.ts';
import { decodeStatuses, domainStatuses, encodeStatuses } from '../object-statuses.ts';
import { type DomainContact, decodeContacts, encodeContacts } from './domain-contacts.ts';
import { decodeNameservers, encodeNameservers, type Nameservers } from './nameservers.ts';

const hostFilters = ['all', 'del', 'none', 'sub'] as const;

export interface InfoDomainRequest {
  readonly name: string;
  /** Delegated hosts, subordinate hosts, both (`all`, the default) or none. */
  readonly hosts?: (typeof hostFilters)[number];
  readonly authInfo?: string;
}

export interface DomainInfo extends ObjectHistory {
  readonly name: string;
  readonly roid: string;
  readonly statuses: readonly string[];
  readonly registrant?: string;
  readonly contacts: readonly DomainContact[];
  readonly nameservers?: Nameservers;
  readonly subordinateHosts: readonly string[];
  readonly expiresAt?: Date;
  readonly authInfo?: string;
  readonly rgpStatuses: readonly string[];
  readonly dnssec: readonly SecDnsData[];
}

export const infoDomain: CommandCodec<InfoDomainRequest, DomainInfo> = {
  type: 'domain:info',
  verb: 'info',
  objectUri: domain.uri,
  encodeRequest({ name, hosts = 'all', authInfo }) {
    const attributes = { hosts: oneOf('hosts', hosts, hostFilters) };
    return objectCommand(domain, 'info', {
      children: [
        domain.element('name', attributes, label('name', name)),
        encodeAuthInfo(domain, authInfo),
      ],
    });
  },
  decodeRequest(body) {
    const info = objectOf(body);
    const name = domain.requiredChild(info, 'name');
    const hosts = readOneOf(name.attributes.hosts ?? 'all', hostFilters, 'a host filter');
    return compact({ name: tokenOf(name), hosts, authInfo: decodeAuthInfo(domain, info) });
  },
  encodeResult: (info) =>
    resultBody(
      [encodeDomainInfo(info)],
      [encodeRgpStatuses('infData', info.rgpStatuses), encodeSecDnsSet('infData', info.dnssec)],
    ),
  decodeResult(response) {
    return {
      ...decodeDomainInfo(requiredData(domain, response, 'infData')),
      rgpStatuses: decodeRgpStatuses(response.extensions, 'infData'),
      dnssec: decodeSecDnsSet(response.extensions, 'infData'),
    };
  },
};

function encodeDomainInfo(info: DomainInfo): XmlElement {
  return domain.element(
    'infData',
    {},
    encodeKey(domain, 'name', info.name),
    domain.leaf('roid', roid(info.roid)),
    encodeStatuses(domain, info.statuses, { allowed: domainStatuses, max: 11 }),
    domain.optionalLeaf('registrant', info.registrant, (id) => clientIdentifier('registrant', id)),
    encodeContacts(info.contacts),
    encodeNameservers(info.nameservers),
    info.subordinateHosts.map((host) => domain.leaf('host', label('subordinateHosts', host))),
    encodeHistory(domain, info),
    encodeAuthInfo(domain, info.authInfo),
  );
}

function decodeDomainInfo(data: XmlElement): Omit<DomainInfo, 'rgpStatuses' | 'dnssec'> {
  return compact({
    name: domain.token(data, 'name'),
    roid: domain.token(data, 'roid'),
    statuses: decodeStatuses(domain, data),
    registrant: domain.optionalToken(data, 'registrant'),
    contacts: decodeContacts(data),
    nameservers: decodeNameservers(data),
    subordinateHosts: domain.children(data, 'host').map(tokenOf),
    ...decodeHistory(domain, data),
    expiresAt: whenDefined(domain.child(data, 'exDate'), readDateTime),
    authInfo: decodeAuthInfo(domain, data),
  });
}
