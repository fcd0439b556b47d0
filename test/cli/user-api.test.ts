/** hostmaster api: any endpoint by its name. test/docs/api-examples.test.ts calls each of them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programEnvironment } from '@hostmaster/test-rig/program-environment';
import { contact, describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from '../dashboard-api/people.ts';
import { Customer } from './customer.ts';
import { binary } from './program.ts';

describeEdge('hostmaster api', (service) => {
  it('prints the answer of an endpoint, and refuses what is no request', async () => {
    const { apiKey, client } = await service.workspace({ credits: '100' });
    const customer = new Customer({ url: service.url, apiKey });
    const domain = await service.liveDomain(client);
    const { stdout } = await customer.run('api', 'getDomain', JSON.stringify({ domain }));
    expect(JSON.parse(stdout)).toEqual(await client.call('getDomain', { domain }));
    expect(await customer.json('api', 'getAccount')).toEqual(await client.call('getAccount', {}));
    for (const wrong of [
      ['getNothing'],
      ['toString'],
      ['getDomain', '{"domain":'],
      ['getDomain', '[]'],
      ['getDomain', 'null'],
      ['getDomain'],
      ['registerDomain', JSON.stringify({ domain: service.freshName(), contact })],
    ]) {
      expect(await customer.fails('api', ...wrong), wrong.join(' ')).toMatchObject({ code: 2 });
    }
    expect((await client.call('getAccount', {})).credits.balance).toBe(88);
    const missing = JSON.stringify({ domain: 'not-mine.com' });
    expect(await customer.fails('api', 'getDomain', missing)).toMatchObject({ code: 3 });
  });

  it('writes a file as it is, and has no JSON for it', async () => {
    const { page, inside, workspace } = await member(service);
    const { topUp } = await page.call('createTopUp', { ...inside, credits: 25 });
    await page.call('payTopUp', { ...inside, topUpId: topUp.id, outcome: 'succeed' });
    const { receipts } = await workspace.client.call('listReceipts', {});
    const number = String(receipts[0]?.number);
    const { environment } = new Customer({ url: service.url, apiKey: workspace.apiKey });
    const input = JSON.stringify({ number });
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [binary, 'api', 'downloadReceipt', input],
      {
        encoding: 'buffer',
        maxBuffer: 10 * 1024 * 1024,
        env: { ...(await programEnvironment()), ...environment },
      },
    );
    const sent = await fetch(`${service.url}/v1/receipts/${number}/pdf`, {
      headers: { 'x-api-key': workspace.apiKey },
    });
    expect(stdout.equals(Buffer.from(await sent.arrayBuffer()))).toBe(true);

    const customer = new Customer({ url: service.url, apiKey: workspace.apiKey });
    const csv = await workspace.client.request('exportSpending', {});
    expect((await customer.run('api', 'exportSpending')).stdout).toBe(csv.text);
    const refused = await customer.fails('api', 'exportSpending', '--json');
    expect(refused).toMatchObject({ code: 2, message: expect.stringContaining('--json') });
  });
});
