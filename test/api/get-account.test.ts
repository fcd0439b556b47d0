import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

describeService('GET /v1/account', (service) => {
  it('200: shows the workspace of the key and its balance, and nothing else', async () => {
    const before = Date.now();
    const workspace = await service.workspace({ name: 'Lovelace & Söhne', credits: '12.50' });
    const { account, credits, ...rest } = await workspace.client.call('getAccount', {});
    expect(rest).toEqual({});
    expect(account).toEqual({
      id: workspace.id,
      name: 'Lovelace & Söhne',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(Date.parse(account.createdAt)).toBeGreaterThanOrEqual(before);
    expect(credits).toEqual({ balance: 12.5 });
  });

  it('200: a new workspace has no credits', async () => {
    const { client } = await service.workspace({ credits: '0' });
    expect((await client.call('getAccount', {})).credits).toEqual({ balance: 0 });
  });

  it('200: a thousand top-ups of 0.1 are exactly 100', async () => {
    const workspace = await service.workspace({ credits: '0' });
    for (let batch = 0; batch < 10; batch += 1) {
      await Promise.all(Array.from({ length: 100 }, () => service.addCredits(workspace, '0.1')));
    }
    expect((await workspace.client.call('getAccount', {})).credits).toEqual({ balance: 100 });
  });
});
