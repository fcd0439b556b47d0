import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

describeService('PATCH /v1/domains/{domain}', (service) => {
  it('200: answers both values after the change and nothing else; omitted means unchanged', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    const steps = [
      [{ autoRenew: true }, { autoRenew: true, privacyEnabled: false }],
      [{ privacyEnabled: true }, { autoRenew: true, privacyEnabled: true }],
      [{ autoRenew: false }, { autoRenew: false, privacyEnabled: true }],
      [{ autoRenew: false }, { autoRenew: false, privacyEnabled: true }],
      [
        { autoRenew: true, privacyEnabled: false },
        { autoRenew: true, privacyEnabled: false },
      ],
      [
        { autoRenew: false, name: 'x.com', years: 'ignored' },
        { autoRenew: false, privacyEnabled: false },
      ],
    ];
    for (const [change, after] of steps) {
      const answer = await client.request('updateDomain', { ...change, domain });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(after);
      expect((await client.call('getDomain', { domain })).domain).toMatchObject({ ...after });
    }
  });

  it('200: privacy of a live domain reaches the registry', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    for (const privacyEnabled of [true, false]) {
      await client.call('updateDomain', { domain, privacyEnabled });
      await until(`the registry shows privacy ${privacyEnabled}`, async () => {
        return (await service.registrar.info(domain))?.privacyEnabled === privacyEnabled;
      });
    }
  });

  it.each([
    ['an empty object', {}, ['autoRenew']],
    ['only unknown fields', { years: 2 }, ['autoRenew']],
    ['autoRenew as text', { autoRenew: 'true' }, ['autoRenew']],
    ['autoRenew null', { autoRenew: null }, ['autoRenew']],
    ['privacyEnabled as number', { privacyEnabled: 1 }, ['privacyEnabled']],
    ['one right and one wrong', { autoRenew: true, privacyEnabled: [] }, ['privacyEnabled']],
    ['both wrong', { autoRenew: 0, privacyEnabled: {} }, ['autoRenew', 'privacyEnabled']],
  ])('400: %s', async (_, body, fields) => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    const answer = await client.request('updateDomain', { ...body, domain });
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields });
    expect((await client.call('getDomain', { domain })).domain).toMatchObject({
      autoRenew: false,
      privacyEnabled: false,
    });
  });

  it('400: no body at all', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    const answer = await client.send('PATCH', `/v1/domains/${domain}`);
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['autoRenew'] });
  });

  it('404: unknown or of another workspace', async () => {
    const { client, owner, domains } = await service.inaccessibleDomains();
    for (const domain of domains) {
      const answer = await client.request('updateDomain', { domain, autoRenew: true });
      expectRefusal(answer, { status: 404, code: 'domain_not_found' });
    }
    const { domain } = await owner.client.call('getDomain', { domain: domains[0] });
    expect(domain.autoRenew).toBe(false);
  });
});
