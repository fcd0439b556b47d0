/** A bad setting or call stops the program with one line that names it, before anything is changed. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../packages/server/src/base/setting-values.ts';
import { readConfig } from '../../packages/server/src/config/config.ts';
import { table } from '../docs/documents.ts';
import { expectRefusal } from './operator.ts';
import { runProgram } from './program.ts';

const badSettings: readonly (readonly [name: string, value: string])[] = [
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['DATABASE_URL', 'mysql://user:hidden-password@localhost/db'],
  ['HOSTMASTER_DATABASE_CONNECTIONS', '0'],
  ['HOSTMASTER_MODE', 'live'],
  ['HOSTMASTER_CONTACT_ENCRYPTION_DELAY', 'soon'],
  ['HOSTMASTER_MODE', 'production'],
  ['HOSTMASTER_FIRST_API_KEY', 'too-short'],
  ['HOSTMASTER_PUBLIC_URL', 'names.example'],
  ['HOSTMASTER_SECURITY_CONTACT', 'security@example.net'],
  ['HOSTMASTER_SUPPORT_CONTACT', 'http://help.example.net'],
  ['HOSTMASTER_TEMPLATES', '/no/such/folder'],
  ['HOSTMASTER_METRICS_LISTEN', '9464'],
  ['HOSTMASTER_TRUST_PROXY', 'true'],
  ['HOSTMASTER_TRUST_PROXY', 'proxy.example.net'],
  ['HOSTMASTER_TRUST_PROXY', '10.0.0.0/33'],
  ['HOSTMASTER_KEY_RATE', '100'],
  ['HOSTMASTER_ADDRESS_RATE', '0:1'],
  ['HOSTMASTER_REQUEST_TIMEOUT', '30'],
  ['HOSTMASTER_SIGN_UP', 'yes'],
  ['HOSTMASTER_SESSION_IDLE', '1m'],
  ['HOSTMASTER_SESSION_LIFE', 'forever'],
  ['HOSTMASTER_SECOND_FACTOR_FROM', 'tomorrow'],
  ['HOSTMASTER_SECOND_FACTOR_FROM', '2027-13-01'],
  ['HOSTMASTER_DNS_WORKERS', '0'],
  ['HOSTMASTER_SOA_MAILBOX', 'hostmaster'],
  ['HOSTMASTER_SOA_REFRESH', '19m'],
  ['HOSTMASTER_SOA_RETRY', '1h'],
  ['HOSTMASTER_SOA_EXPIRE', '42d'],
  ['HOSTMASTER_SOA_NEGATIVE_TTL', '300'],
  ['HOSTMASTER_DNSSEC_NEW_DOMAINS', 'yes'],
  ['HOSTMASTER_DNSSEC_ROLL_AFTER', '29d'],
  ['HOSTMASTER_ZONEMD_RECORDS', '401'],
  ['HOSTMASTER_DNSSEC_RESOLVER', 'resolver.example.net'],
  ['HOSTMASTER_REGISTRAR', 'epp2'],
  ['HOSTMASTER_SANDBOX_DELAY', 'soon'],
  ['HOSTMASTER_NAMESERVERS', 'ns1.example.net'],
  ['HOSTMASTER_EXPIRING_SOON', '30'],
  ['HOSTMASTER_GRACE', 'long'],
  ['HOSTMASTER_TRANSFER_LOCK', 'long'],
  ['HOSTMASTER_AUTH_CODE', '14'],
  ['SMTP_URL', 'http://user:hidden-password@localhost'],
  ['SMTP_URL', 'smtp://user:hidden-password@mail.example?tls=maybe'],
  ['SMTP_URL', 'smtp://user:hidden-password@mail.example?pool=true'],
  ['HOSTMASTER_MAIL_FROM', 'nobody'],
  ['HOSTMASTER_OPERATOR_EMAIL', 'operator'],
  ['HOSTMASTER_ACTIVITY_RETENTION', 'forever'],
  ['HOSTMASTER_MAIL_RETENTION', '30d'],
  ['HOSTMASTER_SEND_RETENTION', '0d'],
  ['HOSTMASTER_REVISION_RETENTION', '89d'],
  ['HOSTMASTER_EVENT_RETENTION', '6d'],
  ['HOSTMASTER_UNCONFIRMED_REGISTRANT', 'delete'],
  ['HOSTMASTER_REGISTRATION_DATA_REMINDER', 'yearly'],
  ['HOSTMASTER_RDAP_URL', 'rdap.example'],
  ['HOSTMASTER_RDAP_BOOTSTRAP', 'rdap.example'],
  ['HOSTMASTER_RDAP_TERMS', 'terms'],
  ['HOSTMASTER_WHOIS_LISTEN', '43'],
  ['HOSTMASTER_RDAP_REGISTRIES', 'com'],
  ['HOSTMASTER_RDAP_REGISTRIES', 'c om=https://rdap.example'],
  ['HOSTMASTER_RDAP_REGISTRIES', 'com=rdap.example'],
  ['HOSTMASTER_RDAP_PUBLISHES', 'organization,shoe-size'],
  ['HOSTMASTER_REGISTRAR_NAME', 'x'.repeat(201)],
  ['HOSTMASTER_REGISTRAR_ID', 'one'],
  ['HOSTMASTER_REGISTRAR_ADDRESS', '1 Main Street, Springfield'],
  ['HOSTMASTER_REGISTRAR_EMAIL', 'registrar'],
  ['HOSTMASTER_REGISTRAR_PHONE', '5550100'],
  ['HOSTMASTER_ABUSE_EMAIL', 'abuse'],
  ['HOSTMASTER_ABUSE_PHONE', 'abuse'],
  ['HOSTMASTER_PRIVACY_ORGANIZATION', 'two\nlines'],
  ['HOSTMASTER_PRIVACY_ADDRESS', '1 Main Street; Springfield; IL; 62701; US'],
  ['HOSTMASTER_WEBHOOKS', 'many'],
  ['HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE', 'yes'],
  ['STRIPE_SECRET_KEY', 'sk_test_hidden-password'],
  ['STRIPE_WEBHOOK_SECRET', 'hidden-password'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_hidden-password'],
  ['HOSTMASTER_STRIPE_API', 'http://stripe.example'],
  ['HOSTMASTER_STRIPE_API', 'https://stripe.example/v1'],
  ['HOSTMASTER_SELLER_NAME', 'x'.repeat(201)],
  ['HOSTMASTER_SELLER_ADDRESS', 'a;b;c;d;e;f;g'],
  ['HOSTMASTER_SELLER_TAX_NUMBER', 'two\nlines'],
  ['HOSTMASTER_DNS_LISTEN', 'localhost'],
  ['HOSTMASTER_DNS_LISTEN', '192.0.2.1:53,2001:db8::1:53x'],
  ['HOSTMASTER_DNS_SOURCE', 'ns1.example.net'],
  ['HOSTMASTER_CATALOG_ZONE', 'catalog zone'],
  ['HOSTMASTER_DNS_NSID', 'two words'],
  ['HOSTMASTER_DNS_VERSION', 'v\n1'],
  ['HOSTMASTER_DNS_TLS_LISTEN', '127.0.0.1'],
  ['HOSTMASTER_DNS_TLS_LISTEN', '127.0.0.1:853'],
  ['HOSTMASTER_RESOLVER', '192.0.2.1,resolver.example.net'],
  ['HOSTMASTER_RESOLVER', '192.0.2.1:99999'],
  ['HOSTMASTER_ROLES', 'web'],
  ['HOSTMASTER_RECORDS_PER_ZONE', '0'],
  ['HOSTMASTER_RECORD_BYTES_PER_ZONE', '0'],
  ['HOSTMASTER_RECORDS_PER_NAME', '0'],
  ['HOSTMASTER_UPDATE_RATE', '50'],
  ['HOSTMASTER_API_KEYS', '0'],
  ['HOSTMASTER_UPDATE_KEYS', '0'],
  ['HOSTMASTER_MEMBERS', 'ten'],
  ['HOSTMASTER_CONTACTS', '0'],
  ['HOSTMASTER_WORKSPACES', '0'],
  ['HOSTMASTER_OPEN_TRANSFERS', '0'],
  ['HOSTMASTER_DNS_RATE', '200'],
  ['HOSTMASTER_DNS_CONNECTIONS', '0'],
  ['HOSTMASTER_LOG_LEVEL', 'loud'],
];

/** Refused by what they say alone: no store is opened, so nothing can have changed. */
const badCalls: readonly (readonly [says: string, ...args: string[]])[] = [
  ['--name', 'workspace', 'create', '--name', ' '],
  ['--email', 'workspace', 'create', '--name', 'A', '--email', 'nobody'],
  ['--credits', 'workspace', 'create', '--name', 'A', '--credits', '-5'],
  ['--scope', 'key', 'create', '--workspace', 'A', '--name', 'k', '--scope', 'admin'],
  ['--expires', 'key', 'create', '--workspace', 'A', '--name', 'k', '--expires', '0d'],
  [
    '--domains',
    'key',
    'create',
    '--workspace',
    'A',
    '--name',
    'k',
    '--domains',
    'a.com,not a name',
  ],
  ['--amount', 'credits', 'add', '--workspace', 'A', '--amount', '0', '--reason', 'r'],
  ['--reason', 'credits', 'add', '--workspace', 'A', '--amount', '1', '--reason', ' '],
  ['--tld', 'price', 'set', '--tld', 'a b', '--register', '1', '--renew', '1'],
  ['--register', 'price', 'set', '--tld', 'com', '--register', '1.5', '--renew', '1'],
  ['--renew', 'price', 'set', '--tld', 'com', '--register', '1', '--renew', '0'],
  ['--restore', ...'price set --tld com --register 1 --renew 1 --restore x'.split(' ')],
  ['--limit', 'activity', '--workspace', 'A', '--limit', 'all'],
  ['--limit', 'payments', 'problems', '--limit', '0'],
  ['forward', 'sandbox', 'advance', '0d'],
  ['-1d', 'sandbox', 'advance', '-1d'],
  ['100y', 'sandbox', 'advance', '1000y'],
  ['soon', 'sandbox', 'advance', 'soon'],
  ['--data-dir', 'backup', 'copy.db'],
];

/** Refused by the command line's own grammar. */
const badGrammar: readonly (readonly [says: string, ...args: string[]])[] = [
  ['sell', 'sell'],
  ['--workspace', 'key', 'create', '--name', 'k'],
  ['--bogus', 'serve', '--bogus'],
  ['duration', 'sandbox', 'advance'],
];

describe('a bad setting', () => {
  it.each(badSettings)('%s=%s', (name, value) => {
    const line = complaintOf(() => readConfig({ [name]: value }));
    expect(line).toContain(name);
    expect(line).not.toMatch(/\n|hidden-password/);
  });

  it('hole 15: HOSTMASTER_PUBLIC_URL without TLS in production, unless only this machine is served', () => {
    const production = { HOSTMASTER_REGISTRAR: 'epp', HOSTMASTER_EPP_CONFIG: 'epp.json' };
    for (const settings of [
      { HOST: '0.0.0.0' },
      { HOST: '::' },
      { HOST: '192.0.2.1', HOSTMASTER_PUBLIC_URL: 'http://names.example' },
    ]) {
      const line = complaintOf(() => readConfig({ ...production, ...settings }));
      expect(line).toMatch(/^HOSTMASTER_PUBLIC_URL must be an https:\/\/ address in production/);
    }
    expect(readConfig(production).publicUrl).toBe('http://127.0.0.1:3000');
    const safe = { HOST: '0.0.0.0', HOSTMASTER_PUBLIC_URL: 'https://names.example' };
    expect(readConfig({ ...production, ...safe }).publicUrl).toBe('https://names.example');
  });

  it('STRIPE_SECRET_KEY that takes real money where it cannot be right', () => {
    const secrets = { STRIPE_WEBHOOK_SECRET: 'whsec_x' };
    const live = { ...secrets, STRIPE_SECRET_KEY: 'sk_live_hidden-password' };
    const line = complaintOf(() => readConfig(live));
    expect(line).toBe('STRIPE_SECRET_KEY must be a test key in the sandbox.');
    const production = { HOSTMASTER_REGISTRAR: 'epp', HOSTMASTER_EPP_CONFIG: 'epp.json' };
    const unsafe = { ...live, ...production, HOSTMASTER_PUBLIC_URL: 'http://names.example' };
    expect(complaintOf(() => readConfig(unsafe))).toMatch(
      /^HOSTMASTER_PUBLIC_URL must be an https/,
    );
    const safe = { ...unsafe, HOSTMASTER_PUBLIC_URL: 'https://names.example' };
    expect(readConfig(safe).stripe?.secretKey).toBe(live.STRIPE_SECRET_KEY);
    const test = { ...secrets, STRIPE_SECRET_KEY: 'rk_test_x' };
    expect(readConfig(test).stripe).toEqual({
      secretKey: 'rk_test_x',
      webhookSecret: 'whsec_x',
      apiUrl: 'https://api.stripe.com',
    });
  });

  it.concurrent.each([
    ['HOSTMASTER_LOG_LEVEL', 'loud', 'serve'],
    ['DATABASE_URL', 'mysql://user:hidden-password@localhost/db', 'workspace', 'list', '--json'],
  ])('%s=%s stops the program before it touches anything', async (name, value, ...args) => {
    const dataDir = await freshPath();
    const result = await runProgram(args, { HOSTMASTER_DATA_DIR: dataDir, [name]: value });
    expectRefusal(result, `${name}=${value}`);
    expect(result.stderr).toContain(name);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('is tested for every setting that can be invalid', () => {
    // Any text is an address or a path; whether it works is seen below.
    const free = [
      'HOST',
      'HOSTMASTER_DATA_DIR',
      'HOSTMASTER_ENV_FILE',
      'HOSTMASTER_SECRET_FILE',
      'HOSTMASTER_EPP_CONFIG',
      'HOSTMASTER_OIDC_CONFIG',
      'HOSTMASTER_DNS_TLS_CERTIFICATE',
      'HOSTMASTER_DNS_TLS_KEY',
    ];
    const tried = new Set([...badSettings.map(([name]) => name), ...free]);
    const known = table('docs/settings.md', ['Setting', 'Default', 'Meaning']).map(
      ([name]) => name,
    );
    expect(known.filter((name) => !tried.has((name ?? '').replaceAll('`', '')))).toEqual([]);
  });

  it.concurrent('HOST that is not of this machine', async () => {
    const result = await runProgram(['serve', '--port', '0', '--host', '203.0.113.1'], {
      HOSTMASTER_DATA_DIR: await freshPath(),
    });
    expectRefusal(result, 'host');
    expect(result.stderr).toContain('HOST 203.0.113.1');
  });

  it.concurrent('HOSTMASTER_DATA_DIR that is a file', async () => {
    const file = await freshPath();
    await writeFile(file, '');
    const result = await runProgram(['serve'], { HOSTMASTER_DATA_DIR: file });
    expectRefusal(result, 'data directory');
    expect(result.stderr).toContain('HOSTMASTER_DATA_DIR');
  });

  it.concurrent('HOSTMASTER_DNS_TLS_CERTIFICATE that does not exist', async () => {
    const result = await runProgram(['serve', '--port', '0'], {
      HOSTMASTER_DATA_DIR: await freshPath(),
      HOSTMASTER_DNS_LISTEN: '127.0.0.1:0',
      HOSTMASTER_DNS_TLS_LISTEN: '127.0.0.1:0',
      HOSTMASTER_DNS_TLS_CERTIFICATE: '/nonexistent.pem',
      HOSTMASTER_DNS_TLS_KEY: '/nonexistent.key',
    });
    expectRefusal(result, 'certificate');
    expect(result.stderr).toContain('HOSTMASTER_DNS_TLS_CERTIFICATE');
  });

  it.concurrent('HOSTMASTER_SECRET_FILE that holds something else', async () => {
    const file = await freshPath();
    await writeFile(file, 'not a key');
    const result = await runProgram(['serve'], {
      HOSTMASTER_DATA_DIR: await freshPath(),
      HOSTMASTER_SECRET_FILE: file,
    });
    expectRefusal(result, 'secret file');
    expect(result.stderr).toContain('HOSTMASTER_SECRET_FILE');
  });

  it.concurrent('HOSTMASTER_EPP_CONFIG that is not there', async () => {
    const result = await runProgram(['serve'], {
      HOSTMASTER_DATA_DIR: await freshPath(),
      HOSTMASTER_REGISTRAR: 'epp',
      HOSTMASTER_EPP_CONFIG: await freshPath(),
    });
    expectRefusal(result, 'registry configuration');
    expect(result.stderr).toContain('HOSTMASTER_EPP_CONFIG');
  });

  it.concurrent('HOSTMASTER_OIDC_CONFIG that is not there', async () => {
    const result = await runProgram(['serve'], {
      HOSTMASTER_DATA_DIR: await freshPath(),
      HOSTMASTER_OIDC_CONFIG: await freshPath(),
    });
    expectRefusal(result, 'configuration of OpenID Connect');
    expect(result.stderr).toContain('HOSTMASTER_OIDC_CONFIG');
  });

  it.concurrent('DATABASE_URL of a server that does not answer', async () => {
    const result = await runProgram(['serve'], {
      HOSTMASTER_DATA_DIR: await freshPath(),
      DATABASE_URL: 'postgres://user:hidden-password@127.0.0.1:1/db',
    });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toMatch(/^hostmaster: DATABASE_URL .*ECONNREFUSED.*\n$/);
    expect(result.stderr).not.toContain('hidden-password');
  });
});

describe('a bad call', () => {
  it.concurrent.each(badCalls)('%s: %s %s', async (says, ...args) => {
    const dataDir = await freshPath();
    const result = await runProgram([...args, '--json'], { HOSTMASTER_DATA_DIR: dataDir });
    expectRefusal(result, args.join(' '));
    expect(result.stderr).toContain(says);
    expect(existsSync(dataDir)).toBe(false);
  });

  it.concurrent.each(badGrammar)('%s: %s', async (says, ...args) => {
    const dataDir = await freshPath();
    const result = await runProgram(args, { HOSTMASTER_DATA_DIR: dataDir });
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code: 2, stdout: '' });
    expect(result.stderr.split('\n')[0]).toMatch(/^hostmaster: /);
    expect(result.stderr.split('\n')[0]).toContain(says);
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe('help', () => {
  it.concurrent('lists every command of docs/commands.md', async () => {
    const { code, stdout, stderr } = await runProgram(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const documented = ['User command', 'Command'].flatMap((title) =>
      table('docs/commands.md', [title, 'What it does']).map(
        ([command]) => command?.replaceAll('`', '').split(' ')[1],
      ),
    );
    const listed = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map((match) => match[1]);
    expect(new Set(listed.filter((name) => name !== 'help'))).toEqual(new Set(documented));
  });

  it.concurrent('the version is that of the package', async () => {
    const { code, stdout } = await runProgram(['--version']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });
});

function complaintOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return expect.fail('It was taken.');
}

/** A path that does not exist yet, in a directory that goes with the run. */
async function freshPath(): Promise<string> {
  const directory = await createTestDirectory();
  return join(directory.path, 'place');
}
