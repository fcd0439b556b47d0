/** A signed domain whose key cannot be decrypted, because the secret file is lost, or is an older one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '@hostmaster/contract/durations';
import { decodeMessage, encodeMessage, makeQuery, Name, rrTypes } from '@hostmaster/dns';
import { ZoneKey } from '@hostmaster/dns/dnssec';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService, type TestService } from '@hostmaster/test-rig/service';
import { afterAll, expect, it } from 'vitest';
import { openSecretBox } from '../../packages/server/src/base/secret-box.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { listZoneKeys } from '../../packages/server/src/storage/queries/zones/signing.ts';
import { updateAll } from '../../packages/server/src/storage/row-write.ts';
import { zoneKeys } from '../../packages/server/src/storage/tables/zones/zone-keys.ts';
import { Operator } from '../cli/operator.ts';
import { RawClient } from '../dns/raw-exchange.ts';
import { domainId } from '../dns/sign-domain.ts';
import { dnssecOf, signedDomain, signersAt, untilPhase } from './dnssec-phases.ts';

const directory = await mkdtemp(join(tmpdir(), 'lost-key-'));
afterAll(() => rm(directory, { recursive: true }));

describeService('DNSSEC without the key of the zone', (service) => {
  it('503: the zone is served as it is, and turned off and on again without the old key', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.1' });
    const [old] = (await dnssecOf(client, domain)).keys;
    await loseKey(service, domain);

    const before = await client.call('listRecords', { domain });
    const record = { domain, type: 'A', name: 'late', value: '192.0.2.2' } as const;
    const refused = await client.request('createRecord', record);
    expectRefusal(refused, { status: 503, code: 'storage_unavailable' });
    expect(JSON.stringify(refused.body)).toContain('restore the secret file');
    expect(await client.call('listRecords', { domain })).toEqual(before);
    expect(await typesServed(service, `www.${domain}`)).toEqual([rrTypes.A, rrTypes.RRSIG]);

    await client.call('disableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    expect(await signersAt(service, domain)).toEqual([]);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, null);
    await client.call('createRecord', record);
    expect(await typesServed(service, `late.${domain}`)).toEqual([rrTypes.A]);

    await client.call('enableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_caches');
    await service.advanceCalendar(dayMs);
    await untilPhase(client, domain, 'on');
    const [key] = (await dnssecOf(client, domain)).keys;
    expect(key?.ds).not.toBe(old?.ds);
    expect(await signersAt(service, domain)).toEqual([key?.ds]);
  });

  it('503: a private key that is not the one of the DNSKEY record signs nothing', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    await makeKeyStale(service, domain);
    const record = { domain, type: 'A', name: 'late', value: '192.0.2.2' } as const;
    const refused = await client.request('createRecord', record);
    expectRefusal(refused, { status: 503, code: 'storage_unavailable' });
    expect(JSON.stringify(refused.body)).toContain('is not the one of its DNSKEY record');
    const exported = await new Operator(service.place).refused(
      ...['dnssec', 'export-key', domain, '--out', join(directory, 'stale')],
    );
    expect(exported).toContain('is not the one of its DNSKEY record');

    await client.call('disableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, null);
    await client.call('createRecord', record);
  });

  it('a phase that cannot sign says why, and goes on when the secret file is restored', async () => {
    const { client } = await service.workspace();
    const domain = await signedDomain(service, client);
    const restore = await loseKey(service, domain);
    await client.call('rollDnssec', { domain });
    const waiting = await dnssecOf(client, domain);
    expect(waiting.phase).toBe('adding_key');
    expect(waiting.waitsFor).toMatch(
      /^A private key of the zone cannot be decrypted, or .* has to restore it/,
    );
    await restore();
    await untilPhase(client, domain, 'waiting_for_key_in_caches');
  });
});

/** As if the row of the key came from a backup of before the zone got its current one. */
async function makeKeyStale(service: TestService, domain: string): Promise<void> {
  const older = openSecretBox(service.config.secretFile).seal(ZoneKey.generate().toPem());
  const id = await domainId(service, domain);
  await persistChange(service.database, {
    rows: [updateAll(zoneKeys, { domainId: id }, { privateKey: older })],
  });
}

/** As if the service had started with a new secret file. Returns what restores the old one. */
async function loseKey(service: TestService, domain: string): Promise<() => Promise<void>> {
  const other = openSecretBox(join(directory, `${domain}.key`));
  const id = await domainId(service, domain);
  const [key] = await service.database.all(listZoneKeys, { domainId: id });
  if (key === undefined) throw new Error(`${domain} is not signed.`);
  const { dnskey, privateKey: before } = key;
  const put = (privateKey: string) =>
    persistChange(service.database, {
      rows: [updateAll(zoneKeys, { domainId: id, dnskey }, { privateKey })],
    });
  await put(other.seal('lost'));
  return () => put(before);
}

/** The types of the answer for addresses, to a client that asks for DNSSEC. */
async function typesServed(service: TestService, name: string): Promise<number[]> {
  await using client = await RawClient.open(service.dnsPort);
  const query = makeQuery(1, { name: Name.parse(name), type: rrTypes.A });
  const edns = { udpPayloadBytes: 1_232, version: 0, dnssecOk: true, options: [] };
  const packet = encodeMessage({ ...query, edns });
  return decodeMessage(await client.ask('tcp', packet)).answers.map(({ type }) => type);
}
