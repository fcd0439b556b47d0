/**
 * Dates at the registry are not dates of the customer: a year the registry adds is not passed on and
 * is given back in time, and what it holds less than we promised is bought before its own date.
 */

import { addYears, dayMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { balanceOf, contact, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { readActivity } from '../../packages/server/src/workspaces/activity.ts';
import { type EppService, openEppService } from './epp-service.ts';

const name = 'dated.com';

const findRow = query<{ name: string }>()(({ db, p }) =>
  db.selectFrom('domains').selectAll().where('name', '=', p.name),
);
const countRenewals = query<object>()(({ db }) =>
  db.selectFrom('sends').select('id').where('command', 'in', ['renew', 'extend']),
);

async function rowOf(service: EppService) {
  const row = await service.database.first(findRow, { name });
  if (row === undefined) throw new Error(`${name} is gone.`);
  return row;
}

async function heldUntil(service: EppService): Promise<number | undefined> {
  return (await service.registry.front.registry.info(name))?.expiresAt;
}

describeOnBothEngines('a registry that renews automatically', (engine) => {
  const renewing = {
    policy: { autoRenewGraceMs: 45 * dayMs },
    entry: { expiry: { policy: 'renews', graceDays: 45 } },
  };

  it('an unpaid name is released, and the registry’s extra year is not passed on', async () => {
    const service = await openEppService(engine, renewing);
    await service.register(name);
    await service.settled();
    const { expires_at: promised } = await rowOf(service);
    await service.advance(366 * dayMs);
    await until('the extra year at the registry is stored', async () => {
      const row = await rowOf(service);
      return (
        row.registry_expires_at === (await heldUntil(service)) &&
        row.registry_expires_at > promised + 300 * dayMs
      );
    });
    expect((await rowOf(service)).expires_at).toBe(promised);
    await service.advance(31 * dayMs);
    await until('the name was released', async () => (await rowOf(service)).state === 'released');
    expect(await service.registry.front.registry.info(name)).toBeNull();
    expect(await balanceOf(service.client)).toBe(1_000_000 - 12);
  });

  it('has the year of a late renewal already: it is not bought a second time', async () => {
    const service = await openEppService(engine, renewing);
    await service.register(name);
    await service.settled();
    const first = await heldUntil(service);
    await service.advance(375 * dayMs);
    await service.renew(name, 1);
    await service.settled();
    expect(await heldUntil(service)).toBe(addYears(first ?? 0, 1));
    expect(await service.database.all(countRenewals, {})).toEqual([]);
    expect(await balanceOf(service.client)).toBe(1_000_000 - 12 - 14);
    // Two more years: one of them would be missing if the registry's own had been forgotten.
    await service.renew(name, 2);
    await service.settled();
    expect(await heldUntil(service)).toBe(addYears(first ?? 0, 3));
  });
});

describeOnBothEngines('a registry with a redemption period', (engine) => {
  it('keeps showing what it has agreed to delete; for us the name is released', async () => {
    const service = await openEppService(engine, { policy: { redemptionMs: 30 * dayMs } });
    await service.register(name);
    await service.settled();
    await service.advance(396 * dayMs);
    await until('the name was released', async () => (await rowOf(service)).state === 'released');
    await service.settled();
    expect((await service.registry.front.registry.info(name))?.statuses).toContain('pendingDelete');
    const taken = await service.client.request('registerDomain', { domain: name, contact });
    expectRefusal(taken, { status: 409, code: 'domain_taken' });
    await service.advance(31 * dayMs);
    await service.register(name);
    await service.settled();
    expect((await service.registry.front.registry.info(name))?.statuses).toEqual([
      'clientTransferProhibited',
    ]);
  });
});

describeOnBothEngines('a registry that holds less than we promised', (engine) => {
  it('is paid for the missing year in time, by us, exactly once', async () => {
    const service = await openEppService(engine);
    await service.register(name);
    await service.settled();
    const first = (await heldUntil(service)) ?? 0;
    // Renewed ten days late, the customer is promised a year from then.
    await service.advance(375 * dayMs);
    await service.renew(name, 1);
    await service.settled();
    expect(await heldUntil(service)).toBe(addYears(first, 1));
    const { expires_at: promised } = await rowOf(service);
    expect(promised - addYears(first, 1)).toBeGreaterThan(9 * dayMs);
    const balance = await balanceOf(service.client);

    service.registry.front.faults.add({ kind: 'drop-after-commit', type: 'domain:renew' });
    await service.advance(350 * dayMs);
    await until('the missing year is bought', async () => {
      return (await rowOf(service)).registry_expires_at === addYears(first, 2);
    });
    await service.settled();
    expect(await heldUntil(service)).toBe(addYears(first, 2));
    expect((await rowOf(service)).expires_at).toBe(promised);
    expect(await balanceOf(service.client)).toBe(balance);
    const activity = await readActivity(service.database, {
      workspaceId: service.workspaceId,
      limit: 50,
    });
    expect(activity.filter(({ action }) => action === 'domain.extended_at_registry')).toHaveLength(
      1,
    );
  });
});

describeOnBothEngines('a registry that deletes no name with hosts inside', (engine) => {
  it('is released after its hosts are renamed to names that cannot be registered', async () => {
    const service = await openEppService(engine);
    const { client } = service;
    const nameservers = [`ns1.${name}`, 'ns9.example.net'];
    await service.register(name);
    await service.register('neighbour.com', { years: 3 });
    await client.call('createRecord', {
      domain: name,
      type: 'A',
      name: 'ns1',
      value: '192.0.2.53',
    });
    await service.settled();
    for (const domain of [name, 'neighbour.com']) {
      await client.call('replaceNameservers', { domain, nameservers });
      await service.settled();
    }
    const { registry } = service.registry.front;
    const delegation = async () => (await registry.info('neighbour.com'))?.nameservers;
    expect((await delegation())?.toSorted()).toEqual(nameservers.toSorted());

    await service.advance(396 * dayMs);
    await until('the name was released', async () => (await rowOf(service)).state === 'released');
    expect(await registry.info(name)).toBeNull();
    expect(await delegation()).toContainEqual(
      expect.stringMatching(/^h[0-9a-f]{16}\.deleted-host\.invalid$/),
    );
  });
});
