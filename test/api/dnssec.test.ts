/** DNSSEC by one switch: the phases on the way on and off, at the API and at the registry. */
import { dayMs, hourMs, yearMs } from '@hostmaster/contract/durations';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { dig } from '@hostmaster/test-rig/dns-peers';
import { describeService, type TestService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { openSecretBox } from '../../packages/server/src/base/secret-box.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { insert, removeAll, updateAll } from '../../packages/server/src/storage/row-write.ts';
import { domains } from '../../packages/server/src/storage/tables/domains/domains.ts';
import { secondaries } from '../../packages/server/src/storage/tables/secondaries/secondaries.ts';
import { zoneConfirmations } from '../../packages/server/src/storage/tables/secondaries/zone-confirmations.ts';
import { zoneSignatures } from '../../packages/server/src/storage/tables/zones/zone-signatures.ts';
import { domainId } from '../dns/sign-domain.ts';
import { dnssecOf, signedDomain, signersAt, typesOf, untilPhase } from './dnssec-phases.ts';

const away = ['ns1.example.net', 'ns2.example.net'];

/** A secondary that never fetches anything. */
const slow = {
  name: 'slow',
  address: '127.0.0.1',
  port: 9,
  keyName: 'slow.key',
  keyAlgorithm: 'hmac-sha256',
  createdAt: 0,
  transfers: 'ixfr',
  otherAddresses: [],
  tls: 'optional',
  tlsKey: null,
  reachedAt: null,
  unreachableSince: null,
} as const;

describeService('DNSSEC of a domain', (service) => {
  it('200: off by itself', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const { status, body } = await client.request('getDnssec', { domain });
    expect(status).toBe(200);
    const off = {
      state: 'off',
      phase: null,
      since: null,
      until: null,
      waitsFor: null,
      nameserversWaiting: false,
      foreignDs: [],
      foreignKeys: [],
      followCds: false,
      cdsCheckedAt: null,
      cdsFinding: null,
      keys: [],
    };
    expect(body).toEqual({ dnssec: off });
    expect((await client.call('disableDnssec', { domain })).dnssec).toEqual(off);
    expect(await typesOf(client, domain)).not.toContain('dnssec.turning_off');
  });

  it('200: on in phases, the DS record last, and off in the reverse order', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.1' });
    const { dnssec } = await client.call('enableDnssec', { domain });
    expect(dnssec).toMatchObject({ state: 'turning_on', phase: 'signing' });
    expect(dnssec.waitsFor).toBe('The zone is being signed.');
    await untilPhase(client, domain, 'waiting_for_caches');
    const waiting = await dnssecOf(client, domain);
    expect(waiting.keys).toEqual(dnssec.keys);
    expect(Date.parse(waiting.until ?? '') - Date.parse(waiting.since ?? '')).toBe(dayMs);
    expect(waiting.waitsFor).toContain('unsigned answers');
    expect(await signersAt(service, domain)).toEqual([]);
    await service.advanceCalendar(dayMs - hourMs);
    expect((await dnssecOf(client, domain)).phase).toBe('waiting_for_caches');
    await service.advanceCalendar(hourMs);
    await untilPhase(client, domain, 'on');
    const [key] = dnssec.keys;
    expect(key?.ds).toMatch(new RegExp(`^${key?.keyTag} 13 2 [0-9A-F]{64}$`));
    expect(key?.dnskey).toMatch(/^257 3 13 [\w+/]+==$/);
    expect(await signersAt(service, domain)).toEqual([key?.ds]);
    expect((await dnssecOf(client, domain)).state).toBe('on');

    const off = (await client.call('disableDnssec', { domain })).dnssec;
    expect(off).toMatchObject({ state: 'turning_off', phase: 'removing_ds' });
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    expect(await signersAt(service, domain)).toEqual([]);
    await service.advanceCalendar(2 * dayMs - hourMs);
    expect(await dnssecOf(client, domain)).toMatchObject({
      phase: 'waiting_for_ds_ttl',
      keys: dnssec.keys,
    });
    await service.advanceCalendar(hourMs);
    await untilPhase(client, domain, null);
    expect((await dnssecOf(client, domain)).keys).toEqual([]);
    expect(await typesOf(client, domain)).toEqual(
      expect.arrayContaining([
        'dnssec.turning_on',
        'dnssec.on',
        'dnssec.turning_off',
        'dnssec.off',
      ]),
    );

    const again = (await client.call('enableDnssec', { domain })).dnssec;
    expect(again.phase).toBe('signing');
    expect(again.keys[0]?.ds).not.toBe(key?.ds);
  });

  it('200: twice is the same as once, also at the same time', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const both = await Promise.all([
      client.call('enableDnssec', { domain }),
      client.call('enableDnssec', { domain }),
    ]);
    expect(both[0].dnssec.keys).toEqual(both[1].dnssec.keys);
    await untilPhase(client, domain, 'waiting_for_caches');
    const once = await dnssecOf(client, domain);
    expect((await client.call('enableDnssec', { domain })).dnssec).toEqual(once);
    const started = (await typesOf(client, domain)).filter((type) => type === 'dnssec.turning_on');
    expect(started).toHaveLength(1);
  });

  it('200: off before the registry had a DS record unsigns at once', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const updates = service.registry.watch('update', domain);
    await client.call('enableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_caches');
    expect((await client.call('disableDnssec', { domain })).dnssec.phase).toBe('unsigning');
    await untilPhase(client, domain, null);
    await service.untilNoJobs(domain);
    expect(updates.commands).toEqual([]);
  });

  it('200: on again while it is turned off keeps the key', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    const before = (await dnssecOf(client, domain)).keys;
    await client.call('disableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    expect((await client.call('enableDnssec', { domain })).dnssec.phase).toBe('sending_ds');
    await untilPhase(client, domain, 'on');
    expect((await dnssecOf(client, domain)).keys).toEqual(before);
    expect(await signersAt(service, domain)).toEqual(before.map(({ ds }) => ds));
  });

  it('waits until each secondary has the signed zone, and names those that have not', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const keySecret = openSecretBox(service.config.secretFile).seal('c2VjcmV0');
    await persistChange(service.database, { rows: [insert(secondaries, { ...slow, keySecret })] });
    await client.call('enableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_servers');
    await service.advanceCalendar(3 * dayMs);
    const { waitsFor } = await dnssecOf(client, domain);
    expect(waitsFor).toBe('These servers do not have the signed zone yet: slow.');
    const { serial } = await client.call('getPropagation', { domain });
    const confirmed = { zone: domain, secondary: 'slow', confirmedAt: Date.now() };
    const confirm = (given: number) =>
      persistChange(service.database, {
        rows: [
          removeAll(zoneConfirmations, { zone: domain }),
          insert(zoneConfirmations, { ...confirmed, serial: given }),
        ],
      });
    await confirm((serial ?? 0) - 1);
    await service.advanceCalendar(dayMs);
    expect((await dnssecOf(client, domain)).phase).toBe('waiting_for_servers');
    await persistChange(service.database, {
      rows: [
        removeAll(zoneConfirmations, { zone: domain }),
        removeAll(secondaries, { name: 'slow' }),
      ],
    });
    await untilPhase(client, domain, 'waiting_for_caches');
    expect(await signersAt(service, domain)).toEqual([]);
  });

  it('sends the DS record once when its reply is lost, and again when it was refused', async () => {
    const { client } = await service.workspace();
    const lost = await service.liveDomain(client);
    const refused = await service.liveDomain(client);
    for (const domain of [lost, refused]) {
      await client.call('enableDnssec', { domain });
      await untilPhase(client, domain, 'waiting_for_caches');
      await service.untilNoJobs(domain);
    }
    service.registry.loseReplies('update', lost, 1);
    const sent = service.registry.watch('update', lost);
    service.registry.refuse('update', refused, { nth: 1 });
    await service.advanceCalendar(dayMs);
    await untilPhase(client, lost, 'on');
    expect(sent.commands).toHaveLength(1);
    await until('the refusal is shown', async () => {
      const { waitsFor } = await dnssecOf(client, refused);
      return (
        waitsFor?.startsWith('The registry refused the DS record: Refused by the test.') === true
      );
    });
    expect(await dnssecOf(client, refused)).toMatchObject({ phase: 'sending_ds' });
    expect(await typesOf(client, refused)).toContain('dnssec.ds_refused');
    await service.advanceCalendar(dayMs);
    await untilPhase(client, refused, 'on');
  });

  it('removes the DS record before other nameservers reach the registry', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    const ours = (await client.call('getDomain', { domain })).domain.nameservers;
    const answer = await client.call('replaceNameservers', { domain, nameservers: away });
    expect(answer).toEqual({ nameservers: away, pendingFulfillment: false });
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    expect(await dnssecOf(client, domain)).toMatchObject({
      state: 'turning_off',
      nameserversWaiting: true,
    });
    await service.untilNoJobs(domain);
    const found = await service.registrar.info(domain);
    expect(found?.nameservers.toSorted()).toEqual(ours.toSorted());
    expect(found?.dnssec).toEqual([]);
    expect(await servedAt(service, domain)).toEqual(ours.toSorted());
    await client.call('replaceSoa', { domain, refresh: 7_200 });
    expect(await servedAt(service, domain)).toEqual(ours.toSorted());
    expect(await typesOf(client, domain)).toEqual(
      expect.arrayContaining(['dnssec.turning_off', 'dnssec.nameservers_waiting']),
    );
    expectRefusal(await client.request('enableDnssec', { domain }), {
      status: 409,
      code: 'dnssec_unavailable',
    });
    await service.advanceCalendar(2 * dayMs);
    await until('the registry has the new nameservers', async () => {
      const now = await service.registrar.info(domain);
      return now?.nameservers.toSorted().join() === away.join();
    });
    await untilPhase(client, domain, null);
    expect(await servedAt(service, domain)).toEqual(away);
  });

  it('lets nameservers of the service change at once', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    const ours = (await client.call('getDomain', { domain })).domain.nameservers;
    await client.call('replaceNameservers', { domain, nameservers: ours.toReversed() });
    await service.untilNoJobs(domain);
    expect(await dnssecOf(client, domain)).toMatchObject({
      state: 'on',
      nameserversWaiting: false,
      foreignDs: [],
    });
  });

  it('is turned off by an auth code for another registrar', async () => {
    const workspace = await service.workspace();
    const { client } = await service.key(workspace, { scope: 'transfer' });
    const { client: owner } = workspace;
    const domain = await signedDomain(service, owner);
    await persistChange(service.database, {
      rows: [updateAll(domains, { name: domain }, { createdAt: 0 })],
    });
    await client.call('updateTransferLock', { domain, locked: false });
    await client.call('issueAuthCode', { domain });
    await untilPhase(owner, domain, 'waiting_for_ds_ttl');
    expect(await signersAt(service, domain)).toEqual([]);
    const again = await owner.request('enableDnssec', { domain });
    expectRefusal(again, { status: 409, code: 'dnssec_unavailable' });
    expect((again.body as { error: string }).error).toContain('auth code');
  });

  it('is watched: a signature that is not made again in time', async () => {
    const { client } = await service.workspace();
    const overdue = async () =>
      Number(/^hostmaster_signatures_overdue_seconds (\S+)$/m.exec(await service.metrics())?.[1]);
    expect(await overdue()).toBe(0);
    // A domain that is not signed, so that its signature stays as it is.
    const id = await domainId(service, await service.liveDomain(client));
    const place = { domainId: id, sortKey: 'left', type: 6 };
    const refreshAt = Date.now() - hourMs;
    await persistChange(service.database, {
      rows: [insert(zoneSignatures, { ...place, records: new Uint8Array([0]), refreshAt })],
    });
    const seconds = await overdue();
    expect(seconds).toBeGreaterThanOrEqual(3_600);
    expect(seconds).toBeLessThan(3_700);
    await persistChange(service.database, { rows: [removeAll(zoneSignatures, place)] });
    expect(await overdue()).toBe(0);
  });

  it('404: the same answer for a domain of another workspace and one that does not exist', async () => {
    const { client, domains: names } = await service.inaccessibleDomains();
    for (const operation of ['getDnssec', 'enableDnssec', 'disableDnssec'] as const) {
      const answers = await Promise.all(
        names.map((domain) => client.request(operation, { domain })),
      );
      for (const answer of answers) {
        expectRefusal(answer, { status: 404, code: 'domain_not_found' });
      }
      expect(answers[0]?.body).toEqual(answers[1]?.body);
    }
  });

  it('409: a domain that failed, leaves, or is not registered yet', async () => {
    const { client } = await service.workspace();
    const states = [
      ['domain_failed', { state: 'failed' }],
      ['domain_releasing', { state: 'releasing' }],
      ['domain_pending', { state: 'provisioning' }],
      ['transfer_out_pending', { transferOutUntil: Date.now() + 400 * dayMs }],
    ] as const;
    for (const [code, set] of states) {
      const domain = await service.liveDomain(client);
      const id = await domainId(service, domain);
      await persistChange(service.database, {
        rows: [updateAll(domains, { id }, { dueAt: null, ...set })],
      });
      expectRefusal(await client.request('enableDnssec', { domain }), { status: 409, code });
      expect((await dnssecOf(client, domain)).state).toBe('off');
    }
  });

  it('409: an expired domain; its release leaves no DS record behind', async () => {
    const { client } = await service.workspace();
    const signed = await signedDomain(service, client);
    const unsigned = await service.liveDomain(client);
    await service.advanceCalendar(yearMs + 2 * dayMs);
    const refused = await client.request('enableDnssec', { domain: unsigned });
    expectRefusal(refused, { status: 409, code: 'dnssec_unavailable' });
    expect((refused.body as { error: string }).error).toContain('expired');
    expect((await dnssecOf(client, signed)).state).toBe('on');
    const updates = service.registry.watch('update', signed);
    await service.advanceCalendar(31 * dayMs);
    await until('it is released', async () => {
      return (await client.request('getDomain', { domain: signed })).status === 404;
    });
    expect(updates.commands).toMatchObject([{ dnssec: [] }]);
    await service.liveDomain(client, signed);
    expect(await signersAt(service, signed)).toEqual([]);
    expect(await dnssecOf(client, signed)).toMatchObject({ state: 'off', keys: [] });
    await client.call('enableDnssec', { domain: signed });
    await untilPhase(client, signed, 'waiting_for_caches');
  });
});

/** The nameservers that resolvers find in its zone. */
async function servedAt({ dnsPort }: TestService, domain: string): Promise<readonly string[]> {
  const lines = (await dig(dnsPort, domain, 'NS', '+short')).trim().split('\n');
  return lines.map((line) => line.slice(0, -1)).sort();
}
