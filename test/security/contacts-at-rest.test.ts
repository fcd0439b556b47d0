/** A copy of the database shows no registrant. */
import { runStatement } from '@hostmaster/test-rig/run-statement';
import { contact, describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from '../dashboard-api/people.ts';

/** Each value is in no other data of the tests. */
const confirmed = { ...contact, lastName: 'Quellenberg', address1: 'Ulmenweg 4711' };
const saved = { ...contact, lastName: 'Zwickelbach', address1: 'Erlengasse 815' };
const wanted = { ...contact, lastName: 'Immergruen', address1: 'Pappelallee 2048' };
const inBulk = { ...contact, lastName: 'Uhlenhorst', address1: 'Kiefernplatz 97' };

describeService('registrant contacts at rest', (service) => {
  it('are in no row of the database, and are read as they were written', async () => {
    const { page, inside, workspace } = await member(service);
    const { client } = workspace;
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact: confirmed });
    await service.untilLive(client, domain);
    await service.settled();
    await page.call('createContact', { ...inside, label: 'Home', contact: saved });
    await client.call('createBulk', { kind: 'contact', domains: [domain], contact: inBulk });
    await service.settled();
    const update = service.registry.hold('update', domain);
    await client.call('replaceContact', { domain, contact: wanted });

    const stored = await everyRow();
    const hidden = [confirmed, saved, wanted, inBulk].flatMap(({ lastName, address1 }) => [
      lastName,
      address1,
    ]);
    expect(hidden.filter((value) => stored.includes(value))).toEqual([]);
    expect(stored.includes(domain)).toBe(true);

    expect((await client.call('getContact', { domain })).contact).toEqual(wanted);
    expect((await page.call('listContacts', inside)).contacts[0]?.contact).toEqual(saved);
    update.release();
    await until('the registry has the new owner', async () => {
      return !(await client.call('getContact', { domain })).pending;
    });
    expect((await client.call('getContact', { domain })).contact).toEqual(wanted);
    const [bulk] = (await client.call('listBulks', {})).bulks;
    await client.call('startBulk', { bulkId: bulk?.id ?? '' });
    await until('the bulk operation has changed it', async () => {
      return (await client.call('getContact', { domain })).contact.lastName === inBulk.lastName;
    });
    await service.settled();
  });

  /** As one text. The registry's own store is not among them. */
  async function everyRow(): Promise<string> {
    const { place } = service;
    const tables = await runStatement<{ name: string }>(
      place,
      place.databaseUrl === null
        ? "select name from sqlite_schema where type = 'table'"
        : "select table_name as name from information_schema.tables where table_schema = 'hostmaster'",
    );
    const rows: unknown[] = [];
    for (const { name } of tables) rows.push(await runStatement(place, `select * from ${name}`));
    return JSON.stringify(rows);
  }
});
