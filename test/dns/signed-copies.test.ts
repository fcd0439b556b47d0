/**
 * Knot, BIND and NSD follow a signed zone through random changes of all kinds, also of the addresses that an alias
 * resolves to: after each they have what the service has, and the programs of all accept it. A client of unbound, which validates from a private parent,
 * asks Knot all the time.
 */
import { Name, presentRdata, type ResourceRecord, rrTypes, soaSerial } from '@hostmaster/dns';
import { query } from '@hostmaster/test-rig/any-query';
import {
  haveSameSerial,
  type Peer,
  requireDnsPeers,
  startSecondary,
} from '@hostmaster/test-rig/dns-peers';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { randomNumbers, testSeed } from '@hostmaster/test-rig/seed';
import { TestService, until } from '@hostmaster/test-rig/service';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { listZoneKeys } from '../../packages/server/src/storage/queries/zones/signing.ts';
import { updateAll } from '../../packages/server/src/storage/row-write.ts';
import { flatteningTargets } from '../../packages/server/src/storage/tables/zones/flattening-targets.ts';
import { presentSigner, signerOf } from '../../packages/server/src/zones/delegation-signers.ts';
import { Operator } from '../cli/operator.ts';
import { startResolver, type TestResolver } from '../dns-update/resolver.ts';
import { askWhole } from './ask-transfer.ts';
import { ContinuousClient, createAskedRecords } from './continuous-client.ts';
import { PrivateParent } from './private-parent.ts';
import { aliasTarget, arbitraryEdit, isAccepted } from './random-edits.ts';
import { domainId, signDomain } from './sign-domain.ts';
import { ValidatingResolver } from './validating-resolver.ts';
import { useZoneCheckers } from './zone-checkers.ts';
import { comparable } from './zone-copy.ts';

/** npm run test:long. */
const isLong = process.env.HOSTMASTER_TEST_LONG !== undefined;
/** A fifth of them is refused, such as a record below a DNAME. */
const edits = isLong ? 1_300 : 12;
/** Those that the client asks for. */
const names = 10;
/** The addresses of the target change with one of so many of them. */
const editsPerAddress = 10;

const findTarget = query<{ name: string }>()(({ db, p }) =>
  db.selectFrom('flattening_targets').select(flatteningTargets.select()).where('name', '=', p.name),
).decodedBy(flatteningTargets);

describeOnBothEngines('a signed zone on secondaries', (engine) => {
  const faultsIn = useZoneCheckers();
  let outside: TestResolver;
  let service: TestService;
  let peers: readonly Peer[];
  /** What the alias has resolved to in the versions that were compared. */
  const flattened = new Set<string>();

  beforeAll(async () => {
    requireDnsPeers();
    outside = await startResolver();
    const settings = {
      HOSTMASTER_RESOLVER: outside.address,
      HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: 'true',
    };
    service = new TestService(engine, { settings });
    await service.start();
    const { place, dnsPort: primaryPort } = service;
    const start = (kind: 'knot' | 'bind' | 'nsd') =>
      startSecondary(kind, { engine, place, primaryPort });
    peers = [await start('knot'), await start('bind'), await start('nsd')];
  }, 600_000);
  afterAll(async () => {
    await service.stop();
    await outside.close();
  });

  const title = `is the same and valid on each after each random change, seed ${testSeed}`;
  it(title, { timeout: 7_200_000 }, async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await createAskedRecords(client, { domain, names });
    await moveTarget(1);
    await client.call('createRecord', { domain, type: 'ALIAS', name: 'flat', value: aliasTarget });
    await signDomain(service, domain);
    await expectSameAndValid(domain, 'signed');
    const resolver = await startValidator(domain);
    const random = randomNumbers(testSeed);
    const asking = new ContinuousClient({ resolver, domain, names, random, restMs: 20 });
    let changes = 0;
    try {
      const sample = fc.sample(arbitraryEdit, { seed: testSeed, numRuns: edits });
      for (const [index, edit] of sample.entries()) {
        if (index % editsPerAddress === editsPerAddress / 2 && (await moveTarget(index))) {
          changes += 1;
          asking.phase = `${changes}: other addresses of the target`;
          await expectSameAndValid(domain, asking.phase);
        }
        if (!(await isAccepted(client, domain, edit))) continue;
        changes += 1;
        asking.phase = `${changes}: ${JSON.stringify(edit)}`;
        await expectSameAndValid(domain, asking.phase);
        await asking.untilAnswers(4);
      }
    } finally {
      await asking.stop();
    }
    expect(asking.faults, resolver.log()).toEqual([]);
    expect(flattened.size).toBeGreaterThan(isLong ? 10 : 0);
    if (isLong) expect(changes).toBeGreaterThanOrEqual(1_000);
  });

  /** It finds the zone at Knot, and its DS record in the zone of a private parent. */
  async function startValidator(domain: string): Promise<ValidatingResolver> {
    const [{ port: childPort } = expect.unreachable()] = peers;
    const keys = await service.database.all(listZoneKeys, {
      domainId: await domainId(service, domain),
    });
    const signers = keys.map(({ dnskey }) => presentSigner(signerOf(domain, dnskey)));
    const delegation = await new Operator(service.place).text('sandbox', 'zone', 'com');
    const parent = await PrivateParent.create({ domain, childPort });
    engine.afterwards(() => parent.stop());
    const records = signers.map((ds) => `${domain}. 300 IN DS ${ds}\n`);
    await parent.publish(`${delegation}${records.join('')}`);
    const [parentPort, childPorts] = [parent.port, [childPort]];
    const place = { domain, anchor: parent.key, parentPort, childPorts };
    const resolver = await ValidatingResolver.start(place);
    engine.afterwards(() => resolver.stop());
    return resolver;
  }

  /** The target has other addresses, and the service knows them; false where nothing follows it. */
  async function moveTarget(number: number): Promise<boolean> {
    const address = `198.51.100.${(number % 250) + 1}`;
    const more = number % 2 === 0 ? [`${aliasTarget}. 300 AAAA 2001:db8::${number}`] : [];
    outside.set(aliasTarget, [`${aliasTarget}. 300 A ${address}`, ...more]);
    const found = () => service.database.first(findTarget, { name: aliasTarget });
    if ((await found()) === undefined) return false;
    await persistChange(service.database, {
      rows: [updateAll(flatteningTargets, { name: aliasTarget }, { refreshAt: 0 })],
    });
    let target: Awaited<ReturnType<typeof found>>;
    await until('the target was looked up', async () => {
      target = await found();
      return target === undefined || target.addresses.includes(address);
    });
    return target !== undefined;
  }

  async function expectSameAndValid(domain: string, when: string): Promise<void> {
    const [first = expect.unreachable()] = peers;
    const ports = [service.dnsPort, ...peers.map(({ port }) => port)];
    let records: readonly ResourceRecord[] = [];
    let copies: readonly (readonly ResourceRecord[])[] = [];
    await until(`${when}: all have one version`, async () => {
      if (!(await haveSameSerial(domain, ports))) return false;
      records = await askWhole(service, { zone: domain, key: first.key });
      // A server that is loading a change may close connections.
      copies = await Promise.all(
        peers.map(({ port, key }) =>
          askWhole({ dnsPort: port }, { zone: domain, key }).catch(() => []),
        ),
      );
      return copies.every((copy) => serialOf(copy) === serialOf(records));
    });
    const served = comparable(records);
    for (const [index, copy] of copies.entries()) {
      expect(comparable(copy), `${when}: ${peers[index]?.kind}`).toEqual(served);
    }
    for (const record of records) {
      const address = record.type === rrTypes.A ? presentRdata(record) : '';
      if (address.startsWith('198.51.100.')) flattened.add(address);
    }
    // One copy stands for all, which are the same.
    expect(await faultsIn(Name.parse(domain), records), when).toEqual([]);
  }
});

/** Null for what is no zone. */
function serialOf([soa]: readonly ResourceRecord[]): number | null {
  return soa === undefined ? null : soaSerial(soa.rdata);
}
