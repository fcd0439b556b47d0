/**
 * Knot, BIND and NSD follow a signed zone through random changes of all kinds: after each they have what the
 * service has, and the programs of all accept it. A client of unbound, which validates from a private parent,
 * asks Knot all the time.
 */
import { Name } from '@hostmaster/dns';
import {
  haveSameSerial,
  type Peer,
  requireDnsPeers,
  startSecondary,
} from '@hostmaster/test-rig/dns-peers';
import { randomNumbers, testSeed } from '@hostmaster/test-rig/seed';
import { describeService, until } from '@hostmaster/test-rig/service';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { listZoneKeys } from '../../packages/server/src/storage/queries/zones/signing.ts';
import { presentSigner, signerOf } from '../../packages/server/src/zones/delegation-signers.ts';
import { Operator } from '../cli/operator.ts';
import { askWhole, untilWhole } from './ask-transfer.ts';
import { ContinuousClient, createAskedRecords } from './continuous-client.ts';
import { PrivateParent } from './private-parent.ts';
import { arbitraryEdit, isAccepted } from './random-edits.ts';
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

describeService('a signed zone on secondaries', (service, engine) => {
  const faultsIn = useZoneCheckers();
  let peers: readonly Peer[];

  beforeAll(async () => {
    requireDnsPeers();
    const { place, dnsPort: primaryPort } = service;
    const start = (kind: 'knot' | 'bind' | 'nsd') =>
      startSecondary(kind, { engine, place, primaryPort });
    peers = [await start('knot'), await start('bind'), await start('nsd')];
  }, 600_000);

  const title = `is the same and valid on each after each random change, seed ${testSeed}`;
  it(title, { timeout: 7_200_000 }, async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await createAskedRecords(client, { domain, names });
    await signDomain(service, domain);
    await expectSameAndValid(domain, 'signed');
    const resolver = await startResolver(domain);
    const random = randomNumbers(testSeed);
    const asking = new ContinuousClient({ resolver, domain, names, random, restMs: 20 });
    let changes = 0;
    try {
      for (const edit of fc.sample(arbitraryEdit, { seed: testSeed, numRuns: edits })) {
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
    if (isLong) expect(changes).toBeGreaterThanOrEqual(1_000);
  });

  /** It finds the zone at Knot, and its DS record in the zone of a private parent. */
  async function startResolver(domain: string): Promise<ValidatingResolver> {
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

  async function expectSameAndValid(domain: string, when: string): Promise<void> {
    const ports = [service.dnsPort, ...peers.map(({ port }) => port)];
    await until(`${when}: all have it`, () => haveSameSerial(domain, ports));
    const [first = expect.unreachable()] = peers;
    const records = await askWhole(service, { zone: domain, key: first.key });
    const served = comparable(records);
    for (const peer of peers) {
      const copy = await untilWhole({ dnsPort: peer.port }, { zone: domain, key: peer.key });
      expect(comparable(copy), `${when}: ${peer.kind}`).toEqual(served);
    }
    // One copy stands for all, which are the same.
    expect(await faultsIn(Name.parse(domain), records), when).toEqual([]);
  }
});
