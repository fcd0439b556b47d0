/** Tools from Debian with the settings that docs/tools.md shows; only in npm run test:tools. */
import { execFile, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { dig, freePort, requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { createEngine, createTestDirectory } from '@hostmaster/test-rig/engines';
import { TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, recordsOf } from '../dns-update/updater.ts';
import { codeBlocks, section } from '../docs/documents.ts';
import { PowerdnsClient } from '../powerdns-api/powerdns-client.ts';
import { type Powerdns, startPowerdns } from '../powerdns-api/start-powerdns.ts';
import { type Pebble, startPebble } from './start-pebble.ts';

describe('tools from Debian', () => {
  const service = new TestService(createEngine('sqlite'), {});
  let pebble: Pebble;
  let powerdns: Powerdns;
  beforeAll(async () => {
    requireDnsPeers();
    requirePrograms({
      programs: ['lego', 'certbot', 'lexicon', 'pebble', 'kea-dhcp-ddns', 'openssl'],
      packages: [
        'lego',
        'certbot',
        'python3-certbot-dns-rfc2136',
        'lexicon',
        'pebble',
        'kea-dhcp-ddns-server',
        'openssl',
      ],
    });
    await service.start();
    [pebble, powerdns] = await Promise.all([startPebble(service.dnsPort), startPowerdns()]);
  }, 600_000);
  afterAll(async () => {
    await Promise.all([pebble.stop(), powerdns.stop(), service.stop()]);
  });

  async function stage() {
    const workspace = await service.workspace();
    const domain = await service.liveDomain(workspace.client);
    const key = await createKey(service, workspace, { domain });
    const { apiKey } = await service.key(workspace, { scope: 'dns' });
    const directory = (await createTestDirectory()).path;
    /** The text of the page, for this stage. */
    const adapted = (text: string) =>
      text
        .replaceAll(/\b5300\b/g, String(service.dnsPort))
        .replaceAll('http://127.0.0.1:3000', service.url)
        .replaceAll('KEYNAME', key.name)
        .replaceAll('APIKEY', apiKey)
        .replaceAll(/\bSECRET\b/g, key.secret)
        .replaceAll('you@example.com', 'you@example.net')
        .replaceAll('example.com', domain)
        .replaceAll('/etc/letsencrypt/hostmaster.ini', join(directory, 'hostmaster.ini'));
    return { client: workspace.client, domain, directory, adapted };
  }

  it.each([
    ['by UPDATE', 0],
    ['by the PowerDNS-compatible API', 1],
  ])('lego obtains a certificate %s', async (_, index) => {
    const { client, domain, directory, adapted } = await stage();
    const script = adapted(block('lego', 'sh', index));
    const output = await lego(script, { dnsPort: service.dnsPort, pebble, directory });
    expect(existsSync(join(directory, 'certificates', `${domain}.crt`)), output).toBe(true);
    expect(await recordsOf(client, domain), output).toEqual([]);
  });

  it('lego obtains a certificate from PowerDNS with the same script', async () => {
    const { domain, directory, adapted } = await stage();
    const nameservers = ['ns1.hostmaster.example.'];
    await powerdns.client.call('POST', '/zones', {
      name: `${domain}.`,
      kind: 'Master',
      nameservers,
    });
    const script = adapted(block('lego', 'sh', 1))
      .replace(/(?<=PDNS_API_URL=).*/, powerdns.url)
      .replace(/(?<=PDNS_API_KEY=).*/, powerdns.key);
    const theirPebble = await startPebble(powerdns.dnsPort);
    try {
      const output = await lego(script, {
        dnsPort: powerdns.dnsPort,
        pebble: theirPebble,
        directory,
      });
      expect(existsSync(join(directory, 'certificates', `${domain}.crt`)), output).toBe(true);
      expect(await powerdns.client.sets(domain), output).toEqual([]);
    } finally {
      await theirPebble.stop();
    }
  });

  it('certbot obtains a certificate', async () => {
    const { client, domain, directory, adapted } = await stage();
    const settings = adapted(block('certbot', 'ini'));
    writeFileSync(join(directory, 'hostmaster.ini'), settings, { mode: 0o600 });
    const flags = `-n --server ${pebble.url} --no-verify-ssl --dns-rfc2136-propagation-seconds 0 --config-dir ${directory} --work-dir ${directory} --logs-dir ${directory}`;
    const script = adapted(block('certbot', 'sh')).replace('certonly', `certonly ${flags}`);
    const output = await run(script);
    expect(existsSync(join(directory, 'live', domain, 'fullchain.pem')), output).toBe(true);
    expect(await recordsOf(client, domain), output).toEqual([]);
  });

  it('lexicon creates, lists, changes and deletes, here and at PowerDNS', async () => {
    const { domain, adapted } = await stage();
    await powerdns.client.call('POST', '/zones', { name: `${domain}.`, kind: 'Master' });
    const page = adapted(block('lexicon', 'sh'));
    const atPowerdns = page
      .replace(/(?<=PDNS_SERVER=).*/, powerdns.url)
      .replace(/(?<=AUTH_TOKEN=).*/, powerdns.key);
    const [settings] = page.split('lexicon powerdns', 1);
    const [, apiKey = ''] = /AUTH_TOKEN=(.*)/.exec(settings ?? '') ?? [];
    const servers = [
      { script: page, client: new PowerdnsClient({ url: service.url, key: apiKey }) },
      { script: atPowerdns, client: powerdns.client },
    ];
    for (const { script, client } of servers) {
      const [exports = ''] = script.split('lexicon powerdns', 1);
      const lexicon = (args: string) => run(`${exports}\nlexicon powerdns ${args}`);
      const listed = await run(script);
      expect(listed).toContain('token');
      expect(await client.sets(domain), listed).toEqual(['_acme-challenge 3600 TXT "token"']);
      const content = (address: string) => `--name www --content ${address}`;
      const created = [
        await lexicon(`create ${domain} A ${content('192.0.2.1')}`),
        await lexicon(`create ${domain} A ${content('192.0.2.2')}`),
        await lexicon(`delete ${domain} A ${content('192.0.2.1')}`),
        await lexicon(`delete ${domain} TXT --name _acme-challenge`),
      ];
      expect(await client.sets(domain), created.join()).toEqual(['www 3600 A 192.0.2.2']);
    }
  });

  it('Kea registers a lease with its DHCID and removes it', async () => {
    const { client, domain, directory, adapted } = await stage();
    const port = await freePort();
    const config = join(directory, 'kea.json');
    writeFileSync(config, adapted(block('Kea DHCP', 'json')).replace('53001', String(port)));
    const child = spawn('kea-dhcp-ddns', ['-c', config], {
      env: { ...environment, KEA_PIDFILE_DIR: directory, KEA_LOCKFILE_DIR: directory },
      stdio: 'ignore',
    });
    const socket = createSocket('udp4');
    const ended = once(child, 'exit');
    try {
      // Its log arrives late. The kernel lists the sockets with their ports in hexadecimal.
      const place = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
      await until('Kea listens', () => readFileSync('/proc/net/udp', 'utf8').includes(place));
      const host = `host.${domain}`;
      socket.send(leaseChange(0, host), port, '127.0.0.1');
      await until('the lease is registered', async () => {
        return (await dig(service.dnsPort, host, 'A', '+short')) === '192.0.2.7\n';
      });
      const records = await recordsOf(client, domain);
      expect(records.map((line) => line.replace(/\d+ /, '').slice(0, 12)).sort()).toEqual([
        'host A 192.0',
        expect.stringMatching(/^host (?:DHCID|TYPE49)/),
      ]);
      socket.send(leaseChange(1, host), port, '127.0.0.1');
      await until('the lease is removed', async () => {
        return (await recordsOf(client, domain)).length === 0;
      });
    } finally {
      socket.close();
      child.kill('SIGKILL');
      await ended;
    }
  });
});

/** What kea-dhcp4 sends: the length and JSON. */
function leaseChange(kind: 0 | 1, host: string): Buffer {
  const text = JSON.stringify({
    'change-type': kind,
    'forward-change': true,
    'reverse-change': false,
    fqdn: `${host}.`,
    'ip-address': '192.0.2.7',
    dhcid: '010203040A7F8E3D',
    'lease-expires-on': '20401231235959',
    'lease-length': 3_600,
    'use-conflict-resolution': true,
  });
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
}

function block(tool: string, language: string, index = 0): string {
  const part = section('docs/tools.md', 'Settings')
    .split(/^### /m)
    .find((each) => each.startsWith(`${tool}\n`));
  const blocks = codeBlocks(part ?? '').filter((each) => each.language === language);
  const text = blocks[index]?.text;
  if (text === undefined) throw new Error(`docs/tools.md has no such block about ${tool}.`);
  return text;
}

function lego(
  script: string,
  place: { readonly dnsPort: number; readonly pebble: Pebble; readonly directory: string },
): Promise<string> {
  const { dnsPort, pebble, directory } = place;
  const flags = `--path ${directory} --server ${pebble.url} --dns.disable-cp --dns.resolvers 127.0.0.1:${dnsPort}`;
  const adapted = script.replace('lego --', `lego ${flags} --`);
  return run(`export LEGO_CA_CERTIFICATES=${pebble.certificate}\n${adapted}`);
}

/** The output; the caller checks what was done. */
function run(script: string): Promise<string> {
  return new Promise((resolve) => {
    execFile('sh', ['-c', script], { env: environment }, (_, stdout, stderr) =>
      resolve(`${stdout}${stderr}`),
    );
  });
}
