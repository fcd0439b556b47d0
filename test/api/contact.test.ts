/** GET and PUT /v1/domains/{domain}/contact. */

import { query } from '@hostmaster/test-rig/any-query';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

const newOwner = {
  ...contact,
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.org',
};

const listMails = query<{ text: string }>()(({ db, p }) =>
  db
    .selectFrom('mails')
    .select(['kind', 'recipient', 'text_body as text'])
    .where('subject', 'like', p.text)
    .where('kind', 'not in', ['registration-succeeded', 'confirm-registrant'])
    .orderBy('recipient'),
);
const listActions = query<{ subject: string }>()(({ db, p }) =>
  db
    .selectFrom('activity')
    .select(['action', 'actor_kind as actor', 'details'])
    .where('subject', '=', p.subject)
    .orderBy('id'),
);

async function untilConfirmed(client: ApiClient, domain: string): Promise<void> {
  await until('the contact is no longer pending', async () => {
    return !(await client.call('getContact', { domain })).pending;
  });
}

describeService('the contact of a domain', (service) => {
  const mailsAbout = (name: string) => service.database.all(listMails, { text: `%${name}%` });
  const actionsOf = (subject: string) => service.database.all(listActions, { subject });

  it('200: a new contact is pending until the registry has it; both addresses get a mail', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await service.untilNoJobs(domain);
    expect(await client.call('getContact', { domain })).toEqual({ contact, pending: false });
    const update = service.registry.hold('update', domain);
    const answer = await client.request('replaceContact', { domain, contact: newOwner });
    expect(answer).toMatchObject({ status: 200, body: { contact: newOwner, pending: true } });
    expect(await client.call('getContact', { domain })).toEqual({
      contact: newOwner,
      pending: true,
    });
    expect(await mailsAbout(domain)).toEqual([]);
    await until('the change is sent', async () => update.isWaiting());
    update.release();
    await untilConfirmed(client, domain);
    expect((await client.call('getContact', { domain })).contact).toEqual(newOwner);
    const mails = await mailsAbout(domain);
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['owner-data-changed', contact.email],
      ['owner-data-changed', newOwner.email],
    ]);
    const actions = await actionsOf(domain);
    expect(actions).toContainEqual({
      action: 'domain.contact',
      actor: 'api_key',
      details: expect.stringContaining('"consent":true'),
    });
    expect(actions.map(({ action }) => action)).toContain('domain.contact_changed');
    await service.settled();
  });

  it('200: the same contact changes nothing; another one replaces what was not sent yet', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName('slow');
    const create = service.registry.hold('create', domain);
    await client.call('registerDomain', { domain, contact });
    expect(await client.call('replaceContact', { domain, contact })).toMatchObject({
      pending: true,
    });
    await client.call('replaceContact', { domain, contact: { ...newOwner, city: 'Elsewhere' } });
    await client.call('replaceContact', { domain, contact: newOwner });
    await until('the registration is sent', async () => create.isWaiting());
    create.release();
    await untilConfirmed(client, domain);
    expect((await client.call('getContact', { domain })).contact).toEqual(newOwner);
    const before = (await actionsOf(domain)).length;
    expect(await client.call('replaceContact', { domain, contact: newOwner })).toEqual({
      contact: newOwner,
      pending: false,
    });
    expect(await actionsOf(domain)).toHaveLength(before);
  });

  it('200: a registry with trades decides later; until then the change cannot be replaced', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client, service.freshName('sandbox-trade'));
    await service.untilNoJobs(domain);
    const update = service.registry.hold('update', domain);
    await client.call('replaceContact', { domain, contact: newOwner });
    await until('the change is sent', async () => update.isWaiting());
    expectRefusal(
      await client.request('replaceContact', {
        domain,
        contact: { ...newOwner, city: 'Elsewhere' },
      }),
      { status: 409, code: 'contact_change_pending' },
    );
    update.release();
    await untilConfirmed(client, domain);
    expect((await client.call('getContact', { domain })).contact).toEqual(newOwner);
  });

  it('200: after a refusal the previous contact is shown again, and the workspace learns why', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client, service.freshName('sandbox-notrade'));
    await client.call('replaceContact', { domain, contact: newOwner });
    await untilConfirmed(client, domain);
    expect((await client.call('getContact', { domain })).contact).toEqual(contact);
    const [mail, ...others] = await mailsAbout(domain);
    expect(mail?.kind).toBe('change-refused');
    expect(mail?.text).toContain('keeps its previous owner details');
    expect(others).toEqual([]);
    // Nothing is left behind: the next change works like the first.
    const corrected = { ...contact, phone: '+44.2079460999' };
    await client.call('replaceContact', { domain, contact: corrected });
    await untilConfirmed(client, domain);
    expect((await actionsOf(domain)).map(({ action }) => action).at(-1)).toBe(
      'domain.contact_refused',
    );
  });

  it('400: names the field', async () => {
    const { client } = await service.workspace();
    const body = { ...newOwner, email: 'not-an-address' };
    const answer = await client.request('replaceContact', { domain: 'a.com', contact: body });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: [{ path: 'contact.email' }] },
    });
  });

  it('403: a key for DNS neither reads nor changes it', async () => {
    const workspace = await service.workspace();
    const domain = await service.liveDomain(workspace.client);
    const { client } = await service.key(workspace, { scope: 'dns' });
    expectRefusal(await client.request('getContact', { domain }), {
      status: 403,
      code: 'forbidden',
    });
    expectRefusal(await client.request('replaceContact', { domain, contact: newOwner }), {
      status: 403,
      code: 'forbidden',
    });
  });

  it('404: the same for a domain of another workspace and for one that does not exist', async () => {
    const { client, domains } = await service.inaccessibleDomains();
    for (const domain of domains) {
      expectRefusal(await client.request('getContact', { domain }), {
        status: 404,
        code: 'domain_not_found',
      });
      expectRefusal(await client.request('replaceContact', { domain, contact: newOwner }), {
        status: 404,
        code: 'domain_not_found',
      });
    }
  });
});
