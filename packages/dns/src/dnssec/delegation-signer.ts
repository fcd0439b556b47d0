/** The DS record of a key, which the parent of a zone publishes (RFC 4034, section 5.1.4). */
import { createHash } from 'node:crypto';
import { equalBytes } from '../bytes.ts';
import type { Name } from '../name.ts';
import { dnskeyCodec } from '../rdata/dnskey.ts';
import type { DsData } from '../records/ds.ts';
import { keyTag } from './key-tag.ts';

const hashes: Readonly<Record<number, string>> = { 1: 'sha1', 2: 'sha256', 4: 'sha384' };
export const sha256Digest = 2;

/** Null for a digest type that cannot be computed here. */
export function delegationSigner(
  zone: Name,
  dnskey: Uint8Array,
  digestType = sha256Digest,
): DsData | null {
  const hash = hashes[digestType];
  if (hash === undefined) return null;
  const digest = createHash(hash).update(zone.toLowerCase().wire).update(dnskey).digest();
  const { algorithm } = dnskeyCodec.decode(dnskey);
  return { type: 'DS', keyTag: keyTag(dnskey), algorithm, digestType, digest };
}

/** Whether the DS record is one of this key. */
export function isSignerOf(ds: DsData, zone: Name, dnskey: Uint8Array): boolean {
  if (ds.keyTag !== keyTag(dnskey)) return false;
  const own = delegationSigner(zone, dnskey, ds.digestType);
  return own !== null && own.algorithm === ds.algorithm && equalBytes(own.digest, ds.digest);
}
