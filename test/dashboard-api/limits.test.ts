import { contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from './people.ts';

describeService('the limits of a workspace', (service) => {
  it('are listed with what it uses of them, and with nothing of another one', async () => {
    const { page, inside } = await member(service);
    const neighbour = await service.workspace();
    await service.liveDomain(neighbour.client);
    const before = await page.call('listLimits', inside);
    expect(before.limits.contacts).toEqual({ used: 0, max: 200 });
    expect(before.ofEachDomain).toEqual({
      ...{ records: 100_000, recordBytes: 16_777_216 },
      revisionBytes: 67_108_864,
    });
    await page.call('createContact', { ...inside, label: 'Work', contact });

    await service.addCredits({ id: inside.workspaceId }, '100');
    const { client } = await service.key({ id: inside.workspaceId });
    const domain = service.freshName('sandbox-rival');
    await client.call('createTransfer', { domain, authCode: 'mistyped', contact });
    await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.1' });
    const { limits } = await page.call('listLimits', inside);
    expect(limits).toMatchObject({
      apiKeys: { used: before.limits.apiKeys.used + 1 },
      contacts: { used: 1 },
      openTransfers: { used: 1, max: 100 },
      preparedBytes: { used: 'www192.0.2.1'.length, max: 67_108_864 },
    });
    expect(limits.eventBytes.used).toBeGreaterThan(before.limits.eventBytes.used);
  });
});
