/** The types whose value is numbers and a key, digest or certificate. */
import { describe, expect, it } from 'vitest';
import { fromHex } from '../bytes.ts';
import { type RecordType, recordValueOf } from './index.ts';
import { publishedHex, refusal } from './value-expectations.ts';

const sha1 = 'ab'.repeat(20);
const sha256 = 'ab'.repeat(32);
const sha384 = 'ab'.repeat(48);

describe.each<[RecordType, readonly [string, string][], readonly [string, string][]]>([
  [
    'DS',
    [
      [`60485 13 2 ${sha256}`, `ec450d02${sha256}`],
      [`60485 ecdsap256sha256 2 ${sha256.toUpperCase()}`, `ec450d02${sha256}`],
      [`1 5 1 ${sha1.slice(0, 8)} ${sha1.slice(8)}`, `00010501${sha1}`],
      [`1 8 4 ${sha384}`, `00010804${sha384}`],
      ['0 0 0 00', '0000000000'],
    ],
    [
      [`60485 13 2 ${sha1}`, 'digest type 2 takes 32 octets, not 20'],
      [`60485 13 1 ${sha256}`, 'digest type 1 takes 20 octets'],
      [`65536 13 2 ${sha256}`, 'the key tag'],
      [`1 NOSUCH 2 ${sha256}`, 'the algorithm'],
      ['1 13 2', '3 fields'],
      ['1 13 9 xyz', 'hex digits'],
    ],
  ],
  [
    'SSHFP',
    [
      [`4 2 ${sha256}`, `0402${sha256}`],
      [`1 1 ${sha1}`, `0101${sha1}`],
      ['255 255 00 01', 'ffff0001'],
    ],
    [
      [`4 1 ${sha256}`, 'fingerprint type 1 takes 20 octets, not 32'],
      [`256 1 ${sha1}`, 'the algorithm'],
      ['1 1', '2 fields'],
      ['1 3 abc', 'hex digits'],
    ],
  ],
  [
    'SMIMEA',
    [
      [`3 1 1 ${sha256}`, `030101${sha256}`],
      ['3 0 0 3082', '0300003082'],
    ],
    [
      [`3 1 1 ${sha1}`, 'matching type 1 takes 32 octets, not 20'],
      ['256 0 0 00', 'the usage'],
      ['any text', '2 fields'],
    ],
  ],
  [
    'OPENPGPKEY',
    [
      ['AAEC', '000102'],
      ['AA ECAw ==', '00010203'],
    ],
    [
      ['AAE', 'base64'],
      ['====', 'base64'],
      ['-----BEGIN', 'base64'],
    ],
  ],
  [
    'CERT',
    [
      ['1 0 0 AAEC', '0001000000000102'],
      ['pgp 65535 rsasha256 AA EC', '0003ffff08000102'],
    ],
    [
      ['1 0 0', '3 fields'],
      ['NOSUCH 0 0 AAEC', 'the certificate type'],
      ['1 0 256 AAEC', 'the algorithm'],
      ['1 0 0 A', 'base64'],
    ],
  ],
])('%s', (type, published, refused) => {
  it.each(published)('publishes %s', (value, hex) => {
    expect(publishedHex(type, value)).toBe(hex);
  });

  it.each(refused)('refuses %s', (value, reason) => {
    expect(refusal(type, value)).toContain(reason);
  });
});

it.each([
  ['DS', 43, '00010501'],
  ['SSHFP', 44, '0402'],
  ['SMIMEA', 53, '030101'],
  ['OPENPGPKEY', 61, ''],
  ['CERT', 37, '0001000000'],
  ['URI', 256, '00010001'],
  ['HINFO', 13, '0161'],
  ['RP', 17, '00'],
  ['NAPTR', 35, '0000000000'],
])('%s finds octets that end too early malformed', (_, typeCode, hex) => {
  const rdata = fromHex(hex) ?? new Uint8Array();
  expect(() => recordValueOf({ typeCode, rdata })).toThrow();
});
