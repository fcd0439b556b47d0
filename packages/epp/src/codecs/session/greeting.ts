/**
 * <hello> and <greeting>, RFC 5730 sections 2.3 and 2.4, and the choice of services made from them.
 */

import { frameOf, requireFrameOf } from '../../epp-frame.ts';
import { contact, domain, epp, fee, host, idn, loginSec, rgp, secDns } from '../../vocabularies.ts';
import {
  dateTime,
  listOf,
  matching,
  normalizedString,
  oneOf,
  readDateTime,
} from '../../xml/schema-values.ts';
import { collapse, textOf, tokenOf, type XmlElement } from '../../xml/xml-element.ts';

export interface Services {
  readonly objectUris: readonly string[];
  readonly extensionUris: readonly string[];
}

export interface Greeting extends Services {
  readonly serverId: string;
  readonly serverDate: Date;
  readonly versions: readonly string[];
  readonly languages: readonly string[];
}

/** All that this library supports. */
export const knownServices: Services = {
  objectUris: [domain.uri, contact.uri, host.uri],
  extensionUris: [secDns.uri, rgp.uri, fee.uri, loginSec.uri, idn.uri],
};

export function encodeHello(): XmlElement {
  return epp.element('epp', {}, epp.element('hello', {}));
}

export function isHello(root: XmlElement): boolean {
  return frameOf(root, 'hello') !== undefined;
}

/** Only what both sides support: many servers refuse a login that announces anything else. */
export function negotiateServices(greeting: Greeting, ours: Services): Services {
  return {
    objectUris: ours.objectUris.filter((uri) => greeting.objectUris.includes(uri)),
    extensionUris: ours.extensionUris.filter((uri) => greeting.extensionUris.includes(uri)),
  };
}

export function decodeGreeting(root: XmlElement): Greeting {
  const greeting = requireFrameOf(root, 'greeting');
  const menu = epp.requiredChild(greeting, 'svcMenu');
  return {
    serverId: collapse(textOf(epp.requiredChild(greeting, 'svID'))),
    serverDate: readDateTime(epp.requiredChild(greeting, 'svDate')),
    versions: epp.children(menu, 'version').map(tokenOf),
    languages: epp.children(menu, 'lang').map(tokenOf),
    ...decodeServices(menu),
  };
}

export function encodeGreeting(greeting: Greeting): XmlElement {
  const versions = listOf('versions', greeting.versions, { min: 1 });
  const languages = listOf('languages', greeting.languages, { min: 1 });
  return epp.element(
    'epp',
    {},
    epp.element(
      'greeting',
      {},
      epp.leaf('svID', normalizedString('serverId', greeting.serverId, { min: 3, max: 64 })),
      epp.leaf('svDate', dateTime('serverDate', greeting.serverDate)),
      epp.element(
        'svcMenu',
        {},
        versions.map((version) => epp.leaf('version', oneOf('versions', version, ['1.0']))),
        languages.map((language) => epp.leaf('lang', languageTag('languages', language))),
        encodeServices(greeting),
      ),
      encodeDataCollectionPolicy(),
    ),
  );
}

/** The objURI list and svcExtension that greeting and login share. */
export function encodeServices(services: Services): XmlElement[] {
  const objectUris = listOf('objectUris', services.objectUris, { min: 1 });
  const extensions = services.extensionUris.map((uri) => epp.leaf('extURI', serviceUri(uri)));
  return [
    ...objectUris.map((uri) => epp.leaf('objURI', serviceUri(uri))),
    ...(extensions.length === 0 ? [] : [epp.element('svcExtension', {}, extensions)]),
  ];
}

export function decodeServices(parent: XmlElement): Services {
  const extension = epp.child(parent, 'svcExtension');
  return {
    objectUris: epp.children(parent, 'objURI').map(tokenOf),
    extensionUris: extension === undefined ? [] : epp.children(extension, 'extURI').map(tokenOf),
  };
}

export function languageTag(field: string, value: string): string {
  return matching(field, value, /^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$/);
}

function serviceUri(uri: string): string {
  return matching('service URI', uri, /^[A-Za-z][A-Za-z0-9+.-]*:[A-Za-z0-9\-._~:/?@!$&'()*+,;=]+$/);
}

/** A plain data collection policy; the schema requires one. */
function encodeDataCollectionPolicy(): XmlElement {
  const flag = (name: string) => epp.element(name, {});
  return epp.element(
    'dcp',
    {},
    epp.element('access', {}, flag('all')),
    epp.element(
      'statement',
      {},
      epp.element('purpose', {}, flag('admin'), flag('prov')),
      epp.element('recipient', {}, flag('ours'), flag('public')),
      epp.element('retention', {}, flag('stated')),
    ),
  );
}
