/** Zone files and TSIG keys by command, beside a running server. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { describeService } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { readActivity } from '../../packages/server/src/workspaces/activity.ts';
import { Operator } from '../cli/operator.ts';
import { recordsOf, update } from './updater.ts';

beforeAll(() => requireDnsPeers());

interface Answer {
  readonly applied: boolean;
  readonly added: readonly object[];
  readonly changed: readonly object[];
  readonly removed: readonly object[];
  readonly unchanged: number;
  readonly refused: readonly { line: number; reason: string }[];
}

const everything = [
  { type: 'A', name: '@', value: '192.0.2.1' },
  { type: 'AAAA', name: 'www', value: '2001:db8::1' },
  { type: 'ALIAS', name: 'alias', value: 'app.example.net' },
  { type: 'CNAME', name: 'docs', value: 'docs.example.net.' },
  { type: 'HTTPS', name: '@', value: '1 . alpn="h2,h3"' },
  { type: 'MX', name: '@', value: '10 mail.example.net.' },
  { type: 'NS', name: 'sub', value: 'ns.example.net.' },
  { type: 'PTR', name: '1', value: 'host.example.net.' },
  { type: 'SRV', name: '_sip._tcp', value: '10 5 5060 sip.example.net.' },
  { type: 'SVCB', name: '_dns', value: '1 svc.example.net. alpn="dot" port=853' },
  { type: 'TLS', name: '_443._tcp', value: `3 1 1 ${'ab'.repeat(32)}` },
  { type: 'TXT', name: 'txt', value: '"quotes \\" and \\\\ and ; and \\000"' },
  {
    type: 'TXT',
    name: 'long',
    value: `"${'a'.repeat(255)}" "${'b'.repeat(255)}" "${'c'.repeat(90)}"`,
  },
  { type: 'A', name: '*.wild', value: '192.0.2.2' },
  { type: 'TXT', name: 'xn--bcher-kva', value: '"idn"' },
  { type: 'CAA', name: '@', value: '0 issue "ca.example.net; a=\\"b\\""' },
  { type: 'CERT', name: 'cert', value: '1 0 0 AAEC' },
  { type: 'NS', name: '0/26', value: 'ns.example.net.' },
  { type: 'CNAME', name: '2', value: '2.0/26.example.net.' },
  { type: 'DNAME', name: 'moved', value: 'new.example.net.' },
  { type: 'DS', name: 'sub', value: `1 13 2 ${'ab'.repeat(32)}` },
  { type: 'HINFO', name: 'txt', value: '"ARM 64" ""' },
  { type: 'LOC', name: 'txt', value: '51 30 0.000 N 0 7 0.000 W 11.00m 1.00m 10000.00m 10.00m' },
  { type: 'NAPTR', name: 'txt', value: '1 2 "u" "E2U+sip" "!^(.*)$!sip:\\\\1@a.net!i" .' },
  { type: 'OPENPGPKEY', name: '0a._openpgpkey', value: 'AAECAw==' },
  { type: 'RP', name: 'txt', value: 'first\\.last.example.net. .' },
  { type: 'SMIMEA', name: '0a._smimecert', value: '3 0 0 3082' },
  { type: 'SSHFP', name: 'www', value: `4 2 ${'ab'.repeat(32)}` },
  { type: 'URI', name: '_http._tcp', value: '10 1 "https://example.net/a?b=c;d"' },
  { type: 'TYPE65534', name: 'txt', value: '\\# 3 00ffaa' },
  { type: 'TYPE99', name: 'txt', value: '\\# 12 0b763d73706631202d616c6c' },
] as const;

describeService('zone files', (service, engine) => {
  function operator() {
    const { dataDir, databaseUrl } = service.config;
    return new Operator({ dataDir, databaseUrl });
  }

  function file(name: string, text: string): string {
    const path = join(service.config.dataDir, name);
    writeFileSync(path, text);
    return path;
  }

  it('an export is accepted by named-checkzone and imports as the same records', async () => {
    const { client, id: workspaceId } = await service.workspace();
    const [from, to] = [await service.liveDomain(client), await service.liveDomain(client)];
    for (const record of everything) {
      await client.call('createRecord', { domain: from, ttl: 300, ...record });
    }
    const exported = join(service.config.dataDir, 'exported.zone');
    expect((await operator().run('zone', 'export', from, '--out', exported)).code).toBe(0);
    expect(checkZone(from, exported)).toMatch(/OK\s*$/);
    const { code, stdout } = await operator().run('zone', 'export', from);
    expect({ code, stdout }).toEqual({ code: 0, stdout: readFileSync(exported, 'utf8') });
    const answer = await operator().json<Answer>('zone', 'import', to, exported);
    expect(answer).toMatchObject({ applied: true, changed: [], removed: [], refused: [] });
    expect(answer.added).toHaveLength(everything.length);
    expect(await recordsOf(client, to)).toEqual(await recordsOf(client, from));
    const activity = await readActivity(service.database, { workspaceId, limit: 1 });
    expect(activity[0]).toMatchObject({
      actor: { kind: 'operator' },
      action: 'records.change',
      details: { revision: 1, added: everything.length, changed: 0, removed: 0 },
    });
    const { revisions } = await client.call('listRevisions', { domain: to });
    expect(revisions).toMatchObject([{ actor: { kind: 'operator' }, via: 'zone_file' }]);
    // A second time there is nothing to do, not even as a mirror.
    const again = await operator().json<Answer>('zone', 'import', to, exported, '--replace');
    expect(again).toMatchObject({ applied: false, added: [], changed: [], removed: [] });
    expect(again.unchanged).toBe(everything.length);
  });

  it('nameservers inside the zone without an address are warned about, here and in the status', async () => {
    const { client } = await service.workspace();
    const zone = await service.liveDomain(client);
    const hosts = [`ns1.${zone}`, `ns2.${zone}`];
    await client.call('replaceNameservers', { domain: zone, nameservers: hosts });
    const address = (name: string) =>
      ({ domain: zone, type: 'A', name, value: '192.0.2.1' }) as const;
    await client.call('createRecord', address('ns1'));
    const exported = join(service.config.dataDir, 'nameservers.zone');
    const attempt = async () => {
      await operator().run('zone', 'export', zone, '--out', exported);
      const status = await operator().json<{ warnings: object[] }>('zone', 'status', zone);
      return { text: readFileSync(exported, 'utf8'), warnings: status.warnings };
    };
    const before = await attempt();
    expect(before.text).toContain(`; ns2.${zone} has no A or AAAA here`);
    expect(before.text).not.toContain(`; ns1.${zone}`);
    expect(before.warnings).toEqual([
      {
        recordId: null,
        message: `ns2.${zone} is a nameserver of this domain and has no A or AAAA record`,
      },
    ]);
    expect(() => checkZone(zone, exported)).toThrow();
    await client.call('createRecord', address('ns2'));
    const after = await attempt();
    expect(after.text).not.toContain('has no A or AAAA');
    expect(after.warnings).toEqual([]);
    expect(checkZone(zone, exported)).toMatch(/OK\s*$/);
  });

  it('tsig create, list and revoke', async () => {
    const workspace = await service.workspace();
    const zone = await service.liveDomain(workspace.client);
    const flags = ['--workspace', workspace.id, '--domain', zone];
    const key = await operator().json<{ name: string; algorithm: 'hmac-sha256'; secret: string }>(
      'tsig',
      'create',
      ...flags,
      '--name',
      '_acme-challenge.*',
      '--types',
      'TXT',
    );
    expect(Object.keys(key)).toEqual(['name', 'algorithm', 'secret']);
    const target = { port: service.dnsPort, zone, key };
    const lines = [`update add _acme-challenge.${zone}. 60 TXT "token"`];
    expect(await update('nsupdate', target, lines)).toBe('NOERROR');
    const listed = await operator().json<{ keys: object[] }>('tsig', 'list', ...flags.slice(0, 2));
    expect(listed.keys).toMatchObject([
      {
        name: key.name,
        domains: [zone],
        pattern: '_acme-challenge.*',
        types: ['TXT'],
        state: 'valid',
      },
    ]);
    expect(JSON.stringify(listed)).not.toContain(key.secret);
    expect(await operator().text('tsig', 'revoke', `${key.name}.`)).toMatch(/^Revoked /);
    expect(await update('nsupdate', target, lines)).toBe('BADKEY');
    expect(await operator().refused('tsig', 'create', ...flags, '--name', 'a b')).toMatch(/--name/);
    expect(await operator().refused('tsig', 'create', ...flags, '--types', 'RRSIG')).toMatch(
      /--types/,
    );
    const other = await service.workspace();
    const foreign = ['--workspace', other.id, '--domain', zone];
    expect(await operator().refused('tsig', 'create', ...foreign)).toMatch(/no domain/);
  });

  // What follows is about files and words; one engine is enough.
  if (engine.name === 'postgres') return;

  it('what cannot stand in a zone file leaves a valid one', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    for (const record of [
      { type: 'CNAME', name: '@', value: 'app.example.net' },
      { type: 'CNAME', name: 'www', value: 'app.example.net' },
      { type: 'TXT', name: 'www', value: 'beside' },
      { type: 'TLS', name: 'x', value: 'no TLSA at all' },
      { type: 'NS', name: '@', value: 'ns.example.net' },
      { type: 'A', name: 'twin', value: '192.0.2.1' },
      { type: 'A', name: 'twin', value: '192.0.2.1', ttl: 60 },
    ] as const) {
      await client.call('createRecord', { domain, ...record });
    }
    const { stdout } = await operator().run('zone', 'export', domain);
    expect(checkZone(domain, file('odd.zone', stdout))).toMatch(/OK\s*$/);
    expect(stdout).toMatch(/^; not published: x TLSA no TLSA at all$/m);
    expect(stdout.match(/TYPE65401.*; CNAME app\.example\.net\.$/gm)).toHaveLength(2);
  });

  it('a plan shows what it would do and a dry run does nothing', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const create = (name: string, value: string) =>
      client.call('createRecord', { domain, name, type: 'A', value });
    const kept = await create('www', '192.0.2.1');
    await create('old', '192.0.2.9');
    const path = file(
      'plan.zone',
      `$ORIGIN ${domain}.\n@ 60 NS ns.example.net.\nwww 60 A 192.0.2.1\nnew 60 A 192.0.2.2\n*.x 60 DNAME a.example.net.\n`,
    );
    const shown = await operator().text('zone', 'import', domain, path, '--dry-run', '--replace');
    expect(shown).toMatch(/1 added, 1 changed, 1 removed, 0 unchanged, 1 rejected/);
    expect(shown).toMatch(/^\+ new 60 A 192\.0\.2\.2$/m);
    expect(shown).toMatch(/^- old 3600 A 192\.0\.2\.9$/m);
    expect(shown).toMatch(/^! line 5, column 1: .*DNAME/m);
    expect(shown).toMatch(/Nothing was changed\.\n$/);
    expect(await recordsOf(client, domain)).toHaveLength(2);
    // By default nothing is taken away.
    await operator().text('zone', 'import', domain, path);
    expect(await recordsOf(client, domain)).toEqual([
      'new 60 A 192.0.2.2',
      'old 3600 A 192.0.2.9',
      'www 60 A 192.0.2.1',
    ]);
    const answer = await operator().json<Answer>('zone', 'import', domain, path, '--replace');
    expect(answer.removed).toHaveLength(1);
    const { records } = await client.call('listRecords', { domain });
    expect(records.find(({ name }) => name === 'www')?.id).toBe(kept.record.id);
    expect(records).toHaveLength(2);
  });

  it('an error in the file: line and column, nothing imported', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    for (const [text, place] of [
      ['a 60 A 192.0.2.1\nb 60 A 192.0.2.999\n', 'line 2, column 8'],
      ['a 60 A 192.0.2.1\n$INCLUDE /etc/passwd\n', 'line 2, column 1'],
    ] as const) {
      const path = file('bad.zone', text);
      expect(await operator().refused('zone', 'import', domain, path)).toContain(place);
    }
    expect(await operator().refused('zone', 'import', domain, '/nowhere.zone')).toMatch(/nowhere/);
    expect(await operator().refused('zone', 'export', 'nobody-has-this.com')).toMatch(/not found/);
    expect(await recordsOf(client, domain)).toEqual([]);
  });
});

/** Without looking up names of others: there may be no network. */
function checkZone(domain: string, path: string): string {
  const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`;
  return execFileSync('named-checkzone', ['-i', 'local', domain, path], {
    encoding: 'utf8',
    env: { ...process.env, PATH },
  });
}
