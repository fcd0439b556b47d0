/**
 * DNSSEC data at the registry, RFC 5910, by either of its interfaces: DS data, which may have the key with
 * it, or key data, of which the registry makes the DS records. One command uses one of them.
 */

import { compact, whenDefined } from '../../compact.ts';
import { EppSyntaxError, EppValueError } from '../../errors.ts';
import { secDns } from '../../vocabularies.ts';
import { integer, listOf, matching, readBoolean, readInteger } from '../../xml/schema-values.ts';
import { tokenOf, type XmlElement } from '../../xml/xml-element.ts';

export interface DsData {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  /** Hexadecimal, always written and read in upper case. */
  readonly digest: string;
  /** The key that it is of. */
  readonly key?: KeyData;
}

/** The fields of a DNSKEY record. */
export interface KeyData {
  readonly flags: number;
  readonly protocol: number;
  readonly algorithm: number;
  /** Base64 without white space. */
  readonly publicKey: string;
}

export type SecDnsData = DsData | KeyData;

/** Removals are applied before additions, so `remove: 'all'` with `add` replaces the set. */
export interface SecDnsUpdate {
  readonly remove?: 'all' | readonly SecDnsData[];
  readonly add?: readonly SecDnsData[];
  /** How long the signatures of the parent over the DS records may be valid; most registries ignore it. */
  readonly maxSigLifeSeconds?: number;
}

type SecDnsDataName = 'create' | 'infData';

export function isKeyData(data: SecDnsData): data is KeyData {
  return 'publicKey' in data;
}

/** The set of a create or of an answer to info; without data the element is left out. */
export function encodeSecDnsSet(
  name: SecDnsDataName,
  set: readonly SecDnsData[] | undefined,
): XmlElement | undefined {
  if (set === undefined || set.length === 0) return undefined;
  return secDns.element(name, {}, encodeSet('dnssec', set));
}

export function decodeSecDnsSet(
  extensions: readonly XmlElement[],
  name: SecDnsDataName,
): SecDnsData[] {
  const element = secDns.find(extensions, name);
  return element === undefined ? [] : readSet(element);
}

export function encodeSecDnsUpdate(update: SecDnsUpdate): XmlElement {
  const { remove, add, maxSigLifeSeconds } = update;
  const removal =
    remove === 'all'
      ? secDns.leaf('all', 'true')
      : remove && encodeSet('dnssec.remove', listOf('dnssec.remove', remove, { min: 1 }));
  const lifetime = secDns.optionalLeaf('maxSigLife', maxSigLifeSeconds, (seconds) =>
    integer('dnssec.maxSigLifeSeconds', seconds, { min: 1, max: 2 ** 31 - 1 }),
  );
  const added = add && encodeSet('dnssec.add', listOf('dnssec.add', add, { min: 1 }));
  return secDns.element(
    'update',
    {},
    removal === undefined ? undefined : secDns.element('rem', {}, removal),
    added && secDns.element('add', {}, lifetime, added),
    added === undefined && lifetime !== undefined ? secDns.element('chg', {}, lifetime) : undefined,
  );
}

export function decodeSecDnsUpdate(extensions: readonly XmlElement[]): SecDnsUpdate | undefined {
  const update = secDns.find(extensions, 'update');
  if (update === undefined) return undefined;
  const rem = secDns.child(update, 'rem');
  const add = secDns.child(update, 'add');
  const lifetime = [add, secDns.child(update, 'chg')].flatMap((parent) =>
    parent === undefined ? [] : secDns.children(parent, 'maxSigLife'),
  );
  return compact({
    remove: whenDefined(rem, readRemoval),
    add: whenDefined(add, readSet),
    maxSigLifeSeconds: whenDefined(lifetime[0], readInteger),
  });
}

function readRemoval(rem: XmlElement): 'all' | SecDnsData[] {
  const all = secDns.optionalToken(rem, 'all');
  return readBoolean(all, false) ? 'all' : readSet(rem);
}

/** The schema allows either kind, not both. */
function encodeSet(field: string, set: readonly SecDnsData[]): XmlElement[] {
  if (set.some(isKeyData) && !set.every(isKeyData)) {
    throw new EppValueError({ field, problem: 'must be DS data or key data, not both' });
  }
  return set.map((data) => (isKeyData(data) ? encodeKeyData(data) : encodeDs(data)));
}

function readSet(parent: XmlElement): SecDnsData[] {
  const keys = secDns.children(parent, 'keyData').map(readKeyData);
  const ds = secDns.children(parent, 'dsData').map(readDs);
  if (keys.length > 0 && ds.length > 0) {
    throw new EppSyntaxError('DS data and key data cannot be in one command', 2001);
  }
  return [...keys, ...ds];
}

const byte = { min: 0, max: 255 };
const twoBytes = { min: 0, max: 65_535 };

function encodeDs(ds: DsData): XmlElement {
  return secDns.element(
    'dsData',
    {},
    secDns.leaf('keyTag', integer('dnssec.keyTag', ds.keyTag, twoBytes)),
    secDns.leaf('alg', integer('dnssec.algorithm', ds.algorithm, byte)),
    secDns.leaf('digestType', integer('dnssec.digestType', ds.digestType, byte)),
    secDns.leaf('digest', hexadecimal(ds.digest)),
    whenDefined(ds.key, encodeKeyData),
  );
}

function encodeKeyData(key: KeyData): XmlElement {
  return secDns.element(
    'keyData',
    {},
    secDns.leaf('flags', integer('dnssec.flags', key.flags, twoBytes)),
    secDns.leaf('protocol', integer('dnssec.protocol', key.protocol, byte)),
    secDns.leaf('alg', integer('dnssec.algorithm', key.algorithm, byte)),
    secDns.leaf('pubKey', matching('dnssec.publicKey', key.publicKey, base64)),
  );
}

function hexadecimal(digest: string): string {
  return matching('dnssec.digest', digest, /^([0-9A-Fa-f]{2})+$/).toUpperCase();
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

function readDs(element: XmlElement): DsData {
  return compact({
    keyTag: readInteger(secDns.requiredChild(element, 'keyTag')),
    algorithm: readInteger(secDns.requiredChild(element, 'alg')),
    digestType: readInteger(secDns.requiredChild(element, 'digestType')),
    digest: secDns.token(element, 'digest').toUpperCase(),
    key: whenDefined(secDns.child(element, 'keyData'), readKeyData),
  });
}

function readKeyData(element: XmlElement): KeyData {
  // Registries break long keys into lines.
  const publicKey = tokenOf(secDns.requiredChild(element, 'pubKey')).replaceAll(' ', '');
  if (!base64.test(publicKey)) throw new EppSyntaxError('<pubKey> is not base64', 2005);
  return {
    flags: readInteger(secDns.requiredChild(element, 'flags')),
    protocol: readInteger(secDns.requiredChild(element, 'protocol')),
    algorithm: readInteger(secDns.requiredChild(element, 'alg')),
    publicKey,
  };
}
