/**
 * Real nameservers as secondaries, with the configurations that docs/secondaries.md shows: they learn
 * zones from the catalog, follow every change, and drop what was released.
 */

import { chownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dayMs } from '@hostmaster/contract/durations';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { dig, type Peer, requireDnsPeers, startSecondary } from '@hostmaster/test-rig/dns-peers';
import { createEngine } from '@hostmaster/test-rig/engines';
import { runCommand } from '@hostmaster/test-rig/process';
import type { PeerKind } from '@hostmaster/test-rig/secondary-servers';
import { contact, TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSecondary } from './add-secondary.ts';
import { crowdedRecords, hostileRecords } from './hostile-records.ts';
import { expectedZone, fetchZone } from './zone-copy.ts';

const kinds: readonly PeerKind[] = ['knot', 'bind', 'nsd', 'pdns'];

describe('secondaries', () => {
  const engine = createEngine('sqlite');
  // Room for a set that no message can carry.
  const service = new TestService(engine, { fixedLimits: { charactersPerSet: 100_000 } });
  const peers = new Map<PeerKind, Peer>();
  const peerOf = (kind: PeerKind) => {
    const peer = peers.get(kind);
    if (peer === undefined) throw new Error(`${kind} did not start.`);
    return peer;
  };
  let client: ApiClient;
  const domain = 'all-types.com';

  beforeAll(async () => {
    requireDnsPeers();
    await service.start();
    client = (await service.workspace()).client;
    const { place, dnsPort: primaryPort } = service;
    for (const kind of kinds) {
      peers.set(kind, await startSecondary(kind, { engine, place, primaryPort }));
    }
  }, 600_000);
  afterAll(() => service.stop());

  it('the zone appears when the registry has confirmed, with everything saved before', async () => {
    const held = service.registry.hold('create', domain);
    await client.call('registerDomain', { domain, contact });
    for (const record of hostileRecords) await client.call('createRecord', { domain, ...record });
    for (const kind of kinds) {
      expect(await peerOf(kind).dig(domain, 'SOA')).toMatch(/status: (REFUSED|NXDOMAIN|SERVFAIL)/);
    }
    held.release();
    await service.untilLive(client, domain);
    await expectAllSecondariesHave(domain);
    const texts = await peerOf('knot').dig(`unicode.${domain}`, 'TXT', '+short');
    expect(texts).toBe(
      '"gr\\195\\188\\195\\159e aus M\\195\\188nchen \\226\\156\\147 \\230\\151\\165\\230\\156\\172"\n',
    );
  });

  it.each(kinds)('%s answers from it', async (kind) => {
    const peer = peerOf(kind);
    const short = (...args: string[]) => peer.dig(...args, '+short');
    expect(await short(`www.${domain}`, 'A')).toBe('192.0.2.2\n');
    expect(await short(`anything.${domain}`, 'A')).toBe('192.0.2.3\n');
    expect(await short(`xn--bcher-kva.${domain}`, 'CNAME')).toBe('xn--bcher-kva.example.net.\n');
    expect(await short(`_sip._tcp.${domain}`, 'SRV')).toBe('10 5 5060 sip.example.net.\n');
    expect(await peer.dig(`x.sub.${domain}`, 'A')).toMatch(
      /AUTHORITY SECTION:\s+sub\..*ns1\.sub\.example\.net/,
    );
    expect(await peer.dig(`b.c.d.${domain}`, 'TXT')).toMatch(/status: NOERROR[\s\S]*ANSWER: 0/);
    // An ALIAS without addresses: no data, and no answer of the wildcard.
    expect(await peer.dig(`flat.${domain}`, 'A')).toMatch(/status: NOERROR[\s\S]*ANSWER: 0/);
  });

  it('changes and deletions follow, as differences where the server can be trusted with them', async () => {
    const { records } = await client.call('listRecords', { domain });
    const find = (name: string) => records.find((record) => record.name === name)?.id ?? '';
    const since = service.log.length;
    await client.call('updateRecord', { domain, recordId: find('quotes'), value: 'changed' });
    await client.call('updateRecord', { domain, recordId: find('long'), name: 'moved', ttl: 120 });
    await client.call('deleteRecord', { domain, recordId: find('*') });
    await client.call('createRecord', { domain, type: 'A', name: 'new', value: '192.0.2.9' });
    await client.call('replaceNameservers', {
      domain,
      nameservers: ['ns.other.example', 'ns1.hostmaster.example'],
    });
    await expectAllSecondariesHave(domain);
    for (const kind of kinds) {
      const transfers = service.log
        .slice(since)
        .filter(
          ({ msg, zone, secondary }) => msg === 'transfer' && zone === domain && secondary === kind,
        );
      expect(transfers.length, kind).toBeGreaterThan(0);
      // PowerDNS is set up for whole zones; see docs/secondaries.md.
      const unexpected = kind === 'pdns' ? 'ixfr' : 'axfr';
      expect(new Set(transfers.map(({ kind: how }) => how)), kind).not.toContain(unexpected);
      expect(await peerOf(kind).dig(`new.${domain}`, 'A', '+short')).toBe('192.0.2.9\n');
      expect(await peerOf(kind).dig(`gone-wild.${domain}`, 'A')).toContain('NXDOMAIN');
    }
  });

  it('zone status shows what each has confirmed', async () => {
    await until('all have confirmed', async () =>
      (await status(domain)).secondaries.every((each) => each.current),
    );
    const { serial } = await fetchZone(peerOf('knot').port, domain, peerOf('knot'));
    expect(await status(domain)).toMatchObject({
      zone: domain,
      published: true,
      inCatalog: true,
      serial,
      secondaries: ['bind', 'knot', 'nsd', 'pdns'].map((name) => ({
        name,
        serial,
        current: true,
        problem: null,
        answerProblem: null,
      })),
    });
    const { warnings } = await status(domain);
    expect(warnings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^stored but not published/),
        expect.stringMatching(/^publishes nothing: nowhere\.invalid/),
      ]),
    );
  });

  it('secondary check finds nothing wrong with any of them', async () => {
    for (const kind of kinds) {
      const { code, stdout } = await runCommand(
        service.place,
        'secondary',
        'check',
        kind,
        '--json',
      );
      const { steps } = JSON.parse(stdout) as SecondaryCheck;
      expect(
        steps.filter(({ ok }) => !ok),
        kind,
      ).toEqual([]);
      expect(steps.map(({ step }) => step)).toEqual([
        'connection',
        'key',
        'clock',
        'catalog',
        'zone',
      ]);
      expect(code).toBe(0);
    }
  });

  it('secondary check finds a PowerDNS that cannot write its database', async () => {
    const pdns = peerOf('pdns');
    const database = join(pdns.directory, 'pdns.sqlite3');
    const { uid, gid } = statSync(database);
    await pdns.stop();
    // As when root has made it: the server runs as pdns.
    chownSync(database, 0, 0);
    await pdns.start();
    const zone = await service.liveDomain(client, 'unwritten.com');
    const check = () => runCommand(service.place, 'secondary', 'check', 'pdns');
    await until(
      'the catalog was sent',
      async () => /PROBLEM {2}catalog .*does not serve unwritten\.com/.test((await check()).stdout),
      60_000,
    );
    expect((await check()).code).toBe(1);
    await pdns.stop();
    chownSync(database, uid, gid);
    await pdns.start();
    await expectAllSecondariesHave(zone);
    await until('all is well', async () => (await check()).code === 0, 60_000);
  });

  it('secondary check and zone status say what is wrong with one that has no key of ours', async () => {
    const { port } = peerOf('knot');
    await addSecondary(service.place, { name: 'stranger', address: `127.0.0.1:${port}` });
    await addSecondary(service.place, { name: 'absent', address: '127.0.0.1:1' });
    await client.call('createRecord', { domain, type: 'TXT', name: 'why', value: 'behind' });
    const stateOf = async (name: string) =>
      (await status(domain)).secondaries.find((each) => each.name === name);
    await until('NOTIFY was answered', async () => {
      const states = [await stateOf('stranger'), await stateOf('absent')];
      return states.every((state) => state !== undefined && state.notifyAnswer !== null);
    });
    expect(await stateOf('stranger')).toMatchObject({
      current: false,
      notifyAnswer: 'refused',
      problem: expect.stringMatching(/^refuses NOTIFY/),
    });
    expect(await stateOf('absent')).toMatchObject({
      notifyAnswer: 'unanswered',
      problem: 'does not answer NOTIFY',
    });
    const stranger = await runCommand(service.place, 'secondary', 'check', 'stranger');
    expect(stranger.stdout).toMatch(/PROBLEM {2}key .*hostmaster-stranger/);
    expect(stranger.code).toBe(1);
    const absent = await runCommand(service.place, 'secondary', 'check', 'absent');
    expect(absent.stdout).toMatch(/PROBLEM {2}connection {2}127\.0\.0\.1 port 1 does not answer/);
    for (const name of ['stranger', 'absent']) {
      expect((await runCommand(service.place, 'secondary', 'remove', name)).code).toBe(0);
    }
  });

  it('a set that no message can carry holds up nothing: what fits is there, and what came later', async () => {
    const zone = await service.liveDomain(client, 'crowded.com');
    for (const record of crowdedRecords)
      await client.call('createRecord', { domain: zone, ...record });
    await client.call('createRecord', {
      domain: zone,
      type: 'A',
      name: 'later',
      value: '192.0.2.7',
    });
    const isCrowded = (record: string) => record.startsWith('crowd.');
    const expected = await expectedZone(client, zone);
    for (const kind of kinds) {
      const peer = peerOf(kind);
      await until(`${kind} has the last change`, async () => {
        return (await peer.dig(`later.${zone}`, 'A', '+short')) === '192.0.2.7\n';
      });
      const { records } = await fetchZone(peer.port, zone, keyFor(peer));
      expect(records.filter((record) => !isCrowded(record))).toEqual(
        expected.filter((record) => !isCrowded(record)),
      );
      expect(records.filter(isCrowded)).toHaveLength(15);
    }
    for (const port of [service.dnsPort, ...kinds.map((kind) => peerOf(kind).port)]) {
      const answer = await dig(port, `crowd.${zone}`, 'TXT', '+tcp', '+short');
      expect(answer.trim().split('\n'), String(port)).toHaveLength(15);
    }
    const { warnings } = await status(zone);
    expect(warnings.filter(({ message }) => /60000 octets/.test(message))).toHaveLength(7);
    await until('all have confirmed', async () =>
      (await status(zone)).secondaries.every((each) => each.current),
    );
  });

  it('a released zone goes; a new registration comes with a higher serial and nothing old', async () => {
    const { serial } = await fetchZone(peerOf('knot').port, domain, peerOf('knot'));
    // PowerDNS then has the new catalog and keeps the zone, as after "database is locked".
    const pdns = peerOf('pdns');
    const pdnsData = new DatabaseSync(join(pdns.directory, 'pdns.sqlite3'), { timeout: 20_000 });
    pdnsData.exec(
      `create trigger keep_zones before delete on domains begin select raise(abort, 'kept'); end`,
    );
    await service.advanceCalendar(400 * dayMs);
    await until('PowerDNS has failed', () => /Catalog-Zone update failed/.test(pdns.log()), 60_000);
    pdnsData.exec('drop trigger keep_zones');
    pdnsData.close();
    for (const kind of kinds) {
      await until(
        `${kind} has dropped the zone`,
        async () => /status: (REFUSED|NXDOMAIN)/.test(await peerOf(kind).dig(domain, 'SOA')),
        90_000,
      );
    }
    await service.liveDomain(client, domain);
    await client.call('createRecord', { domain, type: 'TXT', value: 'second life' });
    await expectAllSecondariesHave(domain);
    for (const kind of kinds) {
      const copy = await fetchZone(peerOf(kind).port, domain, keyFor(peerOf(kind)));
      expect(copy.serial).toBeGreaterThan(serial);
    }
  });

  it('a secondary that was away during 1,000 changes catches up by IXFR', async () => {
    const knot = peerOf('knot');
    const zone = await service.liveDomain(client, 'busy.com');
    await expectAllSecondariesHave(zone);
    const { serial: before } = await fetchZone(knot.port, zone, knot);
    await knot.stop();
    const since = { service: service.log.length, knot: knot.log().length };
    const changes = Array.from({ length: 1_000 }, (_, index) => index);
    await Promise.all(
      changes.map((index) =>
        client.call('createRecord', {
          domain: zone,
          type: 'TXT',
          name: `n${index % 700}`,
          value: `v${index}`,
        }),
      ),
    );
    await knot.start();
    await expectAllSecondariesHave(zone);
    const { serial: after } = await fetchZone(knot.port, zone, knot);
    const transfers = service.log
      .slice(since.service)
      .filter(
        (entry) => entry.msg === 'transfer' && entry.zone === zone && entry.secondary === 'knot',
      );
    expect(transfers).toMatchObject([
      { kind: 'ixfr', fromSerial: before, serial: after, records: 1_004 },
    ]);
    expect(knot.log().slice(since.knot)).toMatch(/\[busy\.com\.\] IXFR, incoming/);
  });

  async function expectAllSecondariesHave(zone: string): Promise<void> {
    const expected = await expectedZone(client, zone);
    for (const kind of kinds) {
      const peer = peerOf(kind);
      let records: readonly string[] = [];
      const isSame = async () => {
        try {
          ({ records } = await fetchZone(peer.port, zone, keyFor(peer)));
        } catch {
          return false;
        }
        return JSON.stringify(records) === JSON.stringify(expected);
      };
      await until(`${kind} has ${zone}`, isSame, 60_000).catch(() => {});
      expect(records, `${kind}: ${peer.log().slice(-2_000)}`).toEqual(expected);
    }
  }

  async function status(zone: string): Promise<ZoneStatus> {
    const result = await runCommand(service.place, 'zone', 'status', zone, '--json');
    return JSON.parse(result.stdout) as ZoneStatus;
  }
});

interface SecondaryCheck {
  readonly steps: readonly { readonly step: string; readonly ok: boolean }[];
}

interface ZoneStatus {
  readonly secondaries: readonly {
    readonly name: string;
    readonly current: boolean;
    readonly notifyAnswer: string | null;
  }[];
  readonly warnings: readonly { readonly message: string }[];
}

/** PowerDNS lets its own machine fetch zones without a key. */
function keyFor(peer: Peer): Partial<Pick<Peer, 'key'>> {
  return peer.kind === 'pdns' ? {} : { key: peer.key };
}
