/** DNS over TLS (RFC 7858) with kdig, and a transfer over TLS (RFC 9103) to a real BIND. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { dig, freePort, kdig, requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { createEngine } from '@hostmaster/test-rig/engines';
import { runCommand } from '@hostmaster/test-rig/process';
import { TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSecondary } from './add-secondary.ts';

describe('DNS over TLS', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hostmaster-tls-'));
  const certificate = join(directory, 'certificate.pem');
  const key = join(directory, 'key.pem');
  createCertificate('first.test');
  const service = new TestService(createEngine('sqlite'), {
    settings: {
      HOSTMASTER_DNS_TLS_LISTEN: '127.0.0.1:0',
      HOSTMASTER_DNS_TLS_CERTIFICATE: certificate,
      HOSTMASTER_DNS_TLS_KEY: key,
    },
  });
  let domain: string;
  let named: ChildProcess | null = null;

  beforeAll(async () => {
    requireDnsPeers();
    await service.start();
    const { client } = await service.workspace();
    domain = await service.liveDomain(client);
    await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.2' });
  }, 600_000);
  afterAll(async () => {
    named?.kill('SIGKILL');
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('answers queries, and transfers with a key only', async () => {
    const tls = [`+tls-ca=${certificate}`, '+tls-hostname=first.test'];
    const answer = await kdig(service.dnsTlsPort, `www.${domain}`, 'A', ...tls);
    expect(answer).toMatch(/TLS session \(TLS1\.3\)/);
    expect(answer).toContain('192.0.2.2');
    const refused = await kdig(service.dnsTlsPort, domain, 'AXFR', ...tls);
    expect(refused).not.toMatch(/IN\s+SOA/);
    const { text } = await addSecondary(service.place, { name: 'kdig', address: '127.0.0.1:9' });
    const whole = await kdig(service.dnsTlsPort, domain, 'AXFR', ...tls, '-y', text);
    expect(whole).toMatch(/192\.0\.2\.2/);
  });

  it('speaks the protocol dot only, and closes what is not TLS', async () => {
    expect(await protocolOf(['dot'])).toBe('dot');
    await expect(protocolOf(['h2'])).rejects.toThrow();
    expect(await dig(service.dnsTlsPort, domain, 'A', '+tcp')).not.toContain('NOERROR');
  });

  it('BIND, restricted to TLS and the key of its certificate, fetches a zone and serves it', async () => {
    const port = await freePort();
    const client = { key: join(directory, 'bind.key'), certificate: join(directory, 'bind.pem') };
    createCertificate('bind.test', client);
    const digest = createHash('sha256')
      .update(
        new X509Certificate(readFileSync(client.certificate)).publicKey.export({
          type: 'spki',
          format: 'der',
        }),
      )
      .digest('base64');
    const options = ['--tls', 'only', '--tls-key', digest];
    const secondary = { name: 'bind', address: `127.0.0.1:${port}`, options };
    const { text } = await addSecondary(service.place, secondary);
    await refusesOthers(text);
    const [algorithm = '', name = '', secret = ''] = text.split(':');
    const conf = join(directory, 'named.conf');
    writeFileSync(
      conf,
      `options { directory "${directory}"; listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };
         pid-file none; recursion no; dnssec-validation no; };
       controls { };
       key "${name}" { algorithm ${algorithm}; secret "${secret}"; };
       tls hostmaster { ca-file "${certificate}"; remote-hostname "first.test";
         cert-file "${client.certificate}"; key-file "${client.key}"; };
       zone "${domain}" { type secondary; file "zone.db";
         primaries { 127.0.0.1 port ${service.dnsTlsPort} key "${name}" tls hostmaster; }; };`,
    );
    named = spawn('named', ['-g', '-c', conf], {
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    });
    let log = '';
    named.stderr?.on('data', (part) => {
      log += String(part);
    });
    await until('BIND serves the zone', async () =>
      (await dig(port, `www.${domain}`, 'A', '+short')).includes('192.0.2.2'),
    ).catch(() => expect.unreachable(log.slice(-3_000)));
    expect(log).toMatch(/Transfer completed/);
    await checkSaysTls(text);
  });

  it('a renewed certificate is used without a restart; an unusable one is not', async () => {
    const nameOf = async () => (await subjectOf()) ?? '';
    expect(await nameOf()).toBe('first.test');
    createCertificate('second.test');
    await until('the new certificate is used', async () => (await nameOf()) === 'second.test');
    writeFileSync(key, 'not a key');
    await until('the fault is logged', async () => {
      await nameOf();
      return service.log.some(({ msg }) => /certificate cannot be used/.test(String(msg)));
    });
    expect(await nameOf()).toBe('second.test');
  });

  /** The key alone is not enough: without TLS, without a certificate, or with another one. */
  async function refusesOthers(text: string): Promise<void> {
    const tls = [`+tls-ca=${certificate}`, '+tls-hostname=first.test'];
    const own = [`+tls-certfile=${certificate}`, `+tls-keyfile=${key}`];
    const overTls = (...more: string[]) =>
      kdig(service.dnsTlsPort, domain, 'AXFR', ...tls, ...more);
    const attempts: [string, () => Promise<string>][] = [
      ['without TLS', () => dig(service.dnsPort, domain, 'AXFR', '-y', text)],
      ['no TLS client certificate', () => overTls('-y', text)],
      ['has the digest', () => overTls(...own, '-y', text)],
    ];
    // One after the other: zone status shows the last one.
    for (const [reason, attempt] of attempts) {
      expect(await attempt(), reason).not.toContain('192.0.2.2');
      expect(service.log.map((line) => String(line.reason))).toContainEqual(
        expect.stringContaining(reason),
      );
    }
    await until('zone status says why', async () =>
      (await runCommand(service.place, 'zone', 'status', domain)).stdout.includes(
        'TLS client certificate',
      ),
    );
  }

  /** It asked for the catalog without TLS. */
  async function checkSaysTls(text: string): Promise<void> {
    const plain = await dig(service.dnsPort, 'catalog.hostmaster.invalid', 'AXFR', '-y', text);
    expect(plain).toContain('Transfer failed');
    let shown = '';
    await until('the check says what to change', async () => {
      shown = (await runCommand(service.place, 'secondary', 'check', 'bind')).stdout;
      return shown.includes('"--tls only"');
    }).catch(() => expect.unreachable(shown));
    expect(shown).toMatch(/^ok +zone .*newest change/m);
    expect(shown).toMatch(/^PROBLEM +catalog .*transfer failed: it asked without TLS/m);
    expect(shown).toMatch(/with this primary and this key over TLS, and that it sends from/);
  }

  function createCertificate(host: string, files = { key, certificate }): void {
    execFileSync(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${host} -addext subjectAltName=DNS:${host} -keyout ${files.key} -out ${files.certificate}`.split(
        ' ',
      ),
      { stdio: 'pipe' },
    );
  }

  function opened(protocols: readonly string[]) {
    const socket = connect({
      host: '127.0.0.1',
      port: service.dnsTlsPort,
      ALPNProtocols: [...protocols],
      rejectUnauthorized: false,
    });
    return new Promise<typeof socket>((resolve, reject) => {
      socket.once('secureConnect', () => resolve(socket));
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('closed')));
    });
  }

  async function protocolOf(protocols: readonly string[]): Promise<string | false | null> {
    const socket = await opened(protocols);
    socket.destroy();
    return socket.alpnProtocol;
  }

  async function subjectOf(): Promise<string | undefined> {
    const socket = await opened(['dot']);
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return String(subject.CN);
  }
});
