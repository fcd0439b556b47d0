import { readList } from '@hostmaster/storage';
import { contact, describeService, type TestWorkspace } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { listApiKeys } from '../../packages/server/src/storage/queries/keys/api-keys.ts';
import { readActivity } from '../../packages/server/src/workspaces/activity.ts';

describeService('activity', (service) => {
  const entriesOf = async (workspace: TestWorkspace) =>
    (await readActivity(service.database, { workspaceId: workspace.id, limit: 100 })).reverse();

  it('every change leaves who, what and about which domain, in order', async () => {
    const workspace = await service.workspace();
    const { client } = workspace;
    const [key] = await readList(service.database, listApiKeys, { workspaceId: workspace.id });
    const domain = service.freshName();
    const held = service.registry.hold('create', domain);
    await client.call('registerDomain', { domain, contact });
    const { record } = await client.call('createRecord', { domain, type: 'TXT', value: 'x' });
    await client.call('updateRecord', { domain, recordId: record.id, ttl: 60 });
    await client.call('deleteRecord', { domain, recordId: record.id });
    await client.call('updateDomain', { domain, autoRenew: true });
    const nameservers = ['a.example.net', 'b.example.net'];
    await client.call('replaceNameservers', { domain, nameservers });
    await client.call('renewDomain', { domain });
    const byKey = (await entriesOf(workspace)).filter(({ actor }) => actor.kind === 'api_key');
    expect(byKey.map(({ action, subject, actor }) => [action, subject, actor.id])).toEqual(
      [
        'domain.register',
        'record.create',
        'record.update',
        'record.delete',
        'domain.update',
        'domain.nameservers',
        'domain.renew',
      ].map((action) => [action, domain, key?.id]),
    );
    held.release();
    await service.untilNoJobs(domain);
    const bySystem = (await entriesOf(workspace)).filter(({ actor }) => actor.kind === 'system');
    expect(bySystem.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['domain.registered', 'domain.renewed']),
    );
  });

  it('reads and refusals leave none', async () => {
    const workspace = await service.workspace({ credits: '12' });
    const { client } = workspace;
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    await service.untilNoJobs(domain);
    const before = await entriesOf(workspace);
    await client.call('getAccount', {});
    await client.call('listDomains', {});
    await client.call('getDomain', { domain });
    await client.call('listRecords', { domain });
    await client.call('checkDomains', { domain });
    const refused = [
      await client.request('registerDomain', { domain, contact }),
      await client.request('registerDomain', { domain: service.freshName(), contact }),
      await client.request('renewDomain', { domain }),
      await client.request('createRecord', { domain, type: 'A', value: 'no' }),
      await client.request('deleteRecord', { domain, recordId: 'rec_missing' }),
      await client.request('updateDomain', { domain }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 402, 402, 400, 404, 400]);
    expect(await entriesOf(workspace)).toEqual(before);
  });
});
