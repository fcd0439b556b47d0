/** hostmaster bulk, against a service: planned, agreed to, run, followed, cancelled and retried. */
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { contact, describeEdge, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { Customer } from './customer.ts';
import { startProcess } from './program.ts';

interface Shown {
  readonly bulk: { readonly id: string; readonly state: string };
}

/** Domains of one operation with a registry job that is due. */
const atOnce = 16;

describeEdge('hostmaster bulk', (service) => {
  async function connect(credits = '1000') {
    const { apiKey, client } = await service.workspace({ credits });
    return { customer: new Customer({ url: service.url, apiKey }), client };
  }

  async function liveDomains(client: ApiClient, count: number): Promise<readonly string[]> {
    const names = Array.from({ length: count }, () => service.freshName('bulk'));
    for (const domain of names) await client.call('registerDomain', { domain, contact });
    for (const name of names) await service.untilLive(client, name);
    return names;
  }

  it('plans with a price that is agreed to, runs, and retries what failed', async () => {
    const { customer, client } = await connect();
    const names = await liveDomains(client, 2);
    expect(await customer.text('bulk', 'list')).toMatch(/^No bulk operations yet/);
    const file = customer.file('names.txt', `# ours\n${names[1]}\n\nnot-ours.com\n`);
    const plan = await customer.text('bulk', 'plan', 'renew', names[0] ?? '', '--file', file);
    expect(plan).toMatch(
      /^Id +blk_\w+\nKind +renew\nState +planned\nDomains +2 ready, 1 failed\nPrice +28 credits\n! not-ours\.com: No such domain/,
    );
    const [, id = ''] = /"hostmaster bulk run (blk_\w+)"/.exec(plan) ?? [];
    expect(await customer.fails('bulk', 'run', id)).toEqual({
      code: 2,
      message:
        'hostmaster: renew for 2 domains costs 28 credits. 1 domain cannot be included.\nPay 28 credits? Agree with --yes.\n',
    });
    expect(await customer.fails('bulk', 'run', id, '--max-credits', '27')).toMatchObject({
      code: 6,
    });
    const { code, stdout, stderr } = await customer.run('bulk', 'run', id, '--max-credits', '28');
    expect({ code, stdout }).toEqual({
      code: 3,
      stdout: expect.stringMatching(/State +finished\nDomains +2 done, 1 failed\nPaid +28 credits/),
    });
    expect(stderr).toMatch(/^hostmaster: 1 of 3 domains failed\. .*bulk retry blk_/);
    expect((await client.call('getAccount', {})).credits.balance).toBe(1000 - 24 - 28);

    expect(await customer.text('bulk', 'show', id, '--state', 'failed')).toMatch(
      /\nNAME +STATE +CREDITS +REASON\nnot-ours\.com +failed +0 +No such domain/,
    );
    expect(await customer.text('bulk', 'list')).toMatch(
      new RegExp(`^ID .*\n${id} +renew +finished +2 +1 +3 +28 `),
    );
    const again = await customer.json<Shown>('bulk', 'retry', id);
    expect(again.bulk).toMatchObject({ id, state: 'planned' });
    expect(await customer.fails('bulk', 'run', id, '--yes')).toMatchObject({
      code: 3,
      message: expect.stringContaining('has no domain that is ready'),
    });
  });

  it('asks for consent to what costs nothing, too, and cancels a plan', async () => {
    const { customer, client } = await connect();
    const [name = ''] = await liveDomains(client, 1);
    const on = ['bulk', 'plan', 'auto_renewal', '--suffix', 'com', '--enabled', 'on'];
    const { bulk } = await customer.json<Shown>(...on);
    expect(await customer.fails('bulk', 'run', bulk.id)).toMatchObject({
      code: 2,
      message: expect.stringContaining('Carry it out? Agree with --yes.'),
    });
    await customer.text('bulk', 'run', bulk.id, '--yes');
    expect((await client.call('getDomain', { domain: name })).domain.autoRenew).toBe(true);
    const off = await customer.json<Shown>('bulk', 'plan', 'privacy', '--all', '--enabled', 'off');
    expect(await customer.fails('bulk', 'cancel', off.bulk.id)).toMatchObject({ code: 2 });
    const cancelled = await customer.json<Shown>('bulk', 'cancel', off.bulk.id, '--yes');
    expect(cancelled.bulk.state).toBe('cancelled');
    expect(await customer.fails('bulk', 'run', off.bulk.id, '--yes')).toMatchObject({ code: 3 });
  });

  it('transfers the domains of a file with their auth codes, and shows no code', async () => {
    const { customer, client } = await connect('100');
    const [first, second] = [1, 2].map(() => service.freshName('sandbox-rival-instant'));
    const file = customer.file(
      'codes.txt',
      `# ours\n${first} Rival-Code-1\n${second},Rival-Code-1\n`,
    );
    const owner = customer.file('owner.json', JSON.stringify(contact));
    const order = ['bulk', 'plan', 'transfer', '--file', file, '--contact', owner, '--auto-renew'];
    const plan = await customer.text(...order);
    expect(plan).toMatch(/Kind +transfer\nState +planned\nDomains +2 ready\nPrice +28 credits\n/);
    const [, id = ''] = /"hostmaster bulk run (blk_\w+)"/.exec(plan) ?? [];
    const ran = await customer.text('bulk', 'run', id, '--max-credits', '28');
    expect(ran).toMatch(/State +finished\nDomains +2 done\nPaid +28 credits/);
    expect(`${plan}${ran}`).not.toContain('Rival-Code');
    for (const name of [first, second]) await service.untilLive(client, name ?? '');
  });

  it('refuses wrong input before it asks the service', async () => {
    const customer = new Customer({ url: 'http://127.0.0.1:1', apiKey: 'hm_test_x' });
    for (const wrong of [
      ['plan', 'sell', 'example.com'],
      ['plan', 'renew'],
      ['plan', 'renew', 'example.com', '--all'],
      ['plan', 'renew', '--file', '/nowhere/names.txt'],
      ['plan', 'renew', 'example.com', '--years', '11'],
      ['plan', 'privacy', 'example.com', '--enabled', 'yes'],
      ['plan', 'renew', '--expires-before', 'soon'],
      ['plan', 'template', 'example.com', '--template', 'x', '--field', 'y'],
      ['plan', 'renew', '--file', customer.file('many.txt', 'x.com\n'.repeat(10_001))],
      ['plan', 'renew', 'example.com', '--timeout', 'x'],
      ['plan', 'transfer', 'example.com'],
      ['plan', 'transfer', '--all'],
      ['plan', 'transfer', '--file', customer.file('no-codes.txt', 'example.com\n')],
      ['plan', 'transfer', '--file', customer.file('none.txt', '\n')],
      ['run', 'blk_1', '--max-credits', 'much'],
      ['show', 'blk_1', '--state', 'lost'],
      ['list', '--limit', '0'],
    ]) {
      expect(await customer.fails('bulk', ...wrong), wrong.join(' ')).toMatchObject({ code: 2 });
    }
  });

  it('says what goes on when it is stopped', async () => {
    const { customer, client } = await connect();
    const names = await liveDomains(client, atOnce + 1);
    const held = names.slice(0, atOnce).map((name) => service.registry.hold('renew', name));
    const { bulk } = await customer.json<Shown>('bulk', 'plan', 'renew', ...names);
    const args = ['bulk', 'run', bulk.id, '--yes'];
    const running = await startProcess(args, customer.environment);
    await until('the service runs it', async () => {
      const { bulk: now } = await client.call('getBulk', { bulkId: bulk.id });
      return now.counts.done === atOnce;
    });
    const { code, stdout, stderr } = await running.stop();
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(stderr).toMatch(/^hostmaster: Stopped\. .*goes on.*bulk show blk_.*bulk cancel blk_/);
    for (const { release } of held) release();
    await until('the service has ended it', async () => {
      const { bulk: now } = await client.call('getBulk', { bulkId: bulk.id });
      return now.state === 'finished' && now.counts.done === names.length;
    });
  });
});
