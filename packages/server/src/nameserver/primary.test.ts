import {
  decodeMessage,
  ednsOptions,
  encodeMessage,
  makeQuery,
  makeServerCookie,
  Name,
  rcodes,
  rrTypes,
} from '@hostmaster/dns';
import { type DnsRequest, signPacket, type TsigKey } from '@hostmaster/dns/node';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { standardSoa } from '../zones/soa-settings.ts';
import { CustomerTransfers } from './customer-transfers.ts';
import { EdnsOptions } from './edns-options.ts';
import { Primary } from './primary.ts';
import type { Secondary } from './secondaries/secondaries.ts';
import type { ZoneCache } from './zone-cache.ts';

const packet = encodeMessage(makeQuery(7, { name: Name.parse('example.com'), type: rrTypes.A }));

const key: TsigKey = {
  name: Name.parse('secondary.invalid'),
  algorithm: 'hmac-sha256',
  secret: new Uint8Array(32),
};
const secondary: Secondary = {
  name: 's',
  addresses: [{ address: '203.0.113.53', port: 53 }],
  key,
  transfers: 'ixfr',
  tls: 'optional',
  tlsKey: null,
};

describe('the rate of answers', () => {
  it('is limited per network over UDP, with truncated answers in between', async () => {
    const primary = primaryWithoutZones();
    const outcomes: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      outcomes.push(await ask(primary, { transport: 'udp', address: '192.0.2.1' }));
    }
    expect(outcomes).toEqual(['REFUSED', 'REFUSED', 'silence', 'TC', 'silence', 'TC']);
    expect(await ask(primary, { transport: 'udp', address: '198.51.100.1' })).toBe('REFUSED');
  });

  it('is not limited for a client with a good cookie; another one gets a cookie', async () => {
    const primary = primaryWithoutZones();
    const from = { transport: 'udp', address: '192.0.2.1' } as const;
    const client = new Uint8Array(8).fill(7);
    for (let count = 0; count < 3; count += 1) await ask(primary, from);
    // Every second question above the rate is answered.
    const limited = await ask(primary, from, withCookie(client));
    expect(limited).toBe(String(rcodes.BADCOOKIE));
    const context = { client, address: from.address, nowSeconds: 0 };
    const server = makeServerCookie(new Uint8Array(16), context);
    const good = withCookie(Uint8Array.of(...client, ...server));
    for (let count = 0; count < 6; count += 1) {
      expect(await ask(primary, from, good)).toBe('REFUSED');
    }
    expect(await ask(primary, { ...from, address: '192.0.2.2' }, good)).not.toBe('REFUSED');
  });

  it('is not limited over TCP, where addresses cannot be forged', async () => {
    const primary = primaryWithoutZones();
    for (let count = 0; count < 6; count += 1) {
      expect(await ask(primary, { transport: 'tcp', address: '192.0.2.1' })).toBe('REFUSED');
    }
  });

  it('is not limited for signed queries of secondaries, which ask for every zone', async () => {
    const primary = primaryWithoutZones();
    const { packet: signed } = signPacket(packet, { key, nowSeconds: 0 });
    for (let count = 0; count < 6; count += 1) {
      const from = { transport: 'udp', address: '203.0.113.53' } as const;
      expect(await ask(primary, from, signed)).toBe('REFUSED');
    }
  });

  it('hole 15: is limited for unsigned queries in the name of a secondary', async () => {
    const primary = primaryWithoutZones();
    const outcomes: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      outcomes.push(await ask(primary, { transport: 'udp', address: '203.0.113.53' }));
    }
    expect(outcomes).toEqual(['REFUSED', 'REFUSED', 'TC', 'TC']);
  });

  it('counts malformed packets, too', async () => {
    const primary = primaryWithoutZones();
    const outcomes: (string | null)[] = [];
    for (let count = 0; count < 3; count += 1) {
      const reply = await primary.handle({
        transport: 'udp',
        peer: { address: '192.0.2.1', port: 53 },
        packet: packet.subarray(0, 20),
        message: null,
      });
      outcomes.push(reply === null ? null : Buffer.from(reply as Uint8Array).toString('hex', 0, 4));
    }
    expect(outcomes).toEqual(['00078001', '00078001', null]);
  });
});

describe('the signer of a message', () => {
  it('is passed to the listener when the signature is valid, and only then', async () => {
    const primary = primaryWithoutZones();
    const signers: string[] = [];
    const wrong = { ...key, secret: new Uint8Array(32).fill(1) };
    for (const used of [wrong, key]) {
      const { packet: sent } = signPacket(packet, { key: used, nowSeconds: 0 });
      await primary.handle({
        transport: 'tcp',
        peer: { address: '192.0.2.1', port: 53 },
        packet: sent,
        message: decodeMessage(sent),
        noteSigner: (keyName) => signers.push(keyName),
      });
    }
    expect(signers).toEqual(['secondary.invalid']);
  });
});

const clock = { now: () => 0 };

function withCookie(data: Uint8Array): Uint8Array {
  const query = makeQuery(7, { name: Name.parse('example.com'), type: rrTypes.A });
  const options = [{ code: ednsOptions.COOKIE, data }];
  const edns = { udpPayloadBytes: 1_232, version: 0, dnssecOk: false, options };
  return encodeMessage({ ...query, edns });
}

/** Serves no zone at all. */
function primaryWithoutZones(): Primary {
  const cache = { find: async () => null, expire: () => {} } as Partial<ZoneCache> as ZoneCache;
  return new Primary({
    customerTransfers: new CustomerTransfers({
      database: {} as HostmasterDatabase,
      clock,
      log: pino({ level: 'silent' }),
      rate: null,
      keys: { note: () => {}, noteAsked: async () => {} },
      soaDefaults: standardSoa,
    }),
    // No query concerns a served zone, so nothing else is read.
    soaDefaults: standardSoa,
    database: { beginTurn: () => {} } as HostmasterDatabase,
    clock,
    cache,
    catalog: 'catalog.invalid',
    findKey: async () => ({ key, owner: { kind: 'secondary', secondary } }),
    isSecondaryAddress: (address) => address === '203.0.113.53',
    onHeld: () => {},
    onSent: () => {},
    log: pino({ level: 'silent' }),
    responseRate: { perSecond: 1, burst: 2 },
    identity: { version: null, name: null },
    edns: new EdnsOptions({ cookieSecrets: () => [new Uint8Array(16)], nsid: 'ns-test', clock }),
  });
}

async function ask(
  primary: Primary,
  from: { readonly transport: DnsRequest['transport']; readonly address: string },
  sent = packet,
): Promise<string> {
  const reply = await primary.handle({
    transport: from.transport,
    peer: { address: from.address, port: 53 },
    packet: sent,
    message: decodeMessage(sent),
  });
  if (reply === null) return 'silence';
  const message = decodeMessage(reply as Uint8Array);
  if (message.truncated) return 'TC';
  return message.rcode === rcodes.REFUSED ? 'REFUSED' : String(message.rcode);
}
