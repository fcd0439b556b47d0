/** hostmaster doctor: one finding or more for each check, with what to do; it ends whatever peers do. */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { encodeMessage, makeReply } from '@hostmaster/dns';
import { startDnsServer } from '@hostmaster/dns/node';
import { describeOnBothEngines, type TestEngine } from '@hostmaster/test-rig/engines';
import { openRegistryFront } from '@hostmaster/test-rig/registry-front';
import { expect, it } from 'vitest';
import { checks } from '../../packages/server/src/commands/doctor/finding.ts';
import { makeEndedCertificate } from './ended-certificate.ts';
import { Operator } from './operator.ts';
import { environmentOf, startProcess } from './program.ts';

interface Report {
  readonly ok: boolean;
  readonly findings: readonly {
    readonly check: string;
    readonly result: string;
    readonly finding: string;
    readonly advice: string | null;
  }[];
}

describeOnBothEngines('hostmaster doctor', (engine) => {
  it('finds no problem beside a running sandbox', async () => {
    const place = await engine.emptyPlace();
    const service = await startProcess(['serve'], environmentOf(place));
    engine.afterwards(() => service.stop());
    const { url, dnsPort } = await service.banner();
    const operator = new Operator(place, {
      PORT: new URL(url).port,
      HOSTMASTER_DNS_LISTEN: `127.0.0.1:${dnsPort}`,
      HOSTMASTER_RESOLVER: await openResolver(engine),
    });
    const { code, stdout } = await operator.run('doctor', '--json');
    const report = JSON.parse(stdout) as Report;
    const problems = report.findings.filter(({ result }) => result === 'problem');
    // The server of the tests is set up for speed.
    const known = engine.name === 'sqlite' ? [] : ['Autovacuum is off.', 'fsync is off.'];
    expect(problems.map(({ finding }) => finding)).toEqual(known);
    expect({ code, ok: report.ok }).toEqual({ code: known.length > 0 ? 1 : 0, ok: code === 0 });
    expect(new Set(report.findings.map(({ check }) => check))).toEqual(new Set(checks));
    expect(findingsOf(report, 'ports')).toEqual([
      `PORT 127.0.0.1:${new URL(url).port} is answered.`,
      `HOSTMASTER_DNS_LISTEN 127.0.0.1:${dnsPort} is answered.`,
    ]);
    expect(findingsOf(report, 'database')[0]).toMatch(
      /^(SQLite|PostgreSQL \d+) .*answers in \d+ ms/,
    );
    expect(findingsOf(report, 'dns')[0]).toContain('answers');
    for (const { result, advice } of report.findings) {
      expect(advice === null).toBe(result === 'ok' || result === 'skipped');
    }
    const lines = (await operator.run('doctor')).stdout;
    expect(lines).toMatch(/^ok {7}database {5}\S/m);
    expect(lines).toMatch(/\n\d problems, \d+ warnings\.\n$/);
  });

  if (engine.name === 'postgres') {
    it('reports a server that does not answer', async () => {
      const place = await engine.emptyPlace();
      const operator = new Operator(place, {
        DATABASE_URL: `postgres://names:hidden-secret@127.0.0.1:${await closedPort()}/names`,
        HOSTMASTER_RESOLVER: await openResolver(engine),
      });
      const { code, stdout } = await operator.run('doctor', '--json');
      expect(code).toBe(1);
      const report = JSON.parse(stdout) as Report;
      expect(findingsOf(report, 'database')[0]).toMatch(/^DATABASE_URL cannot be connected to/);
      expect(findingsOf(report, 'secondaries')[0]).toMatch(/^Not checked/);
      expect(stdout).not.toContain('hidden-secret');
    });
    return;
  }

  it('says what to do about each problem, and exits with 1', async () => {
    const place = await engine.place();
    const closed = await closedPort();
    const silent = await openSilent(engine);
    const files = await makeEndedCertificate(place.dataDir);
    const registry = await openRegistryFront(place);
    engine.afterwards(() => registry.close());
    await registry.writePassword('wrong horse');
    const operator = new Operator(place, {
      ...registry.settings,
      HOSTMASTER_MODE: 'production',
      PORT: String(silent),
      HOSTMASTER_DNS_LISTEN: '203.0.113.1:53',
      HOSTMASTER_DNS_SOURCE: '127.0.0.1',
      HOSTMASTER_DNS_TLS_LISTEN: '127.0.0.1:0',
      HOSTMASTER_DNS_TLS_CERTIFICATE: files.certificate,
      HOSTMASTER_DNS_TLS_KEY: files.key,
      HOSTMASTER_RESOLVER: `127.0.0.1:${closed}`,
      HOSTMASTER_NAMESERVERS: 'ns1.names.example,ns2.names.example',
      HOSTMASTER_PUBLIC_URL: `https://127.0.0.1:${closed}`,
      SMTP_URL: `smtp://names:hidden-secret@127.0.0.1:${closed}`,
      ...{ HOSTMASTER_GRACES: '30d' },
    });
    await operator.run('secondary', 'add', 'ns1', '--address', `127.0.0.1:${closed}`);
    const { code, stdout, stderr } = await operator.run('doctor', '--json');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).not.toMatch(/hidden-secret|wrong horse/);
    const report = JSON.parse(stdout) as Report;
    expect(report.ok).toBe(false);
    const expected: readonly (readonly [check: string, result: string, finding: RegExp])[] = [
      ['settings', 'warning', /HOSTMASTER_GRACES is not a setting/],
      ['ports', 'problem', /^PORT .* is in use by another program/],
      ['ports', 'problem', /^HOSTMASTER_DNS_LISTEN .* cannot be listened on \(EADDRNOTAVAIL\)/],
      ['dns', 'problem', /^The resolver .* does not answer/],
      ['secondaries', 'problem', /^ns1: .* does not answer/],
      ['delegation', 'problem', /^The nameserver ns1\.names\.example has no address/],
      ['registry', 'problem', /Sign-in: /],
      ['mail', 'problem', /ECONNREFUSED/],
      ['mail', 'problem', /^Mails come from Hostmaster <hostmaster@localhost>/],
      ['mail', 'warning', /^Alerts reach no person/],
      ['tls', 'problem', /^HOSTMASTER_DNS_TLS_CERTIFICATE ended on 20/],
      ['tls', 'problem', /^HOSTMASTER_PUBLIC_URL .* cannot be reached/],
      ['backups', 'warning', /^No backup has been made/],
    ];
    for (const [check, result, finding] of expected) {
      expect(report.findings).toContainEqual({
        check,
        result,
        finding: expect.stringMatching(finding),
        advice: expect.stringMatching(/\S/),
      });
    }
  });

  it('reports settings that cannot be read, and checks nothing else', async () => {
    const operator = new Operator(await engine.emptyPlace(), { HOSTMASTER_GRACE: 'long' });
    const { code, stdout } = await operator.run('doctor', '--json');
    const { findings } = JSON.parse(stdout) as Report;
    expect(code).toBe(1);
    expect(findings[0]).toMatchObject({ check: 'settings', result: 'problem' });
    expect(findings[0]?.finding).toContain('HOSTMASTER_GRACE');
    expect(new Set(findings.slice(1).map(({ result }) => result))).toEqual(new Set(['skipped']));
  });

  it('creates nothing: neither a database nor a lost secret file', async () => {
    const empty = await engine.emptyPlace();
    const settings = { HOSTMASTER_RESOLVER: await openResolver(engine) };
    const first = await new Operator(empty, settings).run('doctor', '--json');
    expect(first.code).toBe(0);
    expect(findingsOf(JSON.parse(first.stdout), 'database')[0]).toContain('There is no database');

    const place = await engine.emptyPlace();
    const operator = new Operator(place, settings);
    await operator.json('workspace', 'create', '--name', 'First');
    await rm(join(place.dataDir, 'secret.key'));
    for (const attempt of ['first', 'second']) {
      const { code, stdout } = await operator.run('doctor', '--json');
      expect(code, attempt).toBe(1);
      expect(findingsOf(JSON.parse(stdout), 'database')[0]).toContain('secret.key is missing');
    }
  });

  it('knows the last backup', async () => {
    const place = await engine.emptyPlace();
    const operator = new Operator(place, { HOSTMASTER_RESOLVER: await openResolver(engine) });
    await operator.json('workspace', 'create', '--name', 'First');
    const file = join((await engine.emptyPlace()).dataDir, 'today.db');
    await operator.json('backup', file);
    const report = await operator.json<Report>('doctor');
    expect(findingsOf(report, 'backups')).toEqual([
      `The last backup was made 0 hours ago: ${file}.`,
    ]);
  });
});

function findingsOf(report: Report, name: string): readonly string[] {
  return report.findings.filter(({ check }) => check === name).map(({ finding }) => finding);
}

/** Answers every question, with nothing in the answer. */
async function openResolver(engine: TestEngine): Promise<string> {
  const server = await startDnsServer({
    host: '127.0.0.1',
    port: 0,
    onError: console.error,
    handler: ({ message }) => (message === null ? null : encodeMessage(makeReply(message, {}))),
  });
  engine.afterwards(() => server.close());
  return `127.0.0.1:${server.address.port}`;
}

/** Accepts connections and never answers. */
async function openSilent(engine: TestEngine): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  engine.afterwards(async () => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
