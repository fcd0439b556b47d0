import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { certificateFor } from './start-epp-front.ts';

describe('certificateFor', () => {
  const clock = { now: () => Date.parse('2027-01-31T12:00:00Z') };

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::1', '::1'],
    ['2001:db8:0:1::7', '2001:db8:0:1::7'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ])('is valid for the address %s it listens on', (host, address) => {
    const certificate = new X509Certificate(certificateFor({ host, clock }).cert);
    expect(certificate.checkIP(address)).toBe(address);
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(certificate.checkHost('localhost')).toBe('localhost');
  });

  it('is valid for a host name, for ten years', () => {
    const certificate = new X509Certificate(certificateFor({ host: 'epp.example', clock }).cert);
    expect(certificate.checkHost('epp.example')).toBe('epp.example');
    expect(certificate.checkIP('192.0.2.1')).toBeUndefined();
    expect(new Date(certificate.validFrom).getTime()).toBeLessThan(clock.now());
    expect(new Date(certificate.validTo)).toEqual(new Date('2037-01-27T12:00:00Z'));
  });
});
