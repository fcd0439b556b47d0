/** User commands about records, against a service. */
import { readFileSync } from 'node:fs';
import { describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { Customer } from './customer.ts';

interface Applied {
  readonly applied: boolean;
  readonly revision: number | null;
  readonly unchanged: number;
}

describeEdge('hostmaster dns', (service) => {
  async function connect() {
    const { apiKey, client } = await service.workspace();
    const domain = await service.liveDomain(client);
    return { customer: new Customer({ url: service.url, apiKey }), domain, client };
  }

  it('lists, adds, sets and removes records, and goes back in time', async () => {
    const { customer, domain } = await connect();
    expect(await customer.text('dns', 'list', domain)).toBe('No records.\n');
    expect(await customer.text('dns', 'add', domain, 'www', 'a', '192.0.2.1')).toBe(
      '+ www 3600 A 192.0.2.1\n',
    );
    const set = ['dns', 'set', domain, 'www', 'A', '192.0.2.2', '192.0.2.3', '--ttl', '300'];
    expect(await customer.text(...set)).toContain('+ www 300 A 192.0.2.3\n');
    expect(await customer.text(...set)).toMatch(/2 unchanged\nNothing was changed\.\n$/);
    expect(await customer.text('dns', 'list', domain, '--type', 'A')).toMatch(
      /^NAME +TTL +TYPE +VALUE +ID\nwww +300 +A +192\.0\.2\.\d +rec_\S+\nwww /,
    );
    expect(await customer.text('dns', 'diff', domain)).toContain('- www 3600 A 192.0.2.1\n');
    expect(await customer.text('dns', 'history', domain)).toMatch(/^REVISION +AT .*\n +2 /);
    expect(await customer.fails('dns', 'rm', domain, 'www')).toMatchObject({ code: 2 });
    await customer.text('dns', 'rm', domain, 'www', 'A', '192.0.2.3');
    await customer.text('dns', 'rm', domain, 'www', '--yes');
    expect(await customer.fails('dns', 'rm', domain, 'www', '--yes')).toMatchObject({ code: 3 });
    expect(await customer.text('dns', 'restore', domain, '1', '--yes')).toContain(
      '+ www 3600 A 192.0.2.1\n',
    );
    expect(await customer.text('dns', 'wait', domain)).toMatch(/has serial \d+\.\n$/);
    for (const wrong of [
      ['add', domain, 'www', 'X', 'y'],
      ['set', domain, 'www', 'A', 'not-an-address'],
      ['add', domain, 'www', 'A', '192.0.2.1', '--ttl', '1'],
      ['restore', domain, 'first'],
      ['wait', domain, '--timeout', 'x'],
    ]) {
      expect(await customer.fails('dns', ...wrong), wrong.join(' ')).toMatchObject({ code: 2 });
    }
    expect(await customer.fails('dns', 'add', domain, 'www', 'A', 'x')).toMatchObject({ code: 3 });
    expect(await customer.fails('dns', 'list', 'not-mine.com')).toMatchObject({ code: 3 });
  });

  it('applies a YAML file as one batch, and again without a change', async () => {
    const { customer, domain, client } = await connect();
    await client.call('createRecord', { domain, type: 'TXT', value: 'old' });
    const file = customer.file(
      'zone.yaml',
      `domain: ${domain}
ttl: 600
records:
  - { type: A, value: 192.0.2.1 }
  - { name: www, type: CNAME, value: ${domain}. }
  - { name: '@', type: MX, ttl: 300, values: ['10 mx1.example.net', '20 mx2.example.net'] }
`,
    );
    expect(await customer.text('dns', 'apply', file, '--dry-run')).toBe(
      `${domain}: 4 added, 0 changed, 1 removed, 0 unchanged
- @ 3600 TXT old
+ @ 600 A 192.0.2.1
+ www 600 CNAME ${domain}.
+ @ 300 MX 10 mx1.example.net
+ @ 300 MX 20 mx2.example.net
Nothing was changed.
`,
    );
    expect(await customer.fails('dns', 'apply', file)).toMatchObject({
      code: 2,
      message: expect.stringContaining('- @ 3600 TXT old\n'),
    });
    expect(await customer.json<Applied>('dns', 'apply', file, '--yes')).toMatchObject({
      applied: true,
      revision: 2,
    });
    expect(await customer.json<Applied>('dns', 'apply', file, '--yes')).toMatchObject({
      applied: false,
      revision: null,
      unchanged: 4,
    });
  });

  it('exports a zone file that applies to the same records, and imports without removing', async () => {
    const { customer, domain } = await connect();
    await customer.text('dns', 'set', domain, '@', 'TXT', 'v=spf1 -all');
    await customer.text('dns', 'set', domain, '*.dyn', 'AAAA', '2001:db8::1', '--ttl', '60');
    const exported = await customer.run('dns', 'export', domain);
    expect(exported.code).toBe(0);
    expect(exported.stdout).toMatch(/\tSOA\t/);
    const file = customer.file('export.zone', exported.stdout);
    const again = await customer.json<Applied>('dns', 'apply', file, '--domain', domain);
    expect(again).toMatchObject({ applied: false, unchanged: 2 });
    const more = customer.file('more.zone', `$ORIGIN ${domain}.\nwww 300 IN A 192.0.2.7\n`);
    expect(await customer.text('dns', 'import', domain, more, '--yes')).toContain(
      '1 added, 0 changed, 0 removed, 0 unchanged\n+ www 300 A 192.0.2.7\n',
    );
    expect(await customer.text('dns', 'apply', more, '--yes')).toContain('0 added, 0 changed, 2 ');
    expect(readFileSync(file, 'utf8')).toContain('spf1');
  });

  it('refuses files that it cannot read, with the lines to blame, before it asks the service', async () => {
    const customer = new Customer({ url: 'http://127.0.0.1:1', apiKey: 'hm_test_x' });
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e']
      .map((name, index) => {
        const before = 'abcd'[index];
        return `${name}: &${name} [${Array(9).fill(`*${before}`).join()}]`;
      })
      .join('\n')}\ndomain: x.com\nrecords: *e\n`;
    const wrong: readonly (readonly [string, string, RegExp])[] = [
      ['no-origin.zone', 'www 300 IN A 192.0.2.1\n', /--domain/],
      ['broken.zone', '$ORIGIN x.com.\nwww 300 IN A 192.0.2.1 (\n', /line 2/],
      ['outside.zone', '$ORIGIN x.com.\nwww.y.com. 300 IN A 192.0.2.1\n', /outside x\.com/],
      ['no-list.yaml', 'domain: x.com\n', /no list "records"/],
      ['no-domain.yaml', 'records: []\n', /"domain:"/],
      ['syntax.yaml', 'records: [\n', /cannot be used/],
      ['number.yaml', 'domain: x.com\nrecords:\n  - { type: TXT, value: 5 }\n', /line 3: value/],
      ['type.yaml', 'domain: x.com\nrecords:\n  - { type: NO, value: x }\n', /line 3: NO is not/],
      ['value.yaml', 'domain: x.com\nrecords:\n  - { type: A, value: x }\n', /line 3: @ A x/],
      ['bomb.yaml', bomb, /alias/],
      ['large.zone', '; '.padEnd(2_200_000, 'x'), /larger than/],
    ];
    for (const [name, content, reason] of wrong) {
      const ending = await customer.fails('dns', 'apply', customer.file(name, content), '--yes');
      expect(ending, name).toMatchObject({ code: 2, message: expect.stringMatching(reason) });
    }
  });
});
