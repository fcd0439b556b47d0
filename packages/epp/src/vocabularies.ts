/** The namespaces of the EPP mappings and extensions, ready to build and to find elements with. */

import {
  contactUri,
  domainUri,
  eppUri,
  feeUri,
  hostUri,
  idnUri,
  loginSecUri,
  rgpUri,
  secDnsUri,
} from './namespaces.ts';
import { vocabulary } from './xml/xml-element.ts';

export const epp = vocabulary(eppUri);
export const domain = vocabulary(domainUri);
export const host = vocabulary(hostUri);
export const contact = vocabulary(contactUri);
export const rgp = vocabulary(rgpUri);
export const secDns = vocabulary(secDnsUri);
export const fee = vocabulary(feeUri);
export const loginSec = vocabulary(loginSecUri);
export const idn = vocabulary(idnUri);
