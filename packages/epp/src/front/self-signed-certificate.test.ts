/** Checked with Node's X.509 reader and with a TLS handshake. */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openSession } from '../client/epp-session.ts';
import { notSent } from '../fixtures/expect-errors.ts';
import { startRegistry } from '../fixtures/registry-peer.ts';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';

const validity = {
  validFrom: new Date('2020-01-01T00:00:00Z'),
  validUntil: new Date('2120-01-01T00:00:00Z'),
};
const loopback = Uint8Array.of(127, 0, 0, 1);
const names = {
  hostNames: ['localhost', 'epp.registry.example'],
  ipAddresses: [loopback, Buffer.from('20010db8000000010000000000000007', 'hex')],
};

describe('createSelfSignedCertificate', () => {
  test('makes a certificate for its names, signed with its own key', () => {
    const { cert, key } = createSelfSignedCertificate({ ...validity, ...names });
    const certificate = new X509Certificate(cert);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(certificate.checkHost('epp.registry.example')).toBe('epp.registry.example');
    expect(certificate.checkHost('other.example')).toBeUndefined();
    for (const address of ['127.0.0.1', '2001:db8:0:1::7']) {
      expect(certificate.checkIP(address)).toBe(address);
    }
    expect(certificate.checkIP('127.0.0.2')).toBeUndefined();
    expect(new Date(certificate.validFrom)).toEqual(validity.validFrom);
    expect(new Date(certificate.validTo)).toEqual(validity.validUntil);
  });

  test('is another one every time', () => {
    const [first, second] = [1, 2].map(() =>
      createSelfSignedCertificate({ ...validity, ...names }),
    );
    expect(first?.cert).not.toBe(second?.cert);
  });

  test('carries many names', () => {
    const hostNames = Array.from({ length: 40 }, (_, number) => `host-${number}.registry.example`);
    const certificate = new X509Certificate(
      createSelfSignedCertificate({ ...validity, hostNames, ipAddresses: [] }).cert,
    );
    expect(certificate.checkHost('host-39.registry.example')).toBe('host-39.registry.example');
  });

  test('is trusted by a client that names it, and by no other', async () => {
    const tls = createSelfSignedCertificate({
      ...validity,
      hostNames: [],
      ipAddresses: [loopback],
    });
    await using peer = await startRegistry({ tls });
    const session = await openSession({ ...peer.clientOptions, tls: { ca: tls.cert } });
    await session.logout();
    expect((await notSent(openSession(peer.clientOptions))).reason).toBe('connect');
    const elsewhere = { ca: tls.cert, servername: 'localhost' };
    expect((await notSent(openSession({ ...peer.clientOptions, tls: elsewhere }))).reason).toBe(
      'connect',
    );
  });
});
