/**
 * The two steps of ADR 0014: this version writes a domain that is coming in as 0.1.0 can read it, and
 * reads the form of the next version, whose processes may run beside this one.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService, type TestService, until } from '@hostmaster/test-rig/service';
import pg from 'pg';
import { expect, it } from 'vitest';
import { findHeldDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';

const order = { authCode: 'Rival-Code-1', contact };

const findStored = query<{ name: string }>()(({ db, p }) =>
  db.selectFrom('domains').select(['state', 'visible']).where('name', '=', p.name),
);

describeService('a domain that is coming in', (service) => {
  it('is stored as provisioning and not visible', async () => {
    const { client, domain, request } = await startTransfer();
    const stored = await service.database.all(findStored, { name: domain });
    expect(stored).toEqual([{ state: 'provisioning', visible: 0 }]);
    const found = await service.database.first(findHeldDomain, { name: domain });
    expect(found?.state).toBe('incoming');
    request.release();
    await untilLive(client, domain);
  });

  it('is the same when the next version has stored it as incoming', async () => {
    const { client, domain, request } = await startTransfer();
    await storeAsNextVersion(service, domain);
    // Reads of a turn share a snapshot, which may be older than what another connection wrote.
    await expect
      .poll(() => service.database.all(findStored, { name: domain }))
      .toEqual([{ state: 'incoming', visible: 0 }]);

    expect((await client.call('listDomains', {})).domains).toEqual([]);
    expectRefusal(await client.request('createTransfer', { domain, ...order }), {
      status: 409,
      code: 'not_transferable',
    });
    expectRefusal(await client.request('registerDomain', { domain, years: 1, contact }), {
      status: 409,
      code: 'domain_taken',
    });
    const www = { type: 'A', name: 'www', value: '192.0.2.7' } as const;
    const change = await client.call('changeRecords', { domain, creates: [www] });
    expect(change.pendingFulfillment).toBe(true);

    request.release();
    await untilLive(client, domain);
    const { records } = await client.call('listRecords', { domain });
    expect(records).toMatchObject([www]);
  });

  async function startTransfer() {
    const { client } = await service.workspace({ credits: '100' });
    const domain = service.freshName('sandbox-rival-approves');
    const request = service.registry.hold('requestTransfer', domain);
    await client.call('createTransfer', { domain, ...order });
    return { client, domain, request };
  }

  async function untilLive(
    client: Awaited<ReturnType<typeof startTransfer>>['client'],
    domain: string,
  ): Promise<void> {
    const isListed = async () =>
      (await client.call('listDomains', {})).domains.some(({ name }) => name === domain);
    await until('the domain is here', isListed);
    const stored = await service.database.all(findStored, { name: domain });
    expect(stored).toEqual([{ state: 'live', visible: 1 }]);
  }
});

/** The check of 0.1.0 on the column is what the next version replaces. */
async function storeAsNextVersion({ place }: TestService, name: string): Promise<void> {
  if (place.databaseUrl === null) {
    const db = new DatabaseSync(join(place.dataDir, 'hostmaster.db'), { timeout: 20_000 });
    db.exec('pragma ignore_check_constraints = on');
    db.prepare("update domains set state = 'incoming' where name = ?").run(name);
    db.close();
    return;
  }
  const client = new pg.Client({
    connectionString: place.databaseUrl,
    options: '-c search_path=hostmaster',
  });
  await client.connect();
  await client.query('alter table domains drop constraint domains_state_check');
  await client.query("update domains set state = 'incoming' where name = $1", [name]);
  await client.end();
}
