/** domain:info, RFC 5731 section 3.1.2, with grace periods and DS data. */

import { compact, whenDefined } from '../compact.ts';
import { EppSyntaxError } from '../errors.ts';
import { domainUri } from '../namespaces.ts';
import {
  clientIdentifier,
  dateTime,
  label,
  matching,
  oneOf,
  readDateTime,
} from '../xml/schema-values.ts';
import { collapse, tokenOf, type XmlElement } from '../xml/xml-element.ts';
import {
  type CommandCodec,
  findRequired,
  objectCommand,
  objectOf,
  type ResultBody,
} from './command-codec.ts';
import {
  type DomainContact,
  decodeAuthInfo,
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
import { decodeRgpStatuses, encodeRgpStatuses } from './rgp.ts';
import { type DsData, decodeDsSet, encodeDsSet } from './sec-dns.ts';

const hostFilters = ['all', 'del', 'none', 'sub'] as const;

export interface InfoDomainRequest {
  readonly name: string;
  /** Delegated hosts, subordinate hosts, both (`all`, the default) or none. */
  readonly hosts?: (typeof hostFilters)[number];
  readonly authInfo?: string;
}

export interface DomainInfo {
  readonly name: string;
  readonly roid: string;
  readonly statuses: readonly string[];
  readonly registrant?: string;
  readonly contacts: readonly DomainContact[];
  readonly nameservers?: Nameservers;
  readonly subordinateHosts: readonly string[];
  /** The sponsoring registrar: whether the domain is ours. */
  readonly sponsorId: string;
  readonly creatorId?: string;
  readonly createdAt?: Date;
  readonly updaterId?: string;
  readonly updatedAt?: Date;
  readonly expiresAt?: Date;
  readonly transferredAt?: Date;
  readonly authInfo?: string;
  readonly rgpStatuses: readonly string[];
  readonly dnssec: readonly DsData[];
}

export const infoDomain: CommandCodec<InfoDomainRequest, DomainInfo> = {
  type: 'domain:info',
  verb: 'info',
  objectUri: domainUri,
  encodeRequest({ name, hosts = 'all', authInfo }) {
    const attributes = { hosts: oneOf('hosts', hosts, hostFilters) };
    return objectCommand(
      'info',
      domain.element(
        'info',
        {},
        domain.element('name', attributes, label('name', name)),
        whenDefined(authInfo, encodeAuthInfo),
      ),
    );
  },
  decodeRequest(body) {
    const info = objectOf(body);
    const name = domain.requiredChild(info, 'name');
    const filter = collapse(name.attributes.hosts ?? 'all');
    const hosts = hostFilters.find((candidate) => candidate === filter);
    if (hosts === undefined) throw new EppSyntaxError(`"${filter}" is not a host filter`, 2005);
    return compact({ name: tokenOf(name), hosts, authInfo: decodeAuthInfo(info) });
  },
  encodeResult(info): ResultBody {
    const extensions = [
      encodeRgpStatuses('infData', info.rgpStatuses),
      encodeDsSet('infData', info.dnssec),
    ];
    return {
      resData: [encodeDomainInfo(info)],
      extensions: extensions.filter((extension) => extension !== undefined),
    };
  },
  decodeResult({ resData, extensions }) {
    return {
      ...decodeDomainInfo(findRequired(resData, domainUri, 'infData')),
      rgpStatuses: decodeRgpStatuses(extensions, 'infData'),
      dnssec: decodeDsSet(extensions, 'infData'),
    };
  },
};

type BareDomainInfo = Omit<DomainInfo, 'rgpStatuses' | 'dnssec'>;

function decodeDomainInfo(data: XmlElement): BareDomainInfo {
  const date = (name: string) => whenDefined(domain.child(data, name), readDateTime);
  return compact({
    name: domain.token(data, 'name'),
    roid: domain.token(data, 'roid'),
    statuses: decodeStatuses(data),
    registrant: domain.optionalToken(data, 'registrant'),
    contacts: decodeContacts(data),
    nameservers: decodeNameservers(data),
    subordinateHosts: domain.children(data, 'host').map(tokenOf),
    sponsorId: domain.token(data, 'clID'),
    creatorId: domain.optionalToken(data, 'crID'),
    createdAt: date('crDate'),
    updaterId: domain.optionalToken(data, 'upID'),
    updatedAt: date('upDate'),
    expiresAt: date('exDate'),
    transferredAt: date('trDate'),
    authInfo: decodeAuthInfo(data),
  });
}

function encodeDomainInfo(info: DomainInfo): XmlElement {
  const identifier = (field: string) => (id: string) => clientIdentifier(field, id);
  const date = (field: string) => (value: Date) => dateTime(field, value);
  return domain.element(
    'infData',
    {},
    domain.leaf('name', label('name', info.name)),
    domain.leaf('roid', roid(info.roid)),
    encodeStatuses(info.statuses),
    domain.optionalLeaf('registrant', info.registrant, identifier('registrant')),
    encodeContacts(info.contacts),
    encodeNameservers(info.nameservers),
    info.subordinateHosts.map((host) => domain.leaf('host', label('subordinateHosts', host))),
    domain.leaf('clID', clientIdentifier('sponsorId', info.sponsorId)),
    domain.optionalLeaf('crID', info.creatorId, identifier('creatorId')),
    domain.optionalLeaf('crDate', info.createdAt, date('createdAt')),
    domain.optionalLeaf('upID', info.updaterId, identifier('updaterId')),
    domain.optionalLeaf('upDate', info.updatedAt, date('updatedAt')),
    domain.optionalLeaf('exDate', info.expiresAt, date('expiresAt')),
    domain.optionalLeaf('trDate', info.transferredAt, date('transferredAt')),
    whenDefined(info.authInfo, encodeAuthInfo),
  );
}

/** eppcom:roidType, without the letters outside ASCII that it also allows. */
export function roid(value: string): string {
  return matching('roid', value, /^[A-Za-z0-9_]{1,80}-[A-Za-z0-9]{1,8}$/);
}
