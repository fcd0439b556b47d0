/** DS records of a domain that arrives by transfer: kept while their operator answers, and gone before we do. */
import { dayMs } from '@hostmaster/contract/durations';
import { updateOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { arriveSigned, signer } from './arrive-signed.ts';
import { dnssecOf, signersAt, typesOf, untilPhase } from './dnssec-phases.ts';

describeService('a signed domain that arrives by transfer', (service) => {
  it('keeps the DS records of its operator, and loses them before the nameservers change', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const { domain, ds } = await arriveSigned(service, client);
    const away = (await client.call('getDomain', { domain })).domain.nameservers;
    await untilPhase(client, domain, 'on');
    expect(await dnssecOf(client, domain)).toMatchObject({ state: 'on', foreignDs: [ds] });
    expect(await typesOf(client, domain)).toContain('dnssec.ds_kept');
    await service.untilNoJobs(domain);
    expect(await signersAt(service, domain)).toEqual([ds]);

    const nameservers = [...service.config.nameservers];
    await client.call('replaceNameservers', { domain, nameservers });
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    await service.untilNoJobs(domain);
    expect(await dnssecOf(client, domain)).toMatchObject({
      state: 'turning_off',
      nameserversWaiting: true,
    });
    expect(await signersAt(service, domain)).toEqual([]);
    expect((await service.registrar.info(domain))?.nameservers.toSorted()).toEqual(away);
    expect(await typesOf(client, domain)).toContain('dnssec.nameservers_waiting');
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, null);
    await until('the registry has the nameservers', async () => {
      const found = await service.registrar.info(domain);
      return found?.nameservers.toSorted().join() === nameservers.toSorted().join();
    });
  });

  it('loses DS records that the registry has although the nameservers of the service answer', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await service.untilNoJobs(domain);
    const current = await service.registrar.info(domain);
    if (current === null) expect.unreachable();
    await service.registrar.update(updateOf(current, { dnssec: [signer] }));
    // Any change makes the job compare the domain with the registry.
    await client.call('updateDomain', { domain, privacyEnabled: true });
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    expect(await signersAt(service, domain)).toEqual([]);
    expect(await typesOf(client, domain)).toContain('dnssec.turning_off');
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, null);
  });
});
