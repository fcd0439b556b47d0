/** Replacing the key of a signed domain, at the API, at the registry and in the served zone. */
import { dayMs, hourMs } from '@hostmaster/contract/durations';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { dnssecOf, signedDomain, signersAt, typesOf, untilPhase } from './dnssec-phases.ts';

describeService('replacing a DNSSEC key', (service) => {
  it('200: the new key signs beside the old one, which leaves last', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    const [old] = (await dnssecOf(client, domain)).keys;
    const begun = (await client.call('rollDnssec', { domain })).dnssec;
    expect(begun).toMatchObject({ state: 'on', phase: 'adding_key' });
    expect(begun.waitsFor).toBe('The zone is being signed with the new key.');
    expect(begun.keys.map(({ stage }) => stage)).toEqual(['leaving', 'prepared']);
    expect(begun.keys[0]).toEqual({ ...old, stage: 'leaving' });
    const fresh = begun.keys[1]?.ds ?? '';
    await untilPhase(client, domain, 'waiting_for_key_in_caches');
    const signed = await dnssecOf(client, domain);
    expect(signed.keys.map(({ stage }) => stage)).toEqual(['leaving', 'current']);
    expect(signed.waitsFor).toContain('without the new key');
    expect(await signersAt(service, domain)).toEqual([old?.ds]);
    await service.advanceCalendar(dayMs - hourMs);
    expect((await dnssecOf(client, domain)).phase).toBe('waiting_for_key_in_caches');
    await service.advanceCalendar(hourMs);
    await untilPhase(client, domain, 'waiting_for_new_ds');
    expect((await signersAt(service, domain)).toSorted()).toEqual([old?.ds, fresh].toSorted());
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'waiting_for_old_ds');
    expect(await signersAt(service, domain)).toEqual([fresh]);
    expect((await dnssecOf(client, domain)).keys).toHaveLength(2);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'on');
    const after = await dnssecOf(client, domain);
    expect(after.keys).toEqual([{ ...begun.keys[1], stage: 'current' }]);
    expect(await signersAt(service, domain)).toEqual([fresh]);
    expect(await typesOf(client, domain)).toEqual(
      expect.arrayContaining(['dnssec.rolling', 'dnssec.rolled']),
    );
  });

  it('200: a compromised key loses its DS record without the wait for the new one', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    const { keys } = (await client.call('rollDnssec', { domain, compromised: true })).dnssec;
    await untilPhase(client, domain, 'waiting_for_key_in_caches');
    await service.advanceCalendar(dayMs);
    await untilPhase(client, domain, 'waiting_for_old_ds');
    expect(await signersAt(service, domain)).toEqual([keys[1]?.ds]);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'on');
  });

  it('200: a roll that is under way becomes urgent', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    await client.call('rollDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_key_in_caches');
    await service.advanceCalendar(dayMs);
    await untilPhase(client, domain, 'waiting_for_new_ds');
    const urgent = (await client.call('rollDnssec', { domain, compromised: true })).dnssec;
    expect(urgent.phase).toBe('removing_old_ds');
    await untilPhase(client, domain, 'waiting_for_old_ds');
    expect(await signersAt(service, domain)).toEqual([urgent.keys[1]?.ds]);
  });

  it('200: twice is the same as once, also at the same time', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    const both = await Promise.all([
      client.call('rollDnssec', { domain }),
      client.call('rollDnssec', { domain }),
    ]);
    const dsOf = ({ dnssec }: (typeof both)[0]) => dnssec.keys.map(({ ds }) => ds);
    expect(dsOf(both[0])).toEqual(dsOf(both[1]));
    await untilPhase(client, domain, 'waiting_for_key_in_caches');
    const once = await dnssecOf(client, domain);
    expect((await client.call('rollDnssec', { domain })).dnssec).toEqual(once);
    expect((await client.call('enableDnssec', { domain })).dnssec).toEqual(once);
    const begun = (await typesOf(client, domain)).filter((type) => type === 'dnssec.rolling');
    expect(begun).toHaveLength(1);
  });

  it('200: off during a roll removes every DS record first; 409: on again before it is off', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    await client.call('rollDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_key_in_caches');
    await service.advanceCalendar(dayMs);
    await untilPhase(client, domain, 'waiting_for_new_ds');
    expect((await client.call('disableDnssec', { domain })).dnssec.phase).toBe('removing_ds');
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    expect(await signersAt(service, domain)).toEqual([]);
    const again = await client.request('enableDnssec', { domain });
    expectRefusal(again, { status: 409, code: 'dnssec_unavailable' });
    expect((again.body as { error: string }).error).toContain('while its key was being replaced');
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, null);
    expect((await dnssecOf(client, domain)).keys).toEqual([]);
  });

  it('names the registry that refuses a DS record, and sends it again', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    await client.call('rollDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_key_in_caches');
    await service.untilNoJobs(domain);
    service.registry.refuse('update', domain, { nth: 1 });
    await service.advanceCalendar(dayMs);
    await until('the refusal is shown', async () => {
      const { waitsFor } = await dnssecOf(client, domain);
      return waitsFor?.startsWith('The registry refused the DS record of the new key:') === true;
    });
    expect(await signersAt(service, domain)).toHaveLength(1);
    await service.advanceCalendar(dayMs);
    await untilPhase(client, domain, 'waiting_for_new_ds');
  });

  it('404: the same answer for a domain of another workspace and one that does not exist', async () => {
    const { client, domains: names } = await service.inaccessibleDomains();
    for (const domain of names) {
      const answer = await client.request('rollDnssec', { domain });
      expectRefusal(answer, { status: 404, code: 'domain_not_found' });
    }
  });

  it('409: while DNSSEC is off, being turned on, or being turned off', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const refused = async () =>
      expectRefusal(await client.request('rollDnssec', { domain }), {
        status: 409,
        code: 'dnssec_unavailable',
      });
    await refused();
    await client.call('enableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_caches');
    await refused();
    await client.call('disableDnssec', { domain });
    await refused();
  });
});
