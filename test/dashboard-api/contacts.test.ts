import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { savedContacts } from '../../packages/server/src/storage/tables/contacts/saved-contacts.ts';
import { member } from './people.ts';

describeService('saved contacts', (service) => {
  it('are created, changed, deleted, and listed by label', async () => {
    const { page, inside, person } = await member(service);
    const { contact: second } = await page.call('createContact', {
      ...inside,
      label: 'Work',
      contact: { ...contact, country: 'gb', firstName: ' Ada ' },
    });
    expect(second).toMatchObject({ label: 'Work', contact });
    const { organization: _, address2: __, ...short } = contact;
    await page.call('createContact', { ...inside, label: 'Home', contact: short });
    const { contacts } = await page.call('listContacts', inside);
    expect(contacts.map(({ label }) => label)).toEqual(['Home', 'Work']);
    expect(contacts[0]?.contact).toEqual({ ...contact, organization: '', address2: '' });

    const { contact: changed } = await page.call('updateContact', {
      ...inside,
      contactId: second.id,
      contact: { ...contact, city: 'Paris' },
    });
    expect(changed).toMatchObject({ id: second.id, label: 'Work', contact: { city: 'Paris' } });
    await page.call('deleteContact', { ...inside, contactId: second.id });
    expect((await page.call('listContacts', inside)).contacts).toHaveLength(1);
    const { entries } = await page.call('listActivity', inside);
    expect(entries.slice(0, 2).map(({ actor, text }) => `${actor.label} ${text}`)).toEqual([
      `${person.name} deleted the contact Work`,
      `${person.name} updated the contact Work`,
    ]);
  });

  it('a saved contact can be used for a registration as it is returned', async () => {
    const { page, inside } = await member(service);
    const { contact: saved } = await page.call('createContact', {
      ...inside,
      label: 'Me',
      contact,
    });
    const domain = service.freshName();
    await page.api('registerDomain', { ...inside, domain, contact: saved.contact });
    const details = await page.call('getDomainDetails', { ...inside, domain });
    expect(details.domain.contact).toEqual(contact);
  });

  it('400: the wrong field is named as in a registration', async () => {
    const { page, inside } = await member(service);
    const save = (body: object) => page.request('createContact', { ...inside, ...body });
    for (const [body, fields] of [
      [{ contact }, ['label']],
      [{ label: 'x' }, ['contact']],
      [{ label: 'x', contact: { ...contact, email: 'no' } }, ['contact.email']],
      [{ label: 'x', contact: { ...contact, city: ' ' } }, ['contact.city']],
    ] as const) {
      expectRefusal(await save(body), { status: 400, code: 'invalid_request', fields });
    }
    expect((await page.call('listContacts', inside)).contacts).toEqual([]);
  });

  it('409: a workspace keeps at most 200', async () => {
    const { page, inside } = await member(service);
    const { contact: first } = await page.call('createContact', { ...inside, label: 'x', contact });
    const rows = Array.from({ length: 198 }, (_, index) =>
      insert(savedContacts, {
        id: `${first.id}-${index}`,
        ...inside,
        label: `x ${index}`,
        contact: first.contact,
        createdAt: 0,
      }),
    );
    await persistChange(service.database, { rows });
    const save = () => page.request('createContact', { ...inside, label: 'y', contact });
    expect((await save()).status).toBe(200);
    expectRefusal(await save(), { status: 409, code: 'quota_exceeded' });
    await page.call('deleteContact', { ...inside, contactId: first.id });
    expect((await save()).status).toBe(200);
  });

  it('404: those of another workspace do not exist', async () => {
    const { page, inside } = await member(service);
    const other = await member(service);
    const { contact: theirs } = await other.page.call('createContact', {
      ...other.inside,
      label: 'Theirs',
      contact,
    });
    const change = (contactId: string) =>
      page.request('updateContact', { ...inside, contactId, label: 'Mine' });
    const [hidden, missing] = [await change(theirs.id), await change('con_missing')];
    expectRefusal(hidden, { status: 404, code: 'contact_not_found' });
    expect(hidden.text).toBe(missing.text);
    const gone = await page.request('deleteContact', { ...inside, contactId: theirs.id });
    expectRefusal(gone, { status: 404, code: 'contact_not_found' });
    const { contacts } = await other.page.call('listContacts', other.inside);
    expect(contacts).toEqual([theirs]);
  });
});
