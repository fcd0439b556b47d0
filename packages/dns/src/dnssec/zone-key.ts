/**
 * The key of a zone: ECDSA on P-256 with SHA-256 (RFC 6605), one key that signs everything. Each
 * signature of the same set differs, so signatures are kept and not made again to compare.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { concatBytes } from '../bytes.ts';
import type { ResourceRecord } from '../message.ts';
import type { Name } from '../name.ts';
import { classes, rrTypes } from '../protocol.ts';
import { dnskeyCodec } from '../rdata/dnskey.ts';
import { rrsigHead } from '../rdata/rrsig.ts';
import { keyTag } from './key-tag.ts';
import { type SignatureHead, signedData, signedLabels } from './signed-data.ts';

/** Seconds since 1970. */
export interface Validity {
  readonly inception: number;
  readonly expiration: number;
}

export const ecdsaP256 = 13;
/** A key of the zone that is also its entry point. */
const combinedKeyFlags = 257;
const protocol = 3;
const digest = 'sha256';

export class ZoneKey {
  readonly tag: number;
  /** The data of its DNSKEY record. */
  readonly dnskey: Uint8Array;
  readonly #privateKey: KeyObject;

  private constructor(privateKey: KeyObject) {
    this.#privateKey = privateKey;
    this.dnskey = dnskeyCodec.encode({
      type: 'DNSKEY',
      flags: combinedKeyFlags,
      protocol,
      algorithm: ecdsaP256,
      publicKey: pointOf(privateKey),
    });
    this.tag = keyTag(this.dnskey);
  }

  static generate(): ZoneKey {
    return new ZoneKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
  }

  /** Throws where the text is not a private key on P-256. */
  static fromPem(pem: string): ZoneKey {
    const privateKey = createPrivateKey(pem);
    if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
      throw new Error('The key is not an ECDSA key on P-256.');
    }
    return new ZoneKey(privateKey);
  }

  /** PKCS #8, not encrypted. */
  toPem(): string {
    return this.#privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  }

  /** The private key as BIND, Knot and PowerDNS read it from a file. */
  toBindText(): string {
    const { d = '' } = this.#privateKey.export({ format: 'jwk' });
    const secret = Buffer.from(d, 'base64url').toString('base64');
    return `Private-key-format: v1.3\nAlgorithm: ${ecdsaP256} (ECDSAP256SHA256)\nPrivateKey: ${secret}\n`;
  }

  /** The signature of one set of the zone. */
  sign(zone: Name, set: readonly ResourceRecord[], validity: Validity): ResourceRecord {
    const head = this.#headOf(zone, set, validity);
    const octets = rrsigHead(head);
    const signature = sign(digest, signedData(octets, head, set), this.#signingKey);
    const { name, ttlSeconds } = firstOf(set);
    const rdata = concatBytes([octets, signature]);
    return { name, type: rrTypes.RRSIG, class: classes.IN, ttlSeconds, rdata };
  }

  get #signingKey() {
    return { key: this.#privateKey, dsaEncoding: 'ieee-p1363' } as const;
  }

  #headOf(zone: Name, set: readonly ResourceRecord[], validity: Validity): SignatureHead {
    const { name, type, ttlSeconds } = firstOf(set);
    return {
      covered: type,
      algorithm: ecdsaP256,
      labels: signedLabels(name),
      originalTtl: ttlSeconds,
      ...validity,
      keyTag: this.tag,
      signer: zone,
    };
  }
}

function firstOf(set: readonly ResourceRecord[]): ResourceRecord {
  const [first] = set;
  if (first === undefined) throw new Error('A set without records cannot be signed.');
  return first;
}

/** The point without the octet that says how it is written (RFC 6605, section 4). */
function pointOf(privateKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return concatBytes([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
}
