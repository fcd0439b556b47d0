/** A new registrant at a registry over EPP: lost replies, and contacts that nothing uses any more. */

import { findContact } from '@hostmaster/registry/storage';
import { query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { contact, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import type { Rows } from '../../packages/server/src/storage/tables/index.ts';
import { type EppService, openEppService } from './epp-service.ts';

const newOwner = { ...contact, firstName: 'Grace', email: 'grace@example.org' };

const listKnown = query<object>()(({ db }) =>
  db.selectFrom('registry_contacts').select('contact_id as id').orderBy('contact_id'),
);

const listRows = query<object>()(({ db }) => db.selectFrom('registry_contacts').selectAll());
const insertRow = query<Rows['registry_contacts']>()(({ db, p }) =>
  db.insertInto('registry_contacts').values({
    registry: p.registry,
    owner: p.owner,
    content_hash: p.content_hash,
    contact_id: p.contact_id,
    is_private: p.is_private,
  }),
);

async function registrantOf({ registry }: EppService, name: string): Promise<string> {
  return (await registry.front.registry.info(name))?.registrantId ?? '';
}

async function exists({ registry }: EppService, id: string): Promise<boolean> {
  return (await registry.front.registry.db.first(findContact, { id })) !== undefined;
}

async function change(service: EppService, domain: string, wanted = newOwner): Promise<void> {
  await service.client.call('replaceContact', { domain, contact: wanted });
  await until('the registry has confirmed the contact', async () => {
    return !(await service.client.call('getContact', { domain })).pending;
  });
  await service.settled();
}

describeOnBothEngines('a new registrant over EPP', (engine) => {
  it('deletes the old contact once no domain uses it', async () => {
    const service = await openEppService(engine);
    await service.register('first.com');
    await service.register('second.com');
    await service.settled();
    const shared = await registrantOf(service, 'first.com');
    expect(await registrantOf(service, 'second.com')).toBe(shared);

    await change(service, 'first.com');
    const next = await registrantOf(service, 'first.com');
    expect(next).not.toBe(shared);
    expect(await exists(service, shared)).toBe(true);

    await change(service, 'second.com');
    expect(await registrantOf(service, 'second.com')).toBe(next);
    expect(await exists(service, shared)).toBe(false);
    expect(await service.database.all(listKnown, {})).toEqual([{ id: next }]);

    // A contact that was deleted is created again when it is wanted again.
    await change(service, 'first.com', { ...newOwner, ...contact });
    expect(await exists(service, await registrantOf(service, 'first.com'))).toBe(true);
    await service.expectExact();
  });

  it('is set once when replies get lost and commands fail', async () => {
    const service = await openEppService(engine);
    const { faults } = service.registry.front;
    await service.register('lost.com');
    await service.settled();
    const before = await registrantOf(service, 'lost.com');
    for (const type of ['contact:create', 'domain:update', 'contact:delete']) {
      faults.add({ kind: 'drop-before-commit', type });
      faults.add({ kind: 'drop-after-commit', type });
    }
    await change(service, 'lost.com');
    expect(faults.remaining).toBe(0);
    const after = await registrantOf(service, 'lost.com');
    expect(after).not.toBe(before);
    expect([await exists(service, before), await exists(service, after)]).toEqual([false, true]);
    expect((await service.client.call('getContact', { domain: 'lost.com' })).contact).toEqual(
      newOwner,
    );
    await service.expectExact();
  });

  it('creates a contact again that was deleted between its look-up and its use', async () => {
    const service = await openEppService(engine);
    await service.register('known.com');
    await service.settled();
    await change(service, 'known.com');
    const used = await registrantOf(service, 'known.com');
    const rows = await service.database.all(listRows, {});
    await change(service, 'known.com', { ...newOwner, ...contact });
    expect(await exists(service, used)).toBe(false);
    await service.database.transaction(async (tx) => {
      for (const row of rows) if (row.contact_id === used) await tx.run(insertRow, row);
    });
    await change(service, 'known.com');
    expect(await registrantOf(service, 'known.com')).toBe(used);
    expect(await exists(service, used)).toBe(true);
  });
});
