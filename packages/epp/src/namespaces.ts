// The namespace URIs this library speaks. Elements are matched by these and never by prefix;
// the prefixes below are only what we write, because they are what registries print in their manuals.

export const EPP_URI = 'urn:ietf:params:xml:ns:epp-1.0';
export const DOMAIN_URI = 'urn:ietf:params:xml:ns:domain-1.0';
export const HOST_URI = 'urn:ietf:params:xml:ns:host-1.0';
export const CONTACT_URI = 'urn:ietf:params:xml:ns:contact-1.0';
export const RGP_URI = 'urn:ietf:params:xml:ns:rgp-1.0';
export const SECDNS_URI = 'urn:ietf:params:xml:ns:secDNS-1.1';
export const FEE_URI = 'urn:ietf:params:xml:ns:epp:fee-1.0';

export const OBJECT_URIS: readonly string[] = [DOMAIN_URI, CONTACT_URI, HOST_URI];
export const EXTENSION_URIS: readonly string[] = [SECDNS_URI, RGP_URI, FEE_URI];

export const CONVENTIONAL_PREFIXES: ReadonlyMap<string, string> = new Map([
  [DOMAIN_URI, 'domain'],
  [HOST_URI, 'host'],
  [CONTACT_URI, 'contact'],
  [RGP_URI, 'rgp'],
  [SECDNS_URI, 'secDNS'],
  [FEE_URI, 'fee'],
]);
