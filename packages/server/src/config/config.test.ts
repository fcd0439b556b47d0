import { describe, expect, it } from 'vitest';
import { listSettings } from '../base/setting.ts';
import { readConfig } from './config.ts';
import { formerSettingWarnings } from './former-settings.ts';
import { settings } from './settings.ts';
import { unknownSettingWarnings } from './unknown-settings.ts';

const production = { HOSTMASTER_REGISTRAR: 'epp', HOSTMASTER_EPP_CONFIG: 'epp.json' };

describe('the configuration', () => {
  it('is frozen, its groups too', () => {
    const config = readConfig({});
    for (const group of [config, config.limits, config.retention]) {
      expect(Object.isFrozen(group)).toBe(true);
    }
  });

  it('takes a flag before the environment, and the default for blanks', () => {
    const environment = { PORT: ' 4000 ', HOST: ' ' };
    expect(readConfig(environment)).toMatchObject({ port: 4000, host: '127.0.0.1' });
    expect(readConfig(environment, { PORT: '5000' }).port).toBe(5000);
  });

  it('has rates in production only, unless they are set', () => {
    expect(readConfig({})).toMatchObject({ keyRate: null, addressRate: null, updateRate: null });
    expect(readConfig(production)).toMatchObject({
      keyRate: { perSecond: 100, burst: 200 },
      addressRate: { perSecond: 50, burst: 500 },
      updateRate: { perSecond: 50, burst: 100 },
    });
    expect(readConfig({ ...production, HOSTMASTER_KEY_RATE: 'off' }).keyRate).toBeNull();
    const set = readConfig({ HOSTMASTER_KEY_RATE: '1:2' });
    expect(set.keyRate).toEqual({ perSecond: 1, burst: 2 });
  });

  it('derives what is not set from other settings', () => {
    const config = readConfig({
      HOSTMASTER_DATA_DIR: '/srv/data',
      HOST: '0.0.0.0',
      PORT: '80',
      HOSTMASTER_DNS_LISTEN: '192.0.2.1:53,[::]:53',
    });
    expect(config).toMatchObject({
      secretFile: '/srv/data/secret.key',
      publicUrl: 'http://localhost:80',
      dnsSources: ['192.0.2.1'],
    });
    expect(readConfig({ HOSTMASTER_DNS_SOURCE: '192.0.2.7' }).dnsSources).toEqual(['192.0.2.7']);
  });

  it('names each setting once', () => {
    const names = listSettings(settings).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a variable of an earlier version', () => {
  it('stops nothing, changes nothing, and is named in a warning with the value that holds', () => {
    const environment = { HOSTMASTER_IMPORT_LINES: 'many', HOSTMASTER_OPEN_TOP_UPS: ' ' };
    expect(readConfig(environment).limits.importLines).toBe(50_000);
    expect(formerSettingWarnings(environment)).toEqual([
      'HOSTMASTER_IMPORT_LINES is no longer a setting and has no effect: it is 50000.',
    ]);
  });

  it('is known for each of the ten limits that were settings, and is none', () => {
    const known = listSettings(settings).map(({ name }) => name);
    const environment = new Proxy<Record<string, string>>({}, { get: () => '1' });
    const warnings = formerSettingWarnings(environment);
    expect(warnings).toHaveLength(10);
    for (const line of warnings) expect(known).not.toContain(line.split(' ')[0]);
  });
});

describe('a variable with our prefix that is no setting', () => {
  it('is named in a warning with the setting whose name is most like it', () => {
    expect(
      unknownSettingWarnings({
        HOSTMASTER_NAMESERVRS: 'ns1.example.net',
        HOSTMASTER_NAMESERVERS: 'ns1.example.net,ns2.example.net',
        HOSTMASTER_IMPORT_LINES: '7',
        HOSTMASTER_DATADIR: '',
        HOSTMASTER_URL: 'https://names.example.net',
        HOSTMASTER_API_KEY: 'hm_test_x',
        NAMESERVERS: 'x',
      }),
    ).toEqual([
      'HOSTMASTER_NAMESERVRS is not a setting and has no effect. The setting with the most similar name is HOSTMASTER_NAMESERVERS.',
      'HOSTMASTER_DATADIR is not a setting and has no effect. The setting with the most similar name is HOSTMASTER_DATA_DIR.',
    ]);
  });
});
