/** A price that rises between the quote and the purchase is never charged unseen. */
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

describeService('consent to a price', (service) => {
  const balance = async (client: Awaited<ReturnType<typeof service.workspace>>['client']) =>
    (await client.call('getAccount', {})).credits.balance;

  it('hole 14: a registration above maxCredits is refused with the current price', async () => {
    const workspace = await service.workspace({ credits: '100' });
    const { client } = workspace;
    await service.setPrice(workspace, { tld: 'com', register: 15, renew: 16 });
    const domain = service.freshName();
    const order = { domain, contact, years: 2 };
    for (const maxCredits of [0, 29.99]) {
      const answer = await client.request('registerDomain', { ...order, maxCredits });
      expectRefusal(answer, { status: 409, code: 'price_changed', required: 30 });
    }
    expect(await balance(client)).toBe(100);
    expect((await client.call('listDomains', {})).domains).toEqual([]);
    const { domain: made } = await client.call('registerDomain', { ...order, maxCredits: 30 });
    expect(made.creditsCharged).toBe(30);
    expect(await balance(client)).toBe(70);
  });

  it('hole 14: a renewal above maxCredits is refused with the current price', async () => {
    const workspace = await service.workspace({ credits: '100' });
    const { client } = workspace;
    const domain = await service.liveDomain(client);
    const { domain: before } = await client.call('getDomain', { domain });
    await service.setPrice(workspace, { tld: 'com', register: 15, renew: 16 });
    const answer = await client.request('renewDomain', { domain, maxCredits: 14 });
    expectRefusal(answer, { status: 409, code: 'price_changed', required: 16 });
    const { domain: after } = await client.call('getDomain', { domain });
    expect(after.expiresAt).toBe(before.expiresAt);
    const { domain: renewed } = await client.call('renewDomain', { domain, maxCredits: 16.5 });
    expect(renewed.creditsCharged).toBe(16);
  });

  it('hole 14: the price is refused before the balance, as a 409 comes before a 402', async () => {
    const { client } = await service.workspace({ credits: '1' });
    const domain = service.freshName();
    const low = await client.request('registerDomain', { domain, contact, maxCredits: 1 });
    expectRefusal(low, { status: 409, code: 'price_changed', required: 12 });
    const high = await client.request('registerDomain', { domain, contact, maxCredits: 99 });
    expectRefusal(high, { status: 402, code: 'insufficient_credits', required: 12, balance: 1 });
  });

  it.each([-1, 1.005, '12', null])('400: maxCredits %j', async (maxCredits) => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    const wrong = { domain, contact, maxCredits } as unknown as {
      domain: string;
      contact: typeof contact;
    };
    const expected = { status: 400, code: 'invalid_request', fields: ['maxCredits'] } as const;
    expectRefusal(await client.request('registerDomain', wrong), expected);
    expectRefusal(await client.request('renewDomain', wrong), expected);
  });
});
