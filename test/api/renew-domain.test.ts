import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { balanceOf, contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

/** Puts a term's start where a test needs it, as if it had been registered then. */
const moveTerms = query<{ name: string; acceptedAt: number }>()(({ db, p }) =>
  db
    .updateTable('terms')
    .set({ accepted_at: p.acceptedAt })
    .where('domain_id', 'in', (eb) =>
      eb.selectFrom('domains').select('id').where('name', '=', p.name),
    ),
);
const moveExpiry = query<{ name: string; expiresAt: number }>()(({ db, p }) =>
  db.updateTable('domains').set({ expires_at: p.expiresAt }).where('name', '=', p.name),
);

describeService('POST /v1/domains/{domain}/renew', (service) => {
  it('200: four fields and creditsCharged, the debit, and years on top of the expiry', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const name = service.freshName();
    const { domain: before } = await client.call('registerDomain', { domain: name, contact });
    const answer = await client.request('renewDomain', { domain: name, years: 3 });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      domain: {
        name,
        status: 'active',
        years: 3,
        expiresAt: laterBy(before.expiresAt, 3),
        creditsCharged: 42,
      },
    });
    expect(await balanceOf(client)).toBe(100 - 12 - 42);
    const { domain } = await client.call('getDomain', { domain: name });
    expect(domain).toMatchObject({ years: 3, expiresAt: laterBy(before.expiresAt, 3) });
  });

  it('200: one year without a body and with an empty object', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const name = service.freshName();
    const { domain: before } = await client.call('registerDomain', { domain: name, contact });
    const path = `/v1/domains/${name}/renew`;
    const first = await client.send('POST', path);
    expect(first.body).toMatchObject({
      domain: { years: 1, expiresAt: laterBy(before.expiresAt, 1) },
    });
    const second = await client.send('POST', path, { json: {} });
    expect(second.body).toMatchObject({
      domain: { years: 1, expiresAt: laterBy(before.expiresAt, 2) },
    });
    expect(await balanceOf(client)).toBe(100 - 12 - 28);
  });

  it('200: one and ten years, and more than ten in total', async () => {
    const { client } = await service.workspace();
    const name = service.freshName();
    const { domain } = await client.call('registerDomain', { domain: name, contact, years: 10 });
    await client.call('renewDomain', { domain: name, years: 10 });
    const { domain: after } = await client.call('renewDomain', { domain: name, years: 1 });
    expect(after.expiresAt).toBe(laterBy(domain.expiresAt, 11));
  });

  it('200: at the renewal rate of the workspace', async () => {
    const workspace = await service.workspace({ credits: '100' });
    await service.setPrice(workspace, { tld: 'com', register: 5, renew: 7 });
    const name = service.freshName();
    await workspace.client.call('registerDomain', { domain: name, contact });
    const { domain } = await workspace.client.call('renewDomain', { domain: name, years: 2 });
    expect(domain.creditsCharged).toBe(14);
    expect(await balanceOf(workspace.client)).toBe(81);
  });

  it('200: premium names renew at ten times the price', async () => {
    const { client } = await service.workspace({ credits: '1000' });
    const name = service.freshName('sandbox-premium');
    await client.call('registerDomain', { domain: name, contact });
    const { domain } = await client.call('renewDomain', { domain: name });
    expect(domain.creditsCharged).toBe(140);
  });

  it('200: a year after the 29th of February is the 28th', async () => {
    const { client } = await service.workspace();
    const name = await service.liveDomain(client);
    const acceptedAt = Date.UTC(2027, 1, 28, 12, 34, 56, 789);
    await service.database.transaction((tx) => tx.run(moveTerms, { name, acceptedAt }));
    const leapDay = Date.UTC(2028, 1, 29, 12, 34, 56, 789);
    await service.database.transaction((tx) => tx.run(moveExpiry, { name, expiresAt: leapDay }));
    const { domain } = await client.call('renewDomain', { domain: name });
    expect(domain.expiresAt).toBe('2029-02-28T12:34:56.789Z');
    await service.settled();
  });

  it.each([
    ['0', 0],
    ['11', 11],
    ['-1', -1],
    ['1.5', 1.5],
    ['"2"', '2'],
    ['null', null],
    ['true', true],
    ['a list', [1]],
  ])('400: years %s', async (_, years) => {
    const { client } = await service.workspace({ credits: '100' });
    const name = service.freshName();
    const { domain: before } = await client.call('registerDomain', { domain: name, contact });
    const answer = await client.request('renewDomain', { domain: name, years });
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['years'] });
    expect(await balanceOf(client)).toBe(88);
    const { domain } = await client.call('getDomain', { domain: name });
    expect(domain.expiresAt).toBe(before.expiresAt);
  });

  it('402: required and balance, and nothing is charged', async () => {
    const { client } = await service.workspace({ credits: '39.5' });
    const name = service.freshName();
    const { domain: before } = await client.call('registerDomain', { domain: name, contact });
    const answer = await client.request('renewDomain', { domain: name, years: 2 });
    expectRefusal(answer, {
      status: 402,
      code: 'insufficient_credits',
      required: 28,
      balance: 27.5,
    });
    expect(await balanceOf(client)).toBe(27.5);
    const { domain } = await client.call('getDomain', { domain: name });
    expect(domain).toMatchObject({ years: 1, expiresAt: before.expiresAt });
  });

  it('404: unknown or of another workspace', async () => {
    const { client, owner, domains } = await service.inaccessibleDomains({ credits: '100' });
    for (const domain of domains) {
      const answer = await client.request('renewDomain', { domain });
      expectRefusal(answer, { status: 404, code: 'domain_not_found' });
    }
    expect(await balanceOf(owner.client)).toBe(88);
  });
});

/** By the calendar of UTC. The clock of the tests is not on a 29th of February. */
function laterBy(iso: string, years: number): string {
  const date = new Date(iso);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString();
}
