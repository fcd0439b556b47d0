/** Where contacts follow a domain to its new registrar, those of the previous owner do not stay. */
import type { RegistrySchema } from '@hostmaster/registry/storage';
import { anyQueriesFor, query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { contact, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { type EppService, openEppService } from './epp-service.ts';

const listOurs = anyQueriesFor<RegistrySchema>()<{ sponsor: string }>()(({ db, p }) =>
  db.selectFrom('contacts').select(['id', 'details']).where('sponsor', '=', p.sponsor),
);
const listKnown = query<object>()(({ db }) =>
  db.selectFrom('registry_contacts').select('contact_id'),
);

async function bringIn(service: EppService, domain: string): Promise<void> {
  const order = { domain, authCode: 'Rival-Code-1', contact };
  const { transfer } = await service.client.call('createTransfer', order);
  await until('the domain is here', async () => {
    const { client } = service;
    const seen = await client.call('getTransfer', { transferId: transfer.id });
    return seen.transfer.status === 'succeeded';
  });
  await service.settled();
}

describeOnBothEngines('the contacts of a previous owner', (engine) => {
  async function ours({ registry }: EppService): Promise<string[]> {
    const { db } = registry.front.registry;
    const contacts = await db.all(listOurs, { sponsor: 'hostmaster' });
    return contacts.map(({ details }) => String(details)).toSorted();
  }

  it('are deleted once no domain uses them, also when replies get lost', async () => {
    const service = await openEppService(engine, { policy: { transfersContacts: true } });
    const { faults, registry } = service.registry.front;
    faults.add({ kind: 'drop-before-commit', type: 'contact:delete' });
    faults.add({ kind: 'drop-after-commit', type: 'contact:delete' });
    await bringIn(service, 'sandbox-rival-instant-a.com');
    expect(faults.remaining).toBe(0);
    const left = await ours(service);
    expect(left).toHaveLength(1);
    expect(left.join()).toContain(contact.email);
    const object = await registry.info('sandbox-rival-instant-a.com');
    const known = await service.database.all(listKnown, {});
    expect(known.map(({ contact_id }) => contact_id)).toEqual([object?.registrantId]);
  });

  it('stay where the previous registrar keeps them, and are forgotten here', async () => {
    const service = await openEppService(engine);
    await bringIn(service, 'sandbox-rival-instant-b.com');
    expect(await ours(service)).toHaveLength(1);
    expect(await service.database.all(listKnown, {})).toHaveLength(1);
  });
});
