/** The JSON of RDAP (RFC 9083) as far as this service uses it. */
import type { DelegationSigner } from '../registrars/registrar.ts';

export interface RdapLink {
  /** The address that was asked for. */
  readonly value: string;
  readonly rel: string;
  readonly href: string;
  readonly type: string;
}

export interface RdapNotice {
  readonly title: string;
  readonly description: readonly string[];
  readonly links?: readonly RdapLink[];
}

export interface RdapEvent {
  readonly eventAction: string;
  readonly eventDate: string;
}

export type JcardProperty = readonly [
  name: string,
  parameters: Readonly<Record<string, string>>,
  type: string,
  value: string | readonly (string | readonly string[])[],
];

export interface RdapEntity {
  readonly objectClassName: 'entity';
  readonly handle?: string;
  readonly roles: readonly string[];
  readonly publicIds?: readonly { readonly type: string; readonly identifier: string }[];
  readonly vcardArray: readonly ['vcard', readonly JcardProperty[]];
  readonly entities?: readonly RdapEntity[];
  readonly links?: readonly RdapLink[];
}

export interface RdapNameserver {
  readonly objectClassName: 'nameserver';
  readonly ldhName: string;
  readonly unicodeName?: string;
  readonly ipAddresses?: { readonly v4?: readonly string[]; readonly v6?: readonly string[] };
  readonly links?: readonly RdapLink[];
}

/** RFC 9537. */
export interface Redaction {
  readonly name: { readonly type: string };
  readonly prePath?: string;
  readonly postPath?: string;
  readonly replacementPath?: string;
  readonly pathLang: 'jsonpath';
  readonly method: 'removal' | 'emptyValue' | 'replacementValue';
  readonly reason: { readonly description: string };
}

export interface RdapDomain {
  readonly objectClassName: 'domain';
  readonly ldhName: string;
  readonly unicodeName?: string;
  readonly status: readonly string[];
  readonly events: readonly RdapEvent[];
  readonly entities: readonly RdapEntity[];
  readonly nameservers: readonly RdapNameserver[];
  readonly secureDNS: {
    readonly delegationSigned: boolean;
    readonly dsData?: readonly DelegationSigner[];
  };
  readonly port43?: string;
  readonly links: readonly RdapLink[];
  readonly redacted: readonly Redaction[];
}

/** What every answer has beside its object. */
export interface RdapEnvelope {
  readonly rdapConformance: readonly string[];
  readonly notices: readonly RdapNotice[];
}

export const rdapType = 'application/rdap+json';
