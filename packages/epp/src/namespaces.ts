/**
 * The namespace URIs this library supports. Elements are matched by these and never by prefix; the
 * prefixes below are used for writing only; they are the ones of the RFCs.
 */

export const eppUri = 'urn:ietf:params:xml:ns:epp-1.0';
export const domainUri = 'urn:ietf:params:xml:ns:domain-1.0';
export const hostUri = 'urn:ietf:params:xml:ns:host-1.0';
export const contactUri = 'urn:ietf:params:xml:ns:contact-1.0';
export const rgpUri = 'urn:ietf:params:xml:ns:rgp-1.0';
export const secDnsUri = 'urn:ietf:params:xml:ns:secDNS-1.1';
export const feeUri = 'urn:ietf:params:xml:ns:epp:fee-1.0';
export const loginSecUri = 'urn:ietf:params:xml:ns:epp:loginSec-1.0';
export const idnUri = 'urn:ietf:params:xml:ns:idn-1.0';

export const prefixesByUri: ReadonlyMap<string, string> = new Map([
  [domainUri, 'domain'],
  [hostUri, 'host'],
  [contactUri, 'contact'],
  [rgpUri, 'rgp'],
  [secDnsUri, 'secDNS'],
  [feeUri, 'fee'],
  [loginSecUri, 'loginSec'],
  [idnUri, 'idn'],
]);
