/** Operator commands for zones and secondaries: what they print and what they refuse. */

import { query } from '@hostmaster/test-rig/any-query';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { signDomain } from '../dns/sign-domain.ts';
import { Operator } from './operator.ts';

interface Secondary {
  readonly name: string;
  readonly address: string;
  readonly tsig: { readonly name: string; readonly algorithm: string; readonly secret?: string };
}

interface Guard {
  readonly day: string;
  readonly allowed: number;
}

const listJournal = query<object>()(({ db }) => db.selectFrom('zone_journal').select('zone'));

const today = () => new Date().toISOString().slice(0, 10);

describeService('commands for nameservers', (service) => {
  const operator = () => new Operator(service.place);

  it('tsig create and list: several domains, transfers, weak algorithms', async () => {
    const workspace = await service.workspace();
    const domains = [service.freshName(), service.freshName()];
    for (const name of domains) await service.liveDomain(workspace.client, name);
    const create = (...flags: string[]) => [
      'tsig',
      'create',
      '--workspace',
      workspace.id,
      ...flags,
    ];
    const weak = ['--domain', domains.join(), '--transfer', '--algorithm', 'hmac-md5'];
    expect(await operator().json(...create(...weak))).toEqual({
      name: expect.stringMatching(new RegExp(`^update-[0-9a-f]{20}\\.${domains[0]}$`)),
      algorithm: 'hmac-md5',
      secret: expect.stringMatching(/^[A-Za-z0-9+/]{22}==$/),
      warning: expect.stringContaining('weak'),
    });
    expect(await operator().text(...create('--all-domains'))).toContain('all names of all domains');
    expect(await operator().refused(...create())).toMatch(/--domain, or use --all-domains/);
    expect(await operator().refused(...create('--domain', 'x.com', '--all-domains'))).toMatch(
      /--domain, or use/,
    );
    expect(await operator().refused(...create('--domain', `${domains[0]},other.com`))).toMatch(
      /has no domain other\.com/,
    );
    const list = ['tsig', 'list', '--workspace', workspace.id];
    const { keys } = await operator().json<{ keys: object[] }>(...list);
    expect(keys).toMatchObject([
      { domains, transfer: true, algorithm: 'hmac-md5', weak: true },
      { domains: null, transfer: false, algorithm: 'hmac-sha256', weak: false },
    ]);
    expect(await operator().text(...list)).toContain('hmac-md5 (weak)');
  });

  it('secondary add, list and remove', async () => {
    const added = await operator().json<Secondary>(
      ...['secondary', 'add', 'ns1', '--address', '[2001:DB8::53]:5353'],
    );
    expect(added).toEqual({
      name: 'ns1',
      address: '[2001:db8::53]:5353',
      transfers: 'ixfr',
      tls: 'optional',
      tlsKey: null,
      tsig: {
        name: 'hostmaster-ns1',
        algorithm: 'hmac-sha256',
        secret: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
      },
    });
    expect(
      await operator().refused('secondary', 'add', 'ns1', '--address', '192.0.2.9:53'),
    ).toMatch(/"ns1" already exists/);
    const { secondaries } = await operator().json<{ secondaries: Secondary[] }>(
      ...['secondary', 'list'],
    );
    expect(secondaries).toMatchObject([{ name: 'ns1', address: '[2001:db8::53]:5353' }]);
    expect(JSON.stringify(secondaries)).not.toContain(added.tsig.secret);
    expect(await operator().text('secondary', 'list')).toMatch(
      /^NAME +ADDRESS +TRANSFERS +TLS +KEY +CREATED +STATE\nns1 +\[2001:db8::53\]:5353 +ixfr +optional +hostmaster-ns1 +\d{4}-\d\d-\d\d +unknown\n$/,
    );
    expect(await operator().text('secondary', 'remove', 'ns1')).toBe(
      'Removed ns1. It can no longer transfer zones.\n',
    );
    expect(await operator().refused('secondary', 'remove', 'ns1')).toMatch(
      /Secondary "ns1" not found/,
    );
    expect(await operator().text('secondary', 'list')).toMatch(/^No secondaries/);
  });

  it.concurrent.each([
    ['a name with a dot', 'ns.1', '192.0.2.53:53', /name must be/],
    ['a host name', 'ns2', 'ns.example.com:53', /--address must be/],
    ['no such octet', 'ns2', '192.0.2.256:53', /--address must be/],
    ['port 0', 'ns2', '192.0.2.53:0', /--address must be/],
    ['no such port', 'ns2', '192.0.2.53:65536', /--address must be/],
  ])('secondary add refuses %s', async (_, name, address, reason) => {
    expect(await operator().refused('secondary', 'add', name, '--address', address)).toMatch(
      reason,
    );
  });

  it.concurrent.each([
    ['another use of TLS', ['--tls', 'never'], /--tls must be optional or only/],
    ['a key without TLS', ['--tls-key', `${'A'.repeat(43)}=`], /--tls-key needs --tls only/],
    ['a short digest', ['--tls', 'only', '--tls-key', 'AAAA'], /--tls-key must be a SHA-256/],
  ])('secondary add refuses %s', async (_, options, reason) => {
    const args = ['secondary', 'add', 'ns3', '--address', '192.0.2.53:53', ...options];
    expect(await operator().refused(...args)).toMatch(reason);
  });

  it('zone republish raises every serial far above the clock, and offers no old differences', async () => {
    const { client } = await service.workspace();
    const [signed, plain] = [await service.liveDomain(client), await service.liveDomain(client)];
    await signDomain(service, signed);
    const domains = [signed, plain];
    for (const domain of domains) {
      await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.1' });
    }
    const serials = async () =>
      Promise.all(
        domains.map(async (domain) => {
          const { serial } = await operator().json<{ serial: number }>('zone', 'status', domain);
          return serial;
        }),
      );
    const before = await serials();
    const { zones } = await operator().json<{ zones: number }>('zone', 'republish');
    expect(zones).toBeGreaterThanOrEqual(domains.length);
    // More than one change a second since the backup has led the serials of secondaries ahead of the clock.
    const ahead = Math.max(...before, Date.now() / 1_000) + 1_000_000;
    expect((await serials())[1]).toBeGreaterThan(ahead);
    // The next version of a signed zone, which the service also makes for it.
    await client.call('createRecord', { domain: signed, type: 'A', name: 'x', value: '192.0.2.1' });
    expect((await serials())[0]).toBeGreaterThan(ahead);
    const journal = await service.database.all(listJournal, {});
    expect(journal.filter(({ zone }) => zone === plain)).toEqual([]);
  });

  it('zone status of a zone without secondaries, with what cannot be published', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const { record } = await client.call('createRecord', {
      domain,
      type: 'NS',
      value: 'ns1.example.net',
    });
    const shown = await operator().text('zone', 'status', domain.toUpperCase());
    expect(shown).toMatch(new RegExp(`^${domain}: serial \\d+, changed \\d{4}-\\S+Z\n`));
    expect(shown).toContain('only the built-in nameserver serves this zone');
    expect(shown).toMatch(new RegExp(`Warning, record ${record.id}: not published: .*nameservers`));
    expect(await operator().refused('zone', 'status', 'nobody-has-this.com')).toMatch(
      /Zone .* not found/,
    );
  });

  it.each([
    ['zone', 'removals', 'confirm-removals'],
    ['releases', 'status', 'confirm'],
  ])('%s %s and %s', async (group, status, confirm) => {
    const before = await operator().json<Guard>(group, status);
    expect(before).toMatchObject({ day: today(), allowed: 20 });
    expect(await operator().text(group, status)).toContain(`${today()}: 0`);
    expect(await operator().json<Guard>(group, confirm, '50')).toMatchObject({ allowed: 50 });
    expect(await operator().json<Guard>(group, status)).toMatchObject({ allowed: 50 });
    for (const count of ['0', '1.5', 'many', '1000000000']) {
      expect(await operator().refused(group, confirm, count)).toMatch(/must be a positive number/);
    }
    expect(await operator().json<Guard>(group, status)).toMatchObject({ allowed: 50 });
  });
});
