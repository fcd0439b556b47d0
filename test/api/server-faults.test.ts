/** Internal errors: responses reveal no internals, and no change is half done. */

import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { balanceOf, contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { StorageUnavailable } from '../../packages/server/src/base/errors.ts';

describeService('server faults', (service) => {
  it('503 with Retry-After when storage cannot be used, and works again afterwards', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    await service.untilNoJobs(domain);
    const broken = service.queries.fail(
      () => new StorageUnavailable(new Error('the disk is full')),
    );
    const answers = await Promise.all([
      client.send('GET', '/v1/account'),
      client.request('getDomain', { domain }),
      client.request('renewDomain', { domain }),
      client.request('createRecord', { domain, type: 'TXT', value: 'x' }),
      client.send('GET', '/v1/nothing'),
    ]);
    broken.restore();
    for (const answer of answers) {
      expectRefusal(answer, { status: 503, code: 'storage_unavailable' });
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(answer.text).not.toContain('disk');
    }
    expect(await balanceOf(client)).toBe(88);
    expect((await client.call('listRecords', { domain })).records).toEqual([]);
  });

  it('500 reveals no internals', async () => {
    const { client } = await service.workspace();
    const broken = service.queries.fail(() => new Error('secret table "x" is broken'));
    const answer = await client.send('GET', '/v1/account');
    broken.restore();
    expectRefusal(answer, { status: 500, code: 'internal' });
    expect(answer.text).not.toMatch(/secret|table/);
    expect(answer.headers['x-request-id']).toMatch(/^req-/);
  });

  it('a domain keeps waiting while the registry is unreachable, and is live when it is back', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const domain = service.freshName();
    const held = service.registry.hold('create', domain);
    await client.call('registerDomain', { domain, contact });
    const broken = service.registry.breakQuestion('info', 'unavailable');
    held.release();
    expect((await client.call('listRecords', { domain })).pendingFulfillment).toBe(true);
    broken.restore();
    await service.untilLive(client, domain);
    expect(await balanceOf(client)).toBe(88);
  });
});
