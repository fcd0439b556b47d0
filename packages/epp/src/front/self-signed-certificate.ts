/**
 * A self-signed certificate (RFC 5280, written as DER) for a front on one machine; clients trust it
 * by naming it as their authority. Node cannot write X.509, and the packages that can bring 19 or more
 * (docs/adr/0010).
 */

import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface SelfSignedOptions {
  /** Host names the certificate is for. */
  readonly hostNames: readonly string[];
  /** IP addresses the certificate is for, four or sixteen octets each. */
  readonly ipAddresses: readonly Uint8Array[];
  readonly validFrom: Date;
  readonly validUntil: Date;
}

/** PEM of a new P-256 key and of its certificate. */
export function createSelfSignedCertificate(options: SelfSignedOptions): {
  cert: string;
  key: string;
} {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const body = certificateBody(options, publicKey);
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, ecdsaWithSha256, tlv(0x03, Buffer.from([0]), signature));
  const base64 = certificate.toString('base64').replace(/.{1,64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const commonNameOid = Buffer.from([0x06, 0x03, 0x55, 0x04, 0x03]);
const subjectAltNameOid = Buffer.from([0x06, 0x03, 0x55, 0x1d, 0x11]);
const ecdsaWithSha256 = sequence(
  Buffer.from([0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]),
);
const version3 = tlv(0xa0, tlv(0x02, Buffer.from([2])));

function certificateBody(options: SelfSignedOptions, publicKey: KeyObject): Buffer {
  // The leading 0x01 makes the serial positive and never zero.
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(15)]);
  const commonName = tlv(0x0c, Buffer.from('EPP registry front'));
  const name = sequence(tlv(0x31, sequence(commonNameOid, commonName)));
  const alternatives = sequence(
    ...options.hostNames.map((host) => tlv(0x82, Buffer.from(host, 'ascii'))),
    ...options.ipAddresses.map((octets) => tlv(0x87, octets)),
  );
  const extension = sequence(subjectAltNameOid, tlv(0x04, alternatives));
  return sequence(
    version3,
    tlv(0x02, serial),
    ecdsaWithSha256,
    name,
    sequence(time(options.validFrom), time(options.validUntil)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(extension)),
  );
}

/** RFC 5280 wants two-digit years until 2049 and four digits from then on. */
function time(date: Date): Buffer {
  const text = `${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
  return date.getUTCFullYear() < 2050
    ? tlv(0x17, Buffer.from(text.slice(2)))
    : tlv(0x18, Buffer.from(text));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, ...parts);
}

function tlv(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthBytes(content.length), content]);
}

function lengthBytes(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x100) return Buffer.from([0x81, length]);
  return Buffer.from([0x82, length >> 8, length & 0xff]);
}
