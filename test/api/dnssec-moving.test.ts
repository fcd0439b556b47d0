/**
 * A signed domain that moves to another operator that signs it, and one that comes from there: what the API
 * accepts, what the zone and the registry have in each phase, and in which phases the nameservers can change.
 */
import { dayMs } from '@hostmaster/contract/durations';
import { rrTypes } from '@hostmaster/dns';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService, type TestService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { updateAll } from '../../packages/server/src/storage/row-write.ts';
import { domains } from '../../packages/server/src/storage/tables/domains/domains.ts';
import { servedSet } from '../dns/served-set.ts';
import { dnssecOf, shared, signedDomain, signersAt, typesOf, untilPhase } from './dnssec-phases.ts';
import { dsOfKey, foreignKey } from './foreign-key.ts';

const away = ['ns1.example.net', 'ns2.example.net'];
const unavailable = { status: 409, code: 'dnssec_unavailable' } as const;
const tooEarly = { ...unavailable, fields: ['nameservers'] };

describeService('a signed domain that moves to another operator', (service) => {
  it('is shared, changes its nameservers at once, and is handed over', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    const [own] = (await dnssecOf(client, domain)).keys;
    if (own === undefined) expect.unreachable();
    const [entry, zoneKey] = [foreignKey(257), foreignKey(256)];
    const theirs = dsOfKey(domain, entry);
    const foreignKeys = [entry, zoneKey];
    const begun = (await client.call('enableDnssec', { domain, foreignKeys })).dnssec;
    expect(begun).toMatchObject({ state: 'on', phase: 'publishing_foreign_keys', foreignDs: [] });
    expect(begun.keys.map(({ dnskey }) => dnskey)).toEqual([own.dnskey]);
    expect(begun.foreignKeys.map(({ dnskey, ds }) => [dnskey, ds])).toEqual([
      [entry, theirs],
      [zoneKey, null],
    ]);
    // The same once more changes nothing.
    await client.call('enableDnssec', { domain, foreignKeys: [zoneKey, entry] });
    await untilPhase(client, domain, 'waiting_for_foreign_keys_in_caches');
    const published = [own.dnskey, entry, zoneKey].toSorted();
    expect(await servedSet(service, domain, rrTypes.DNSKEY)).toEqual(published);
    expect(await signersAt(service, domain)).toEqual([own.ds]);
    const nameservers = away;
    const early = await client.request('replaceNameservers', { domain, nameservers });
    expectRefusal(early, tooEarly);
    expectRefusal(await client.request('rollDnssec', { domain }), unavailable);

    await service.advanceCalendar(dayMs);
    await untilPhase(client, domain, 'waiting_for_both_ds');
    const both = [own.ds, theirs].toSorted();
    expect((await signersAt(service, domain)).toSorted()).toEqual(both);
    await until('the zone asks for the DS records of both', async () => {
      return String(await servedSet(service, domain, rrTypes.CDS)) === String(both);
    });
    expectRefusal(await client.request('replaceNameservers', { domain, nameservers }), tooEarly);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'shared');
    expect(await typesOf(client, domain)).toContain('dnssec.shared');

    const mixed = [...service.config.nameservers.slice(0, 1), ...away];
    await client.call('replaceNameservers', { domain, nameservers: mixed });
    await untilNameservers(service, domain, mixed);
    await client.call('replaceNameservers', { domain, nameservers });
    await untilNameservers(service, domain, nameservers);
    expect((await signersAt(service, domain)).toSorted()).toEqual(both);
    expectRefusal(await client.request('enableDnssec', { domain, foreignKeys: [] }), unavailable);

    const leaving = (await client.call('disableDnssec', { domain })).dnssec;
    expect(leaving).toMatchObject({ state: 'on', phase: 'confirming_nameservers' });
    await untilPhase(client, domain, 'waiting_for_nameservers');
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'waiting_for_own_ds');
    expect(await signersAt(service, domain)).toEqual([theirs]);
    const back = { domain, nameservers: [...service.config.nameservers] };
    expectRefusal(await client.request('replaceNameservers', back), tooEarly);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'on');
    const handedOver = await dnssecOf(client, domain);
    expect(handedOver).toMatchObject({ state: 'on', keys: [], foreignKeys: [] });
    expect(handedOver.foreignDs).toEqual([theirs]);
    await service.untilNoJobs(domain);
    expect(await signersAt(service, domain)).toEqual([theirs]);
    await until('the zone is unsigned', async () => {
      return (await servedSet(service, domain, rrTypes.DNSKEY)).length === 0;
    });
    await service.untilNoJobs(domain);
    expect(await signersAt(service, domain)).toEqual([theirs]);
    const types = await typesOf(client, domain);
    for (const type of ['foreign_keys_added', 'handing_over', 'ds_kept']) {
      expect(types).toContain(`dnssec.${type}`);
    }
    expect(types).not.toContain('dnssec.turning_off');
  });

  it('stays when the foreign keys are removed, early or late', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    const [own] = (await dnssecOf(client, domain)).keys;
    const foreignKeys = [foreignKey(257)];
    await client.call('enableDnssec', { domain, foreignKeys });
    await untilPhase(client, domain, 'waiting_for_foreign_keys_in_caches');
    const gone = (await client.call('enableDnssec', { domain, foreignKeys: [] })).dnssec;
    expect(gone).toMatchObject({ state: 'on', phase: 'removing_foreign_keys' });
    await untilPhase(client, domain, 'on');
    expect(await servedSet(service, domain, rrTypes.DNSKEY)).toEqual([own?.dnskey]);

    await shared(service, client, { domain, foreignKeys });
    // Nameservers of both, and back.
    const ours = [...service.config.nameservers];
    await client.call('replaceNameservers', { domain, nameservers: [...ours, ...away] });
    await untilNameservers(service, domain, [...ours, ...away]);
    expectRefusal(await client.request('enableDnssec', { domain, foreignKeys: [] }), unavailable);
    await client.call('replaceNameservers', { domain, nameservers: ours });
    await client.call('enableDnssec', { domain, foreignKeys: [] });
    await untilPhase(client, domain, 'waiting_for_nameservers');
    await untilNameservers(service, domain, ours);
    // Another change of mind begins again with both.
    await client.call('replaceNameservers', { domain, nameservers: [...ours, ...away] });
    await untilPhase(client, domain, 'shared');
    await client.call('replaceNameservers', { domain, nameservers: ours });
    await client.call('enableDnssec', { domain, foreignKeys: [] });
    await untilPhase(client, domain, 'waiting_for_nameservers');
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'waiting_for_foreign_ds');
    expect(await signersAt(service, domain)).toEqual([own?.ds]);
    expect(await servedSet(service, domain, rrTypes.DNSKEY)).toHaveLength(2);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'on');
    expect(await servedSet(service, domain, rrTypes.DNSKEY)).toEqual([own?.dnskey]);
    expect(await dnssecOf(client, domain)).toMatchObject({ foreignKeys: [] });
    expect(await typesOf(client, domain)).toContain('dnssec.foreign_keys_removed');
  });

  it('loses all DS records first when it is turned off with nameservers of the service', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    await shared(service, client, { domain, foreignKeys: [foreignKey(257)] });
    await client.call('disableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    expect(await signersAt(service, domain)).toEqual([]);
    expectRefusal(await client.request('enableDnssec', { domain }), unavailable);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, null);
    expect(await dnssecOf(client, domain)).toMatchObject({ state: 'off', foreignKeys: [] });
  });

  it('keeps the DS records of the other operator when an auth code is issued', async () => {
    const workspace = await service.workspace();
    const { client } = workspace;
    const domain = await signedDomain(service, client);
    const foreignKeys = [foreignKey(257)];
    await shared(service, client, { domain, foreignKeys });
    await client.call('replaceNameservers', { domain, nameservers: away });
    await untilNameservers(service, domain, away);
    await persistChange(service.database, {
      rows: [updateAll(domains, { name: domain }, { createdAt: 0 })],
    });
    const { client: mover } = await service.key(workspace, { scope: 'transfer' });
    await mover.call('updateTransferLock', { domain, locked: false });
    await mover.call('issueAuthCode', { domain });
    await untilPhase(client, domain, 'waiting_for_nameservers');
    expect(await signersAt(service, domain)).toHaveLength(2);
  });
});

describeService('a signed domain that comes from another operator', (service) => {
  it('is signed here, too, before its nameservers change, and loses the other keys last', async () => {
    const { client } = await service.workspace();
    const foreignKeys = [foreignKey(257), foreignKey(256)] as const;
    const domain = await domainAway(service, client, foreignKeys[0]);
    const theirs = dsOfKey(domain, foreignKeys[0]);
    const other = [foreignKey(257)];
    const wrong = await client.request('enableDnssec', { domain, foreignKeys: other });
    expectRefusal(wrong, { ...unavailable, fields: ['foreignKeys'] });
    const given = { domain, foreignKeys: [...foreignKeys] };
    const begun = (await client.call('enableDnssec', given)).dnssec;
    expect(begun).toMatchObject({ state: 'on', phase: 'signing', foreignDs: [] });
    const [own] = begun.keys;
    if (own === undefined) expect.unreachable();
    await untilPhase(client, domain, 'waiting_for_caches');
    await service.untilNoJobs(domain);
    expect(await signersAt(service, domain)).toEqual([theirs]);
    const published = [own.dnskey, ...foreignKeys].toSorted();
    expect(await servedSet(service, domain, rrTypes.DNSKEY)).toEqual(published);
    const rdap = await (await fetch(`${service.url}/rdap/domain/${domain}`)).json();
    expect(rdap).toMatchObject({ secureDNS: { delegationSigned: true } });
    const nameservers = [...service.config.nameservers];
    expectRefusal(await client.request('replaceNameservers', { domain, nameservers }), tooEarly);
    await service.advanceCalendar(dayMs);
    await untilPhase(client, domain, 'waiting_for_both_ds');
    const both = [own.ds, theirs].toSorted();
    expect((await signersAt(service, domain)).toSorted()).toEqual(both);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'shared');
    await client.call('replaceNameservers', { domain, nameservers });
    await untilNameservers(service, domain, nameservers);
    await client.call('enableDnssec', { domain, foreignKeys: [] });
    await untilPhase(client, domain, 'waiting_for_nameservers');
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'waiting_for_foreign_ds');
    expect(await signersAt(service, domain)).toEqual([own.ds]);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'on');
    expect(await servedSet(service, domain, rrTypes.DNSKEY)).toEqual([own.dnskey]);
    expect((await dnssecOf(client, domain)).keys).toMatchObject([{ stage: 'current' }]);
  });

  it('stays where it is when it is turned off before', async () => {
    const { client } = await service.workspace();
    const key = foreignKey(257);
    const domain = await domainAway(service, client, key);
    const theirs = dsOfKey(domain, key);
    await client.call('enableDnssec', { domain, foreignKeys: [key] });
    await untilPhase(client, domain, 'waiting_for_caches');
    const stopped = (await client.call('disableDnssec', { domain })).dnssec;
    expect(stopped).toMatchObject({ state: 'on', phase: 'on', foreignDs: [theirs], keys: [] });
    await service.untilNoJobs(domain);
    expect(await signersAt(service, domain)).toEqual([theirs]);
    await until('it can begin again', async () => {
      const again = await client.request('enableDnssec', { domain, foreignKeys: [key] });
      return again.status === 200;
    });
  });
});

describeService('keys of another operator', (service) => {
  it('409: for a domain that is not signed, is being signed, or has other ones', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const given = { domain, foreignKeys: [foreignKey(257)] };
    expectRefusal(await client.request('enableDnssec', given), unavailable);
    expectRefusal(await client.request('enableDnssec', { domain, foreignKeys: [] }), unavailable);
    await client.call('enableDnssec', { domain });
    expectRefusal(await client.request('enableDnssec', given), unavailable);
    await untilPhase(client, domain, 'waiting_for_caches');
    await service.advanceCalendar(dayMs);
    await untilPhase(client, domain, 'on');
    await client.call('enableDnssec', given);
    const other = { domain, foreignKeys: [foreignKey(257)] };
    expectRefusal(await client.request('enableDnssec', other), unavailable);
    const { foreignKeys } = await dnssecOf(client, domain);
    expect(foreignKeys.map(({ dnskey }) => dnskey)).toEqual(given.foreignKeys);
  });

  it('400: those that are none, and nothing is changed', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    const [own] = (await dnssecOf(client, domain)).keys;
    const good = foreignKey(257);
    const point = good.split(' ')[3] ?? '';
    const cases: readonly (readonly [string, readonly string[], string])[] = [
      ['other flags', [`0 3 13 ${point}`], 'foreignKeys[0]'],
      ['a revoked key', [`385 3 13 ${point}`], 'foreignKeys[0]'],
      ['another protocol', [`257 2 13 ${point}`], 'foreignKeys[0]'],
      ['another algorithm', [`257 3 8 ${point}`], 'foreignKeys[0]'],
      ['an unknown algorithm', [`257 3 99 ${point}`], 'foreignKeys[0]'],
      ['a short key', ['257 3 13 AAAA'], 'foreignKeys[0]'],
      ['a long key', [`257 3 13 ${Buffer.alloc(65, 1).toString('base64')}`], 'foreignKeys[0]'],
      [
        'no point on the curve',
        [`257 3 13 ${Buffer.alloc(64, 1).toString('base64')}`],
        'foreignKeys[0]',
      ],
      ['no base64', ['257 3 13 ***'], 'foreignKeys[0]'],
      ['missing fields', ['257 3 13'], 'foreignKeys[0]'],
      ['a whole record', [`${domain}. IN DNSKEY ${good}`], 'foreignKeys[0]'],
      ['a text that is too long', [`${good} ${'A'.repeat(1_000)}`], 'foreignKeys[0]'],
      ['the same key twice', [good, good.replace('3 13 ', '3  13  ')], 'foreignKeys[1]'],
      ['the own key', [own?.dnskey ?? ''], 'foreignKeys[0]'],
      ['no entry point', [foreignKey(256)], 'foreignKeys'],
      ['nine keys', Array.from({ length: 9 }, () => foreignKey(257)), 'foreignKeys'],
    ];
    for (const [what, foreignKeys, path] of cases) {
      const refused = await client.request('enableDnssec', {
        domain,
        foreignKeys: [...foreignKeys],
      });
      expect([what, refused.status]).toEqual([what, 400]);
      expectRefusal(refused, { status: 400, code: 'invalid_request', fields: [path] });
    }
    for (const other of [{ ds: [dsOfKey(domain, good)] }, { followCds: true }]) {
      const both = { domain, foreignKeys: [good], ...other };
      const refused = await client.request('enableDnssec', both);
      expectRefusal(refused, { status: 400, code: 'invalid_request', fields: ['foreignKeys'] });
    }
    expect(await dnssecOf(client, domain)).toMatchObject({ phase: 'on', foreignKeys: [] });
  });
});

/** A domain that the operator of this key signs. */
async function domainAway(service: TestService, client: ApiClient, key: string): Promise<string> {
  const domain = await service.liveDomain(client);
  await client.call('replaceNameservers', { domain, nameservers: away });
  await service.untilNoJobs(domain);
  await client.call('enableDnssec', { domain, ds: [dsOfKey(domain, key)], force: true });
  await untilPhase(client, domain, 'on');
  return domain;
}

async function untilNameservers(
  service: TestService,
  domain: string,
  nameservers: readonly string[],
): Promise<void> {
  const wanted = nameservers.toSorted().join();
  await until('the registry has the nameservers', async () => {
    return (await service.registrar.info(domain))?.nameservers.toSorted().join() === wanted;
  });
}
