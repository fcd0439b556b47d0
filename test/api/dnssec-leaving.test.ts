/** What is left of DNSSEC at the registry after a transfer to another registrar, and after a restored backup. */
import { dayMs } from '@hostmaster/contract/durations';
import { sendOf, updateOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { openRival } from '@hostmaster/test-rig/rival';
import { describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { rulesOf } from '../../packages/server/src/composition/open-stores.ts';
import { reconcile } from '../../packages/server/src/reconciliation/reconcile.ts';
import { updateAll } from '../../packages/server/src/storage/row-write.ts';
import { domains } from '../../packages/server/src/storage/tables/domains/domains.ts';
import { dnssecOf, signedDomain, signersAt, untilPhase } from './dnssec-phases.ts';

describeService('DNSSEC of a domain that leaves, or of an old backup', (service) => {
  it('leaves no DS record to the registrar that takes the domain', async () => {
    const workspace = await service.workspace();
    const { client } = workspace;
    const { client: mover } = await service.key(workspace, { scope: 'transfer' });
    const domain = await signedDomain(service, client);
    await persistChange(service.database, {
      rows: [updateAll(domains, { name: domain }, { createdAt: 0 })],
    });
    expect(await signersAt(service, domain)).toHaveLength(1);
    await mover.call('updateTransferLock', { domain, locked: false });
    const { authCode } = await mover.call('issueAuthCode', { domain });
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    await service.untilNoJobs(domain);
    const rival = await openRival(service);
    try {
      const request = { ...sendOf(domain), authCode, years: 1, requestedAt: 0, premium: null };
      expect(await rival.requestTransfer(request)).toMatchObject({ kind: 'pending' });
      await service.advanceCalendar(6 * dayMs);
      await until('the rival has it', async () => (await rival.info(domain))?.isOurs === true);
      expect((await rival.info(domain))?.dnssec).toEqual([]);
    } finally {
      await rival.close();
    }
    await until('the domain is gone', async () => {
      return (await client.request('getDomain', { domain })).status === 404;
    });
  });

  it('has the DS record of its key again after the comparison that follows a restored backup', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    await service.untilNoJobs(domain);
    const [key] = (await dnssecOf(client, domain)).keys;
    // The backup is older than a roll: the registry has the DS record of a key that it does not know.
    const current = await service.registrar.info(domain);
    if (current === null) expect.unreachable();
    const newer = { keyTag: 4_711, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) };
    await service.registrar.update(updateOf(current, { dnssec: [newer] }));
    expect(await signersAt(service, domain)).toEqual([`4711 13 2 ${'AB'.repeat(32)}`]);
    const { database, registrar, config } = service;
    const services = { database, registrar, rules: rulesOf(config), clock: systemClock };
    await reconcile(services, { repair: true });
    await until('the registry has the DS record of the key', async () => {
      return (await signersAt(service, domain)).join() === key?.ds;
    });
    expect((await dnssecOf(client, domain)).state).toBe('on');
  });
});
