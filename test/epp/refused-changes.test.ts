/** Changes that the registry refuses, names that leave, and an empty deposit: each says why. */

import { query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { balanceOf, until } from '@hostmaster/test-rig/service';
import { transferAway } from '@hostmaster/test-rig/transfer-away';
import { expect, it } from 'vitest';
import { readRefusedChanges } from '../../packages/server/src/dashboard-api/refused-changes.ts';
import { type EppService, openEppService } from './epp-service.ts';

const listMails = query<object>()(({ db }) =>
  db.selectFrom('mails').select(['kind', 'subject']).orderBy('id'),
);

async function nameserversOf({ client }: EppService, domain: string) {
  return (await client.call('getDomain', { domain })).domain.nameservers;
}

async function mailKinds({ database }: EppService): Promise<string[]> {
  return (await database.all(listMails, {})).map(({ kind }) => kind);
}

describeOnBothEngines('a registry that says no', (engine) => {
  it('to nameservers: the domain shows its set again, and the owner learns the reason', async () => {
    const service = await openEppService(engine, { email: 'owner@example.net' });
    const { client, database, workspaceId } = service;
    const domain = 'sandbox-nons-a.com';
    await service.register(domain, { privacyEnabled: true });
    await service.settled();
    const before = await nameserversOf(service, domain);
    const nameservers = ['ns8.example.net', 'ns9.example.net'];
    await client.call('replaceNameservers', { domain, nameservers });
    await until('the refusal is known', async () =>
      (await mailKinds(service)).includes('change-refused'),
    );
    expect(await nameserversOf(service, domain)).toEqual(before);
    expect(await readRefusedChanges(database, { workspaceId, limit: 9 })).toEqual([
      { name: domain, refusal: expect.stringContaining('do not answer for the name') },
    ]);
    await client.call('replaceNameservers', { domain, nameservers });
    // Refused together with the nameservers, and sent again without them.
    await client.call('updateDomain', { domain, privacyEnabled: false });
    await until('privacy is off at the registry', async () => {
      const { privacyEnabled } = (await client.call('getDomain', { domain })).domain;
      const jobs = await service.jobs();
      return !privacyEnabled && jobs.every(({ kind }) => kind !== 'converge-domain');
    });
    const object = await service.registry.front.registry.info(domain);
    expect(object?.nameservers.toSorted()).toEqual(before.toSorted());
  });

  it('by another registrar: a name that left is not served, sold or renewed any more', async () => {
    const service = await openEppService(engine, { email: 'owner@example.net' });
    const { client } = service;
    const domain = 'left.com';
    await service.register(domain);
    await service.settled();
    const { registry } = service.registry.front;
    await registry.update({
      sponsor: 'hostmaster',
      transactionId: 'm-1',
      name: domain,
      transferLocked: false,
    });
    const authCode = (await registry.info(domain))?.authCode ?? '';
    await transferAway(registry, { name: domain, to: 'rival', authCode });
    await until('the row has ended', async () => {
      return (await client.request('getDomain', { domain })).status === 404;
    });
    const balance = await balanceOf(client);
    expect((await client.request('renewDomain', { domain, years: 1 })).status).toBe(404);
    expect(await balanceOf(client)).toBe(balance);
    expect(await mailKinds(service)).toContain('transferred-away');
  });

  it('for lack of a deposit: the job says so and waits', async () => {
    const service = await openEppService(engine);
    await service.register('sandbox-unfunded-a.com');
    await until('the reason is kept', async () => {
      const [job] = await service.jobs();
      return job?.last_error?.includes('2104') === true;
    });
    const [job] = await service.jobs();
    expect(job?.last_error).toContain('The deposit does not cover this command.');
  });
});
