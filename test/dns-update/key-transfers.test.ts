/** AXFR and IXFR with the keys of customers: the stored view, from any address, over TCP. */
import { connect } from 'node:net';
import {
  classes,
  decodeMessage,
  encodeMessage,
  FrameReader,
  frame,
  type Message,
  makeMessage,
  Name,
  presentRdata,
  rcodes,
  rrTypes,
  tsigErrors,
} from '@hostmaster/dns';
import { signPacket, type TsigAlgorithm, transferZone, tsigAlgorithms } from '@hostmaster/dns/node';
import { dig, kdig, requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { describeService } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { CustomerTransfers } from '../../packages/server/src/nameserver/customer-transfers.ts';
import { createKey, type TestKey, tsigKey, update } from './updater.ts';

beforeAll(() => requireDnsPeers());

describeService('transfers with a key for UPDATE', (service) => {
  async function stage(options: { transfer?: boolean; algorithm?: TsigAlgorithm } = {}) {
    const workspace = await service.workspace();
    const zone = await service.liveDomain(workspace.client);
    const key = await createKey(service, workspace, { domain: zone, transfer: true, ...options });
    return { workspace, client: workspace.client, zone, key };
  }

  const tsigOf = ({ name, algorithm, secret }: TestKey) => `${algorithm}:${name}:${secret}`;

  function options(key: TestKey) {
    return {
      id: 7,
      address: '127.0.0.1',
      port: service.dnsPort,
      key: tsigKey(key),
      nowSeconds: () => Math.floor(Date.now() / 1_000),
      timeoutMs: 20_000,
    };
  }

  async function axfr(zone: string, key: TestKey) {
    const result = await transferZone({ ...options(key), zone: Name.parse(zone) });
    if (result.kind !== 'axfr') throw new Error(`It was ${result.kind}.`);
    return result.records;
  }

  /** `www 300 A 192.0.2.1`, sorted, without the SOA. */
  async function lines(zone: string, key: TestKey): Promise<string[]> {
    return (await axfr(zone, key))
      .filter(({ type }) => type !== rrTypes.SOA)
      .map((record) => `${record.name} ${record.ttlSeconds} ${record.type} ${presentRdata(record)}`)
      .sort();
  }

  /** One packet over TCP, and the first one that comes back. */
  async function ask(packet: Uint8Array): Promise<Message> {
    const socket = connect(service.dnsPort, '127.0.0.1');
    socket.write(frame(packet));
    const reader = new FrameReader();
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      const [reply] = reader.push(chunk);
      if (reply !== undefined) return decodeMessage(reply);
    }
    throw new Error('There was no reply.');
  }

  it('show the records as stored: ALIAS for what is flattened, no addresses of targets', async () => {
    const { client, zone, key } = await stage();
    const target = 'www.example.net';
    const records = [
      { type: 'CNAME', value: target },
      { name: 'alias', type: 'ALIAS', value: target },
      { name: 'mixed', type: 'CNAME', value: target },
      { name: 'mixed', type: 'TXT', value: 'beside' },
      { name: 'plain', type: 'CNAME', value: target },
      { name: 'a', type: 'A', value: '192.0.2.1', ttl: 300 },
      { name: 'text', type: 'TLS', value: 'not a TLSA' },
    ] as const;
    for (const record of records) await client.call('createRecord', { domain: zone, ...record });
    const alias = '\\# 17 03777777076578616d706c65036e657400';
    expect(await lines(zone, key)).toEqual(
      [
        `${zone}. 3600 2 ns1.hostmaster.example.`,
        `${zone}. 3600 2 ns2.hostmaster.example.`,
        `${zone}. 3600 65401 ${alias}`,
        `a.${zone}. 300 1 192.0.2.1`,
        `alias.${zone}. 3600 65401 ${alias}`,
        `mixed.${zone}. 3600 16 "beside"`,
        `mixed.${zone}. 3600 65401 ${alias}`,
        `plain.${zone}. 3600 5 www.example.net.`,
      ].sort(),
    );
    // Real clients read it too.
    const read = await dig(service.dnsPort, zone, 'AXFR', '-y', tsigOf(key), '+onesoa');
    expect(read).toContain('TYPE65401');
    expect(read).not.toContain('failed');
    expect(await kdig(service.dnsPort, zone, 'AXFR', '-y', tsigOf(key))).toContain('192.0.2.1');
  });

  it('IXFR is the SOA alone when up to date, else the whole zone', async () => {
    const { client, zone, key } = await stage();
    const [soa] = await axfr(zone, key);
    if (soa === undefined) throw new Error('There is no SOA.');
    const name = Name.parse(zone);
    const same = await transferZone({ ...options(key), zone: name, soa });
    expect(same.kind).toBe('up-to-date');
    await client.call('createRecord', { domain: zone, name: 'a', type: 'A', value: '192.0.2.1' });
    const later = await transferZone({ ...options(key), zone: name, soa });
    expect(later.kind).toBe('axfr');
    // Over UDP there is the SOA and no transfer.
    const udp = await dig(service.dnsPort, zone, `IXFR=1`, '+notcp', '-y', tsigOf(key));
    expect(udp).not.toContain('192.0.2.1');
  });

  it('REFUSED without --transfer, for other zones and without a key', async () => {
    const { workspace, zone, key } = await stage();
    const sibling = await service.liveDomain(workspace.client);
    const foreign = await stage();
    const plain = await createKey(service, workspace, { domain: zone });
    const refused = new RegExp(`rcode ${rcodes.REFUSED}`);
    await expect(axfr(zone, plain)).rejects.toThrow(refused);
    for (const other of [sibling, foreign.zone, 'unknown-zone.com']) {
      await expect(axfr(other, key), other).rejects.toThrow(refused);
    }
    expect(await dig(service.dnsPort, zone, 'AXFR')).toContain('Transfer failed');
    expect(
      service.log.filter(({ msg }) => msg === 'transfer refused').map(({ reason }) => reason),
    ).toContain('the key was created without --transfer');
  });

  it('a key may be for several or all domains of the workspace, and for no others', async () => {
    const { workspace, zone } = await stage();
    const second = await service.liveDomain(workspace.client);
    const third = await service.liveDomain(workspace.client);
    const foreign = await stage();
    const domains = [zone, second];
    const some = await createKey(service, workspace, { domain: zone, domains, transfer: true });
    const all = await createKey(service, workspace, {
      domain: zone,
      domains: null,
      transfer: true,
    });
    const add = (name: string, key: TestKey) =>
      update('nsupdate', { port: service.dnsPort, zone: name, key }, [
        `update add www.${name}. 300 A 192.0.2.1`,
      ]);
    for (const name of domains) {
      expect(await add(name, some)).toBe('NOERROR');
      expect((await lines(name, some)).at(-1)).toBe(`www.${name}. 300 1 192.0.2.1`);
    }
    expect(await add(third, some)).toBe('REFUSED');
    await expect(axfr(third, some)).rejects.toThrow(/rcode 5/);
    expect(await add(third, all)).toBe('NOERROR');
    expect((await lines(third, all)).at(-1)).toBe(`www.${third}. 300 1 192.0.2.1`);
    expect(await add(foreign.zone, all)).toBe('NOTAUTH');
    await expect(axfr(foreign.zone, all)).rejects.toThrow(/rcode 5/);
  });

  it.each(tsigAlgorithms)('%s', async (algorithm) => {
    const { zone, key } = await stage({ algorithm });
    const read = await dig(service.dnsPort, zone, 'AXFR', '-y', tsigOf(key));
    expect(read).toMatch(/XFR size: 4 records/);
    const lines = [`update add www.${zone}. 300 A 192.0.2.1`];
    expect(await update('nsupdate', { port: service.dnsPort, zone, key }, lines)).toBe('NOERROR');
  });

  it('a stale signature: BADTIME, signed, with the time of the server', async () => {
    const { zone, key } = await stage();
    const questions = [{ name: Name.parse(zone), type: rrTypes.AXFR, class: classes.IN }];
    const now = Math.floor(Date.now() / 1_000);
    const signedAt = now - 1_200;
    const { packet } = signPacket(encodeMessage(makeMessage(7, { questions })), {
      key: tsigKey(key),
      nowSeconds: signedAt,
    });
    const { rcode, tsig } = await ask(packet);
    expect(rcode).toBe(rcodes.NOTAUTH);
    expect(tsig).toMatchObject({ error: tsigErrors.BADTIME, signedAtSeconds: signedAt });
    expect(tsig?.mac).toHaveLength(32);
    const serverTime = Number(`0x${Buffer.from(tsig?.otherData ?? []).toString('hex')}`);
    expect(Math.abs(serverTime - now)).toBeLessThan(60);
  });

  it('a large zone is sent whole', async () => {
    const { zone, key } = await stage();
    const target = { port: service.dnsPort, zone, key, transport: 'tcp' } as const;
    for (let from = 0; from < 800; from += 200) {
      const adds = Array.from(
        { length: 200 },
        (_, index) => `update add t${from + index}.${zone}. 300 TXT "${'x'.repeat(200)}"`,
      );
      expect(await update('nsupdate', target, adds)).toBe('NOERROR');
    }
    expect(await axfr(zone, key)).toHaveLength(1 + 2 + 800);
  });

  it('a workspace has four under way, and a key its rate: then SERVFAIL', async () => {
    const { workspace, zone, key } = await stage();
    const transfers = new CustomerTransfers({
      soaDefaults: service.config.soaDefaults,
      database: service.database,
      clock: { now: () => 0 },
      log: service.logger,
      keys: { note: () => {}, noteAsked: async () => {} },
      rate: { perSecond: 1, burst: 6 },
    });
    const questions = [{ name: Name.parse(zone), type: rrTypes.AXFR, class: classes.IN }];
    const prepare = async () => {
      const transfer = await transfers.prepare({
        customer: {
          kind: 'updater',
          keyId: key.name,
          workspaceId: workspace.id,
          readable: { covers: () => true },
        },
        zone,
        address: '127.0.0.1',
        message: makeMessage(7, { questions }),
        key: tsigKey(key),
        ednsOf: () => null,
      });
      if (transfer.kind !== 'refused') await transfer.packets.close();
      return transfer;
    };
    const servfail = { kind: 'refused', rcode: rcodes.SERVFAIL };
    const [first] = await Promise.all([prepare(), prepare(), prepare(), prepare()]);
    expect(await prepare()).toEqual(servfail);
    if (first.kind !== 'refused') first.onEnd(true);
    expect(await prepare()).toMatchObject({ kind: 'axfr', records: 4 });
    expect(await prepare()).toEqual(servfail);
  });
});
