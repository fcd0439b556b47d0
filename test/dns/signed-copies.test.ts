/**
 * Knot, BIND and NSD follow a signed zone through random changes of all kinds: after each they have what the
 * service has, and the programs of all accept it.
 */
import { Name, type ResourceRecord } from '@hostmaster/dns';
import {
  haveSameSerial,
  type Peer,
  requireDnsPeers,
  startSecondary,
} from '@hostmaster/test-rig/dns-peers';
import { testSeed } from '@hostmaster/test-rig/seed';
import { describeService, until } from '@hostmaster/test-rig/service';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { askWhole } from './ask-transfer.ts';
import { arbitraryEdit, isAccepted } from './random-edits.ts';
import { signDomain } from './sign-domain.ts';
import { useZoneCheckers } from './zone-checkers.ts';
import { comparable } from './zone-copy.ts';

/** npm run test:long. */
const isLong = process.env.HOSTMASTER_TEST_LONG !== undefined;
/** A fifth of them is refused, such as a record below a DNAME. */
const edits = isLong ? 1_300 : 12;

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
    await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.1' });
    await signDomain(service, domain);
    await expectSameAndValid(domain, 'signed');
    let changes = 0;
    for (const edit of fc.sample(arbitraryEdit, { seed: testSeed, numRuns: edits })) {
      if (!(await isAccepted(client, domain, edit))) continue;
      changes += 1;
      await expectSameAndValid(domain, `${changes}: ${JSON.stringify(edit)}`);
    }
    if (isLong) expect(changes).toBeGreaterThanOrEqual(1_000);
  });

  async function expectSameAndValid(domain: string, when: string): Promise<void> {
    const ports = [service.dnsPort, ...peers.map(({ port }) => port)];
    await until(`${when}: all have it`, () => haveSameSerial(domain, ports));
    const [first = expect.unreachable()] = peers;
    const records = await whole(service.dnsPort, { domain, peer: first });
    const served = comparable(records);
    for (const peer of peers) {
      // A server that is loading a change may close connections.
      let copy: readonly ResourceRecord[] = [];
      await until(`${when}: ${peer.kind} sends it`, async () => {
        copy = await whole(peer.port, { domain, peer }).catch(() => []);
        return copy.length > 0;
      });
      expect(comparable(copy), `${when}: ${peer.kind}`).toEqual(served);
    }
    // One copy stands for all, which are the same.
    expect(await faultsIn(Name.parse(domain), records), when).toEqual([]);
  }

  function whole(
    dnsPort: number,
    { domain, peer }: { readonly domain: string; readonly peer: Peer },
  ): Promise<readonly ResourceRecord[]> {
    return askWhole({ dnsPort }, { zone: domain, key: peer.key });
  }
});
