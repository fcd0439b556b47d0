/** User commands about the account and its domains, against a service. */
import { contact, describeEdge, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { Customer } from './customer.ts';
import { startProcess } from './program.ts';

interface Shown {
  readonly domain: { readonly name: string; readonly autoRenew: boolean };
}

describeEdge('hostmaster domains', (service) => {
  async function connect(credits = '100') {
    const { apiKey, id } = await service.workspace({ credits });
    const customer = new Customer({ url: service.url, apiKey });
    return { customer, workspaceId: id, me: customer.file('me.json', JSON.stringify(contact)) };
  }

  it('shows the account, registers a name at the agreed price, and manages it', async () => {
    const { customer, me } = await connect();
    expect(await customer.text('account')).toMatch(/^Workspace .*\nBalance +100 credits\n/);
    const name = service.freshName();
    const taken = 'google.com';
    expect(await customer.text('domains', 'check', name, taken)).toMatch(
      new RegExp(
        `^NAME +AVAILABLE +CREDITS +LATER YEARS +NOTE\n${name} +yes +12 +14\n${taken} +no `,
      ),
    );
    expect(await customer.text('domains', 'search', name, '--suffix', 'com,net')).toContain(name);

    const register = ['domains', 'register', name, '--contact', me];
    expect(await customer.fails(...register)).toEqual({
      code: 2,
      message: `hostmaster: Registering ${name} for 1 year costs 12 credits, each later year 14 credits.\nPay 12 credits? Agree with --yes.\n`,
    });
    expect(await customer.fails(...register, '--max-credits', '11')).toMatchObject({
      code: 6,
      message: expect.stringContaining('more than --max-credits'),
    });
    expect(await customer.fails('domains', 'show', name)).toMatchObject({ code: 3 });
    expect(await customer.text(...register, '--auto-renew', '--max-credits', '12')).toMatch(
      new RegExp(`^${name} is registered until \\d{4}-\\d\\d-\\d\\d; 12 credits paid\\.\n$`),
    );
    expect(await customer.text('account')).toContain('88 credits');

    expect(await customer.text('domains', 'list')).toMatch(
      new RegExp(`^NAME +STATUS +EXPIRES +AUTO-RENEW +PRIVACY\n${name} +active +\\S+ +on +off\n$`),
    );
    await customer.text('domains', 'set', name, '--auto-renew', 'off');
    const { domain } = await customer.json<Shown>('domains', 'show', name);
    expect(domain).toMatchObject({ name, autoRenew: false });
    expect(await customer.text('domains', 'renew', name, '--years', '2', '--yes')).toContain(
      '28 credits paid',
    );

    const hosts = ['ns1.example.net', 'ns2.example.net'];
    expect(await customer.fails('domains', 'nameservers', name, ...hosts)).toMatchObject({
      code: 2,
      message: expect.stringContaining('+ ns1.example.net\n+ ns2.example.net\n'),
    });
    await customer.text('domains', 'nameservers', name, ...hosts, '--yes');
    expect(await customer.text('domains', 'nameservers', name)).toBe(`${hosts.join('\n')}\n`);
    expect(await customer.text('domains', 'transfer')).toBe('No transfers.\n');
  });

  it('refuses a purchase that the balance does not cover, and wrong input, before anything is paid', async () => {
    const { customer, me } = await connect('5');
    const name = service.freshName();
    const register = ['domains', 'register', name, '--yes'];
    expect(await customer.fails(...register, '--contact', me)).toMatchObject({ code: 6 });
    expect(await customer.fails(...register)).toMatchObject({
      code: 2,
      message: expect.stringContaining('--contact FILE'),
    });
    for (const wrong of [
      ['--contact', customer.file('wrong.json', '{"firstName":')],
      ['--contact', customer.file('large.json', 'x'.repeat(70_000))],
      ['--contact', me, '--years', '11'],
      ['--contact', me, '--max-credits', 'much'],
      ['--contact', me, '--timeout', 'soon'],
    ]) {
      expect(await customer.fails(...register, ...wrong), wrong.join(' ')).toMatchObject({
        code: 2,
      });
    }
    expect(await customer.text('account')).toContain('5 credits');
    expect(await customer.text('domains', 'list')).toMatch(/^No domains yet/);
  });

  it('turns DNSSEC on and off, and shows what it waits for', async () => {
    const { apiKey, client } = await service.workspace();
    const customer = new Customer({ url: service.url, apiKey });
    const name = await service.liveDomain(client);
    const dnssec = (action: string, ...more: readonly string[]) => [
      ...['domains', 'dnssec', action, name, ...more],
    ];
    expect(await customer.text(...dnssec('show'))).toMatch(/^Name +\S+\nDNSSEC +off\n$/);
    expect(await customer.text(...dnssec('off'))).toMatch(/\nDNSSEC +off\n$/);
    expect(await customer.text(...dnssec('on'))).toMatch(/\nDNSSEC +turning on\nPhase +\S/);
    expect(await customer.text(...dnssec('show'))).toMatch(/\nDS \d+ 13 2 [0-9A-F]{64}\n/);
    expect(await customer.fails(...dnssec('off'))).toMatchObject({
      code: 2,
      message: expect.stringContaining(`Turn DNSSEC of ${name} off?`),
    });
    const { dnssec: after } = await customer.json<{ dnssec: { state: string } }>(
      ...dnssec('off', '--yes'),
    );
    expect(['turning_off', 'off']).toContain(after.state);
    expect(await customer.fails(...dnssec('show', '--force'))).toMatchObject({ code: 2 });
    expect(await customer.fails(...dnssec('maybe'))).toMatchObject({ code: 2 });
    const foreign = dnssec('on', '--ds', '60485 13 2 E3B0');
    expect(await customer.fails(...foreign)).toMatchObject({ code: 3 });
  });

  it('follows the CDS records of another operator, and no longer', async () => {
    const { apiKey, client } = await service.workspace();
    const customer = new Customer({ url: service.url, apiKey });
    const name = await service.liveDomain(client);
    const dnssec = (action: string) => ['domains', 'dnssec', action, name];
    expect(await customer.fails(...dnssec('follow'))).toMatchObject({
      message: expect.stringContaining('have no CDS records to follow'),
    });
    const nameservers = ['ns1.operator.invalid', 'ns2.operator.invalid'];
    await client.call('replaceNameservers', { domain: name, nameservers });
    expect(await customer.text(...dnssec('follow'))).toMatch(/\nDNSSEC +off\nCDS +followed/);
    expect(await customer.text(...dnssec('unfollow'))).toMatch(/\nDNSSEC +off\n$/);
  });

  it('says what goes on when it is stopped', async () => {
    const { customer, me } = await connect();
    const name = service.freshName();
    const held = service.registry.hold('create', name);
    const args = ['domains', 'register', name, '--contact', me, '--yes'];
    const running = await startProcess(args, customer.environment);
    await until('the registry is asked', held.isWaiting);
    const { code, stdout, stderr } = await running.stop();
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    // The second, while the answer to the order is on its way.
    expect(stderr).toMatch(/is ordered and paid, and the service goes on|may have been ordered/);
    expect(await customer.text('domains', 'show', name)).toContain('not confirmed by the registry');
    held.release();
  });
});
