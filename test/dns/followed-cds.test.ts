/**
 * CDS and CDNSKEY records of another operator with real parts: Knot signs the zone and replaces its key, BIND
 * is the parent as the sandbox registry publishes it, and unbound validates.
 */
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { freePort, requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { TestService } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkCds, untilFound } from '../api/cds-checks.ts';
import { dnssecOf, signersAt, typesOf, untilPhase } from '../api/dnssec-phases.ts';
import { Operator } from '../cli/operator.ts';
import { KnotSigner } from './knot-signer.ts';
import { PrivateParent } from './private-parent.ts';
import { ValidatingResolver } from './validating-resolver.ts';

const domain = 'signed-elsewhere.com';
const operatorZone = 'operator.net';
const hosts = [`ns1.${operatorZone}`, `ns2.${operatorZone}`] as const;
const resolverPort = await freePort();
const knotPort = await freePort();
const settings = {
  HOSTMASTER_RESOLVER: `127.0.0.1:${resolverPort}`,
  HOSTMASTER_DNSSEC_RESOLVER: `127.0.0.1:${resolverPort}`,
  HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: 'true',
};

describeOnBothEngines('CDS records of Knot', (engine) => {
  const service = new TestService(engine, { settings, nameserverPort: () => knotPort });
  let client: ApiClient;
  let operator: Operator;
  let knot: KnotSigner;
  let parent: PrivateParent;
  let resolver: ValidatingResolver;

  beforeAll(async () => {
    requireDnsPeers();
    await service.start();
    ({ client } = await service.workspace());
    operator = new Operator(service.place);
    await service.liveDomain(client, domain);
    await client.call('replaceNameservers', { domain, nameservers: [...hosts] });
    await service.untilNoJobs(domain);
    knot = await KnotSigner.start({
      port: knotPort,
      zones: { [domain]: childZone, [operatorZone]: zoneOf([]) },
    });
    engine.afterwards(() => knot.stop());
    parent = await PrivateParent.create({ domain, childPort: knotPort });
    engine.afterwards(() => parent.stop());
    await parent.publish(await parentZone());
    const [key] = await knot.read(operatorZone, 'DNSKEY');
    resolver = await ValidatingResolver.start({
      domain,
      anchor: parent.key,
      parentPort: parent.port,
      childPorts: [knotPort],
      port: resolverPort,
      beside: { zone: operatorZone, anchor: `${operatorZone}. IN DNSKEY ${key}` },
    });
    engine.afterwards(() => resolver.stop());
  });
  afterAll(() => service.stop());

  const parentZone = () => operator.text('sandbox', 'zone', 'com');

  /** The parent has what the registry has, and the resolver has forgotten what it had before. */
  async function publish(): Promise<void> {
    await parent.replace(await parentZone());
    await forget();
  }

  async function forget(): Promise<void> {
    for (const zone of ['com', operatorZone]) await resolver.control('flush_zone', zone);
  }

  async function expectValid(): Promise<void> {
    expect(await parent.delv(domain, 'A')).toContain('; fully validated');
    await forget();
    expect(await resolver.ask(domain)).toBe('192.0.2.1');
  }

  const finding = async () => (await dnssecOf(client, domain)).cdsFinding;
  const served = async () => (await knot.read(domain, 'CDS')).map((ds) => ds.toUpperCase());

  it('lead to the first DS record when each nameserver has them in its signed zone', async () => {
    await client.call('enableDnssec', { domain, followCds: true });
    await untilFound(client, domain);
    const [first, second] = hosts.map((host) => `_dsboot.${domain}._signal.${host}`);
    expect(await finding()).toBe(
      `The records at ${first} differ from those that the nameservers publish.`,
    );
    const sets = await Promise.all(
      ['CDS', 'CDNSKEY'].map(async (type) => {
        const data = await knot.read(domain, type);
        return data.map((each) => ` ${type} ${each}`);
      }),
    );
    const signal = (host: string, lines: readonly string[]) =>
      lines.map((line) => `_dsboot.${domain}._signal.${host}.${line}`);
    const records = sets.flat();

    // Only one of the two hosts has them.
    await knot.replaceZone(operatorZone, zoneOf(signal(hosts[0], records)));
    await forget();
    await checkCds(service, client, domain);
    expect(await finding()).toContain(`${second} differ`);
    expect(await dnssecOf(client, domain)).toMatchObject({ state: 'off', foreignDs: [] });

    // One of the two types is missing.
    const half = [...signal(hosts[0], records), ...signal(hosts[1], records.slice(0, 1))];
    await knot.replaceZone(operatorZone, zoneOf(half));
    await forget();
    await checkCds(service, client, domain);
    expect(await finding()).toContain(`${second} differ`);
    expect(await signersAt(service, domain)).toEqual([]);

    await knot.replaceZone(operatorZone, zoneOf(hosts.flatMap((host) => signal(host, records))));
    await forget();
    await checkCds(service, client, domain);
    await untilPhase(client, domain, 'sending_ds');
    await service.untilNoJobs(domain);
    expect(await signersAt(service, domain)).toEqual(await served());
    await publish();
    await untilPhase(client, domain, 'on');
    await expectValid();
    expect(await typesOf(client, domain)).toContain('dnssec.ds_followed');
  });

  it('follow a key that Knot replaces, and the name stays valid', async () => {
    const [before] = await signersAt(service, domain);
    await knot.rollKey(domain);
    await expectValid();
    await checkCds(service, client, domain);
    await service.untilNoJobs(domain);
    const [after] = await signersAt(service, domain);
    expect(after).not.toBe(before);
    expect([after]).toEqual(await served());
    await publish();
    await untilPhase(client, domain, 'on');
    await expectValid();
    await knot.endRoll(domain);
    await expectValid();
    await checkCds(service, client, domain);
    expect(await finding()).toBe('The nameservers ask for the DS records that the registry has.');
  });

  it('remove the DS record when Knot asks for it', async () => {
    await knot.askForRemoval();
    await expectValid();
    await checkCds(service, client, domain);
    await service.untilNoJobs(domain);
    expect(await signersAt(service, domain)).toEqual([]);
    await publish();
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    expect(await resolver.ask(domain)).toBe('192.0.2.1');
    expect(await parent.delv(domain, 'A')).toContain('; unsigned answer');
  });
});

const childZone = `$TTL 1
@ SOA ${hosts[0]}. hostmaster.${operatorZone}. 1 60 60 600 1
@ NS ${hosts[0]}.
@ NS ${hosts[1]}.
@ A 192.0.2.1
`;

/** The zone of the operator, with these records. */
function zoneOf(lines: readonly string[]): string {
  return `$TTL 1
@ SOA ns1 hostmaster 1 60 60 600 1
@ NS ns1
@ NS ns2
ns1 A 127.0.0.1
ns2 A 127.0.0.2
${lines.map((line) => `${line}\n`).join('')}`;
}
