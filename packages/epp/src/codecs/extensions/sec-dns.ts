/**
 * DNSSEC data at the registry, RFC 5910, by its DS interface. Key data, the other interface, is
 * left in the raw extensions of a response.
 */

import { compact, whenDefined } from '../../compact.ts';
import { EppSyntaxError } from '../../errors.ts';
import { secDns } from '../../vocabularies.ts';
import { integer, listOf, matching, readBoolean, readInteger } from '../../xml/schema-values.ts';
import type { XmlElement } from '../../xml/xml-element.ts';

export interface DsData {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  /** Hexadecimal, always written and read in upper case. */
  readonly digest: string;
}

/** Removals are applied before additions, so `remove: 'all'` with `add` replaces the set. */
export interface SecDnsUpdate {
  readonly remove?: 'all' | readonly DsData[];
  readonly add?: readonly DsData[];
}

type SecDnsDataName = 'create' | 'infData';

/** The DS set of a create or of an answer to info; without DS data the element is left out. */
export function encodeDsSet(
  name: SecDnsDataName,
  dsSet: readonly DsData[] | undefined,
): XmlElement | undefined {
  if (dsSet === undefined || dsSet.length === 0) return undefined;
  return secDns.element(name, {}, dsSet.map(encodeDs));
}

export function decodeDsSet(extensions: readonly XmlElement[], name: SecDnsDataName): DsData[] {
  const element = secDns.find(extensions, name);
  return element === undefined ? [] : secDns.children(element, 'dsData').map(readDs);
}

export function encodeSecDnsUpdate(update: SecDnsUpdate): XmlElement {
  const { remove, add } = update;
  const removal =
    remove === 'all'
      ? secDns.leaf('all', 'true')
      : remove && listOf('dnssec.remove', remove, { min: 1 }).map(encodeDs);
  return secDns.element(
    'update',
    {},
    removal === undefined ? undefined : secDns.element('rem', {}, removal),
    add && secDns.element('add', {}, listOf('dnssec.add', add, { min: 1 }).map(encodeDs)),
  );
}

export function decodeSecDnsUpdate(extensions: readonly XmlElement[]): SecDnsUpdate | undefined {
  const update = secDns.find(extensions, 'update');
  if (update === undefined) return undefined;
  const rem = secDns.child(update, 'rem');
  const add = secDns.child(update, 'add');
  return compact({ remove: whenDefined(rem, readRemoval), add: whenDefined(add, readDsOnly) });
}

function readRemoval(rem: XmlElement): 'all' | DsData[] {
  const all = secDns.optionalToken(rem, 'all');
  return readBoolean(all, false) ? 'all' : readDsOnly(rem);
}

function readDsOnly(parent: XmlElement): DsData[] {
  if (secDns.child(parent, 'keyData') !== undefined) {
    throw new EppSyntaxError('only the DS interface is offered', 2306);
  }
  return secDns.children(parent, 'dsData').map(readDs);
}

function encodeDs(ds: DsData): XmlElement {
  const byte = { min: 0, max: 255 };
  return secDns.element(
    'dsData',
    {},
    secDns.leaf('keyTag', integer('dnssec.keyTag', ds.keyTag, { min: 0, max: 65_535 })),
    secDns.leaf('alg', integer('dnssec.algorithm', ds.algorithm, byte)),
    secDns.leaf('digestType', integer('dnssec.digestType', ds.digestType, byte)),
    secDns.leaf('digest', hexadecimal(ds.digest)),
  );
}

function hexadecimal(digest: string): string {
  return matching('dnssec.digest', digest, /^([0-9A-Fa-f]{2})+$/).toUpperCase();
}

function readDs(element: XmlElement): DsData {
  return {
    keyTag: readInteger(secDns.requiredChild(element, 'keyTag')),
    algorithm: readInteger(secDns.requiredChild(element, 'alg')),
    digestType: readInteger(secDns.requiredChild(element, 'digestType')),
    digest: secDns.token(element, 'digest').toUpperCase(),
  };
}
