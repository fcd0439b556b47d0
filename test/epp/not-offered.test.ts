/** What a registry cannot give is refused: privacy where it cannot hide a registrant, and reserved names. */

import { query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { contact } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { openEppService } from './epp-service.ts';
import { openReconciler } from './open-reconciler.ts';

/** As 0.1.0 stored it. */
const promisePrivacy = query<{ name: string }>()(({ db, p }) =>
  db.updateTable('domains').set({ privacy_enabled: 1 }).where('name', '=', p.name),
);

describeOnBothEngines('a registry without privacy', (engine) => {
  it('refuses it with 400 that names the field, and reports rows that promise it', async () => {
    const service = await openEppService(engine, { entry: { privacy: { by: 'none' } } });
    const { client } = service;
    const domain = 'plain.com';
    const fields = [
      {
        path: 'privacyEnabled',
        message: 'must be false: the registry of .com cannot hide the registrant',
      },
    ];
    const refused = await client.request('registerDomain', {
      domain,
      contact,
      privacyEnabled: true,
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request', fields } });
    await service.register(domain, { privacyEnabled: false });
    await service.settled();
    const changed = await client.request('updateDomain', { domain, privacyEnabled: true });
    expect(changed).toMatchObject({ status: 400, body: { fields } });
    await client.call('updateDomain', { domain, privacyEnabled: false });
    const { run } = openReconciler(engine, service);
    expect(await run({ repair: true })).toMatchObject({ differences: [] });
    await service.database.transaction((tx) => tx.run(promisePrivacy, { name: domain }));
    expect(await run({ repair: true })).toMatchObject({
      differences: [{ name: domain, kind: 'privacy', repaired: false }],
    });
  });

  it('a reserved name is not offered, which is not the same as taken', async () => {
    const service = await openEppService(engine);
    const { client } = service;
    const ask = (domain: string) => client.request('registerDomain', { domain, contact });
    expect(await ask('sandbox-reserved-a.com')).toMatchObject({
      status: 409,
      body: {
        code: 'domain_not_offered',
        error: expect.stringContaining('This name is reserved.'),
      },
    });
    expect(await ask('sandbox-taken-a.com')).toMatchObject({
      status: 409,
      body: { code: 'domain_taken' },
    });
  });

  it('whatever words the registry gives as the reason', async () => {
    const service = await openEppService(engine);
    const { client, registry } = service;
    const ask = (domain: string) => client.request('registerDomain', { domain, contact });
    const refuseAll = (reason: string) => {
      registry.front.registry.check = async (names) =>
        names.map(() => ({ available: false, premiumFactor: null, reason }));
    };
    refuseAll('Not available: policy');
    expect(await ask('kept.com')).toMatchObject({ body: { code: 'domain_not_offered' } });
    refuseAll('Blocked by its holder');
    expect(await ask('sandbox-taken-b.com')).toMatchObject({ body: { code: 'domain_taken' } });
  });
});
