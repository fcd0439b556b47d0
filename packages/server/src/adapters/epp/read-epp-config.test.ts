import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '@hostmaster/contract/durations';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../base/setting-values.ts';
import { readConfig } from '../../config/config.ts';
import { readEppConfig } from './read-epp-config.ts';

const entry = { name: 'one', tlds: ['com'], host: 'epp.example', credentialsFile: 'login.json' };
const proxy = {
  firstName: 'Privacy',
  lastName: 'Service',
  email: 'p@example.com',
  phone: '+1.5550100',
  address1: '1 Lane',
  city: 'Reston',
  stateProvince: 'VA',
  postalCode: '20190',
  country: 'us',
};

describe('HOSTMASTER_EPP_CONFIG', () => {
  let directory: string;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ path: directory, remove } = await createTestDirectory());
    mkdirSync(join(directory, 'keys'));
    writeFileSync(join(directory, 'login.json'), '{"clientId":"us","password":"secret"}');
    writeFileSync(join(directory, 'keys/ca.pem'), 'a certificate');
    writeFileSync(join(directory, 'broken.json'), '{');
  });
  afterAll(() => remove());

  function read(value: unknown) {
    const file = join(directory, 'epp.json');
    writeFileSync(file, JSON.stringify(value));
    return readEppConfig(file);
  }

  it('fills in what is left out, and reads the files it names', () => {
    const [registry] = read({ registries: [{ ...entry, tls: { caFile: 'keys/ca.pem' } }] });
    expect(registry).toMatchObject({
      port: 700,
      tls: { ca: 'a certificate' },
      credentials: { clientId: 'us', password: 'secret' },
      nameservers: 'objects',
      contacts: 'thick',
      privacy: { by: 'none' },
      maximumYears: 10,
      expiry: { policy: 'expires' },
      fees: { use: 'none' },
      deletedHostSuffix: 'deleted-host.invalid',
      decisionMsMax: null,
    });
  });

  it('reads every choice', () => {
    const [registry] = read({
      registries: [
        {
          ...entry,
          tlds: ['.CO.UK', 'uk'],
          nameservers: 'attributes',
          maximumYears: 0,
          privacy: { by: 'proxy', contact: proxy },
          expiry: { policy: 'renews', graceDays: 30 },
          fees: {
            use: 'always',
            currency: 'GBP',
            creditsPerUnit: 1.3,
            standardFee: { uk: { create: 3.5, renew: 3.75 } },
            premiumNames: { 'Gold.uk': { create: 100, renew: 4 } },
          },
          commandTimeoutSeconds: 20,
        },
      ],
    });
    expect(registry).toMatchObject({
      tlds: ['co.uk', 'uk'],
      maximumYears: null,
      privacy: { contact: { country: 'US' } },
      expiry: { policy: 'renews', graceMs: 30 * dayMs },
      commandTimeoutMs: 20_000,
      fees: {
        standardFees: { uk: { create: 3.5, renew: 3.75 } },
        premiumNames: { 'gold.uk': { create: 100, renew: 4 } },
      },
    });
  });

  it.each(['standard', 'refuse', 7])(
    'warns of fees.unquoted (%s), which has no effect',
    (unquoted) => {
      const fees = { use: 'none' };
      const [without] = read({ registries: [{ ...entry, fees }] });
      const [old] = read({ registries: [{ ...entry, fees: { ...fees, unquoted } }] });
      expect(without?.warnings).toEqual([]);
      expect(old?.warnings).toEqual([expect.stringContaining('"fees.unquoted"')]);
      expect(old?.fees).toEqual(without?.fees);
    },
  );

  it.each<[string, unknown, RegExp]>([
    ['no registries', {}, /the file\.registries is missing\./],
    ['an empty list', { registries: [] }, /registries must be a list with at least one entry/],
    [
      'no host',
      { registries: [{ ...entry, host: undefined }] },
      /registries\[0\]\.host is missing/,
    ],
    ['a port that is none', { registries: [{ ...entry, port: 0 }] }, /\[0\]\.port must be a whole/],
    ['a misspelt field', { registries: [{ ...entry, hots: 1 }] }, /\.hots is not a known field/],
    [
      'fees without the standard fee of a suffix',
      { registries: [{ ...entry, fees: { use: 'premium', standardFee: {} } }] },
      /\[0\]\.fees\.standardFee must say what a year of a standard name under "[a-z]+" costs/,
    ],
    [
      'a standard fee that is none',
      { registries: [{ ...entry, fees: { use: 'premium', standardFee: { '*': { create: 0 } } } }] },
      /fees\.standardFee\.\*\.create must be a number above zero/,
    ],
    [
      'an unknown choice',
      { registries: [{ ...entry, contacts: 'thin' }] },
      /contacts must be one of thick, minimum/,
    ],
    [
      'a missing file',
      { registries: [{ ...entry, tls: { caFile: 'no.pem' } }] },
      /tls\.caFile: .*no\.pem cannot be read \(ENOENT\)/,
    ],
    [
      'credentials that are no JSON',
      { registries: [{ ...entry, credentialsFile: 'broken.json' }] },
      /credentialsFile: .* is not JSON/,
    ],
    [
      'a certificate without key',
      { registries: [{ ...entry, tls: { certificateFile: 'keys/ca.pem' } }] },
      /keyFile and certificateFile belong together/,
    ],
    [
      'a proxy without contact',
      { registries: [{ ...entry, privacy: { by: 'proxy' } }] },
      /privacy\.contact is missing/,
    ],
    [
      'privacy without contacts',
      { registries: [{ ...entry, contacts: 'minimum', privacy: { by: 'disclose' } }] },
      /privacy must be absent/,
    ],
    [
      'a name twice',
      { registries: [entry, { ...entry, tlds: ['net'] }] },
      /name has "one" more than once/,
    ],
    [
      'a suffix twice',
      { registries: [entry, { ...entry, name: 'two' }] },
      /tlds has "com" more than once/,
    ],
  ])('names what is wrong: %s', (_, value, message) => {
    expect(() => read(value)).toThrow(ConfigError);
    expect(() => read(value)).toThrow(message);
  });

  it('is demanded by HOSTMASTER_REGISTRAR=epp, which means production by default', () => {
    expect(() => readConfig({ HOSTMASTER_REGISTRAR: 'epp' })).toThrow(
      /needs HOSTMASTER_EPP_CONFIG/,
    );
    const epp = { HOSTMASTER_REGISTRAR: 'epp', HOSTMASTER_EPP_CONFIG: 'epp.json' };
    expect(readConfig(epp).mode).toBe('production');
    expect(readConfig({ ...epp, HOSTMASTER_MODE: 'sandbox' }).mode).toBe('sandbox');
    expect(readConfig({}).mode).toBe('sandbox');
  });
});
