/** The end of a key by its own date is an event, once, as its revocation is. */
import { query } from '@hostmaster/test-rig/any-query';
import { describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { Operator } from '../cli/operator.ts';

const expireApiKey = query<{ id: string }>()(({ db, p }) =>
  db.updateTable('api_keys').set({ expires_at: 1 }).where('id', '=', p.id),
);
const expireUpdateKeys = query<{ domain: string }>()(({ db, p }) =>
  db.updateTable('tsig_keys').set({ expires_at: 1 }).where('domain_name', '=', p.domain),
);

describeService('A key that expires', (service) => {
  it('has an event, and only one', async () => {
    const workspace = await service.workspace();
    const { client } = workspace;
    const domain = await service.liveDomain(client);
    const key = await service.key(workspace);
    const revoked = await service.key(workspace);
    const { dataDir, databaseUrl } = service.config;
    const operator = new Operator({ dataDir, databaseUrl });
    const createUpdateKey = () =>
      operator.json('tsig', 'create', '--workspace', workspace.id, '--domain', domain);
    await createUpdateKey();
    await service.revoke(revoked.id);
    const ends = async () =>
      (await client.call('listEvents', {})).events
        .filter(({ type }) => type.endsWith('key.expired'))
        .map(({ type, domain: about, data }) => ({ type, about, data }));
    await service.database.transaction(async (tx) => {
      for (const { id } of [key, revoked]) await tx.run(expireApiKey, { id });
      await tx.run(expireUpdateKeys, { domain });
    });
    await until('both have an event', async () => (await ends()).length >= 2);
    expect(await ends()).toMatchObject([
      { type: 'key.expired', about: null, data: { keyId: key.id, actor: { kind: 'system' } } },
      { type: 'update_key.expired', about: domain, data: { key: expect.any(String) } },
    ]);
    await createUpdateKey();
    await service.database.transaction((tx) => tx.run(expireUpdateKeys, { domain }));
    // A later key is noted by a later sweep, which would have noted the first ones again.
    await until('the later key has one', async () => (await ends()).length >= 3);
    expect(await ends()).toHaveLength(3);
  });
});
