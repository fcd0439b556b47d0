/** Registries that take DS records, keys, or both together (RFC 5910), and a lifetime of signatures. */
import { dayMs } from '@hostmaster/contract/durations';
import { ZoneKey } from '@hostmaster/dns/dnssec';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { afterAll, expect, it } from 'vitest';
import { untilFound } from '../api/cds-checks.ts';
import { apexOf, cdsOf, dsOf as dsOfKey, serving, startCdsOperator } from '../api/cds-operator.ts';
import { dnssecOf, untilPhase } from '../api/dnssec-phases.ts';
import { startKeyResolver } from '../api/key-resolver.ts';
import { type EppService, openEppService } from './epp-service.ts';
import { untilDsRefused } from './refused-ds.ts';

const unavailable = { status: 409, code: 'dnssec_unavailable' } as const;
const resolver = await startKeyResolver();
afterAll(() => resolver.close());
const { settings, dsOf } = resolver;

describeOnBothEngines('a registry', (engine) => {
  it.each([
    { what: 'DS records with a lifetime', dnssecData: 'ds', demandsSigLife: true },
    { what: 'keys', dnssecData: 'key', demandsSigLife: false },
    { what: 'keys with a lifetime', dnssecData: 'key', demandsSigLife: true },
    { what: 'DS records with keys and a lifetime', dnssecData: 'both', demandsSigLife: true },
  ] as const)('that demands $what gets it, also when replies are lost', async (demands) => {
    const { dnssecData, demandsSigLife } = demands;
    const entry = { dnssecData, ...(demandsSigLife ? { maxSigLifeDays: 14 } : {}) };
    const service = await openEppService(engine, { dnssecData, demandsSigLife, entry });
    const { client } = service;
    const { faults } = service.registry.front;
    const domain = 'forms-of-looms.com';
    await service.register(domain);
    await service.settled();
    const loseReply = () => faults.add({ kind: 'drop-after-commit', type: 'domain:update' });

    await client.call('enableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_caches');
    loseReply();
    await service.advance(dayMs);
    await untilPhase(client, domain, 'on');
    await expectSigners(service, domain, 1);

    await client.call('rollDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_key_in_caches');
    loseReply();
    await service.advance(dayMs);
    await untilPhase(client, domain, 'waiting_for_new_ds');
    await expectSigners(service, domain, 2);
    loseReply();
    await service.advance(2 * dayMs);
    await untilPhase(client, domain, 'waiting_for_old_ds');
    await service.advance(2 * dayMs);
    await untilPhase(client, domain, 'on');
    await expectSigners(service, domain, 1);

    await client.call('disableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    expect(await signersOf(service, domain)).toEqual([]);
  });

  it('that takes keys says so where that is not configured', async () => {
    const service = await openEppService(engine, { dnssecData: 'key' });
    const domain = 'wrong-form.com';
    await untilDsRefused(service, domain, 'Only the key interface is offered');
    expect(await signersOf(service, domain)).toEqual([]);
  });

  it('that takes keys gets those of another operator, as its nameservers publish them', async () => {
    const entry = { dnssecData: 'key' };
    const service = await openEppService(engine, { dnssecData: 'key', entry, settings });
    const { client } = service;
    const domain = 'signed-elsewhere.com';
    await domainAway(service, client, domain);
    const unknown = `4711 13 2 ${'AB'.repeat(32)}`;
    for (const force of [false, true]) {
      const ds = [dsOf(domain), unknown];
      const refused = await client.request('enableDnssec', { domain, ds, force });
      expectRefusal(refused, { ...unavailable, fields: ['ds[1]'] });
    }
    await client.call('enableDnssec', { domain, ds: [dsOf(domain)] });
    await untilPhase(client, domain, 'on');
    const [signer, ...others] = await signersOf(service, domain);
    expect(others).toEqual([]);
    expect(signer).toMatchObject({ text: dsOf(domain), key: { flags: 257, algorithm: 13 } });
    const again = (await client.call('enableDnssec', { domain, ds: [dsOf(domain)] })).dnssec;
    expect(again).toMatchObject({ phase: 'on', foreignDs: [dsOf(domain)] });
    await client.call('disableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    expect(await signersOf(service, domain)).toEqual([]);

    const silent = 'lost-elsewhere.com';
    await domainAway(service, client, silent);
    const refused = await client.request('enableDnssec', { domain: silent, ds: [unknown] });
    expectRefusal(refused, unavailable);
    expect(JSON.stringify(refused.body)).toContain('no resolver has answered');
  });

  it('that takes keys gets those of followed CDS records', async () => {
    const operator = await startCdsOperator({ knowsKeys: true });
    engine.afterwards(() => operator.close());
    const { nameserverPort } = operator;
    const service = await openEppService(engine, {
      dnssecData: 'key',
      entry: { dnssecData: 'key' },
      settings: operator.settings,
      nameserverPort,
    });
    const { client } = service;
    const domain = 'keys-elsewhere.com';
    const [old, next] = [ZoneKey.generate(), ZoneKey.generate()];
    await domainAway(service, client, domain);
    // With SHA-384; the registry makes a DS record with SHA-256 of the key.
    const cds = [cdsOf(domain, next, 4)];
    operator.serve(domain, serving(apexOf(domain, { keys: [old, next], cds, cdnskeys: [] })));
    await client.call('enableDnssec', { domain, ds: [dsOfKey(domain, old)] });
    await untilPhase(client, domain, 'on');
    await client.call('enableDnssec', { domain, followCds: true });
    await untilFound(client, domain);
    await untilPhase(client, domain, 'on');
    const signers = await signersOf(service, domain);
    expect(signers).toMatchObject([{ text: dsOfKey(domain, next), key: { algorithm: 13 } }]);
    expect((await dnssecOf(client, domain)).foreignDs).toEqual([dsOfKey(domain, next)]);
  });
});

/** The registry has the DS records of as many keys as the API shows, in the form that it demands. */
async function expectSigners(service: EppService, domain: string, count: number): Promise<void> {
  const { keys } = await dnssecOf(service.client, domain);
  expect(keys).toHaveLength(count);
  const signers = await signersOf(service, domain);
  expect(signers.map(({ text }) => text).toSorted()).toEqual(keys.map(({ ds }) => ds).toSorted());
}

async function signersOf(service: EppService, domain: string) {
  const objects = await service.objects();
  const object = objects.find(({ name }) => name === domain);
  if (object === undefined) return expect.unreachable();
  return object.dnssec.map(({ keyTag, algorithm, digestType, digest, key }) => ({
    text: [keyTag, algorithm, digestType, digest].join(' '),
    key,
  }));
}

async function domainAway(service: EppService, client: ApiClient, domain: string): Promise<void> {
  await service.register(domain);
  await service.settled();
  const nameservers = ['ns1.example.net', 'ns2.example.net'];
  await client.call('replaceNameservers', { domain, nameservers });
  await service.settled();
}
