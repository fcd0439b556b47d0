/** Checks the signature of a set as a resolver does (RFC 4035, section 5.3). */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { ResourceRecord } from '../message.ts';
import { dnskeyCodec } from '../rdata/dnskey.ts';
import { rrsigCodec, rrsigHead } from '../rdata/rrsig.ts';
import { compareSerials } from '../serial.ts';
import { keyTag } from './key-tag.ts';
import { signedData } from './signed-data.ts';

/** Why a signature does not count; null when it does. */
export type SignatureFault =
  | 'not-yet-valid'
  | 'expired'
  | 'other-key'
  | 'unknown-algorithm'
  | 'wrong-zone'
  | 'forged';

interface Algorithm {
  readonly digest: string | null;
  readonly isEcdsa: boolean;
  keyOf(publicKey: Uint8Array): KeyObject;
}

/** Those that RFC 8624 asks validators to know. */
const algorithms: Readonly<Record<number, Algorithm>> = {
  5: { digest: 'sha1', isEcdsa: false, keyOf: rsaKey },
  7: { digest: 'sha1', isEcdsa: false, keyOf: rsaKey },
  8: { digest: 'sha256', isEcdsa: false, keyOf: rsaKey },
  10: { digest: 'sha512', isEcdsa: false, keyOf: rsaKey },
  13: { digest: 'sha256', isEcdsa: true, keyOf: (point) => ecKey('P-256', point) },
  14: { digest: 'sha384', isEcdsa: true, keyOf: (point) => ecKey('P-384', point) },
  15: { digest: null, isEcdsa: false, keyOf: (key) => edwardsKey('Ed25519', key) },
  16: { digest: null, isEcdsa: false, keyOf: (key) => edwardsKey('Ed448', key) },
};

export function signatureFault(
  set: readonly ResourceRecord[],
  signature: ResourceRecord,
  by: { readonly dnskey: ResourceRecord; readonly nowSeconds: number },
): SignatureFault | null {
  const { signature: octets, ...head } = rrsigCodec.decode(signature.rdata);
  const { algorithm: number, publicKey } = dnskeyCodec.decode(by.dnskey.rdata);
  if (head.keyTag !== keyTag(by.dnskey.rdata) || head.algorithm !== number) return 'other-key';
  if (!head.signer.equals(by.dnskey.name)) return 'wrong-zone';
  if (set.some(({ name }) => !name.isAtOrBelow(head.signer))) return 'wrong-zone';
  const now = by.nowSeconds % 0x1_0000_0000;
  if (isBefore(now, head.inception)) return 'not-yet-valid';
  if (isBefore(head.expiration, now)) return 'expired';
  const algorithm = algorithms[number];
  if (algorithm === undefined) return 'unknown-algorithm';
  const signed = signedData(rrsigHead(head), head, set);
  return hasSigned(algorithm, { publicKey, signed, octets }) ? null : 'forged';
}

/** Whether these octets are a public key of an algorithm that is validated here. */
export function isPublicKey(algorithm: number, publicKey: Uint8Array): boolean {
  try {
    return algorithms[algorithm]?.keyOf(publicKey) !== undefined;
  } catch {
    return false;
  }
}

/** Whether one of the keys has signed the set, at this time. */
export function isSigned(
  set: readonly ResourceRecord[],
  signatures: readonly ResourceRecord[],
  by: { readonly dnskeys: readonly ResourceRecord[]; readonly nowSeconds: number },
): boolean {
  return signatures.some((signature) =>
    by.dnskeys.some(
      (dnskey) => signatureFault(set, signature, { dnskey, nowSeconds: by.nowSeconds }) === null,
    ),
  );
}

function hasSigned(
  { digest, isEcdsa, keyOf }: Algorithm,
  check: {
    readonly publicKey: Uint8Array;
    readonly signed: Uint8Array;
    readonly octets: Uint8Array;
  },
): boolean {
  try {
    const key = keyOf(check.publicKey);
    const verified = isEcdsa ? ({ key, dsaEncoding: 'ieee-p1363' } as const) : key;
    return verify(digest, check.signed, verified, check.octets);
  } catch {
    // Octets that are no key of the algorithm.
    return false;
  }
}

function isBefore(a: number, b: number): boolean {
  return compareSerials(a, b) < 0;
}

/** Exponent and modulus; an exponent of more than 255 octets has a length of three (RFC 3110). */
function rsaKey(octets: Uint8Array): KeyObject {
  const isLong = octets[0] === 0;
  const length = isLong ? ((octets[1] ?? 0) << 8) | (octets[2] ?? 0) : (octets[0] ?? 0);
  const start = isLong ? 3 : 1;
  const e = base64url(octets.subarray(start, start + length));
  const n = base64url(octets.subarray(start + length));
  return createPublicKey({ key: { kty: 'RSA', e, n }, format: 'jwk' });
}

function ecKey(crv: 'P-256' | 'P-384', point: Uint8Array): KeyObject {
  const half = point.length / 2;
  const x = base64url(point.subarray(0, half));
  const y = base64url(point.subarray(half));
  return createPublicKey({ key: { kty: 'EC', crv, x, y }, format: 'jwk' });
}

function edwardsKey(crv: 'Ed25519' | 'Ed448', octets: Uint8Array): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv, x: base64url(octets) }, format: 'jwk' });
}

function base64url(octets: Uint8Array): string {
  return Buffer.from(octets).toString('base64url');
}
