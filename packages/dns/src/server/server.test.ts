import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { exchange } from '../client/exchange.ts';
import { DnsExchangeError, type ExchangeOptions } from '../client/exchange-error.ts';
import { transferZone } from '../client/transfer-zone.ts';
import { encodeMessage } from '../encode-message.ts';
import { goldenKey } from '../fixtures/golden-key.ts';
import { goldenOrigin, goldenZone } from '../fixtures/golden-packets.ts';
import { plainAddress } from '../ip-address.ts';
import { makeQuery, makeReply, type ResourceRecord } from '../message.ts';
import { Name } from '../name.ts';
import { makeNotify } from '../notify.ts';
import { classes, opcodes, rcodes, rrTypes, tsigErrors } from '../protocol.ts';
import { formatErrorReply } from '../reply-raw.ts';
import { frame } from '../tcp-framing.ts';
import { axfrRecords } from '../transfer/difference.ts';
import { encodeTransfer } from '../transfer/encode-transfer.ts';
import { signFailureReply, signPacket, tsigBytes, verifyPacket } from '../tsig.ts';
import { TsigStreamSigner } from '../tsig-stream.ts';
import { makeUpdate } from '../update/update.ts';
import type { DnsHandler } from './dns-handler.ts';
import { type DnsServer, type DnsServerOptions, startDnsServer } from './dns-server.ts';

const name = Name.parse('www.example.com');
const query = makeQuery(11, { name, type: rrTypes.A });
const nowSeconds = () => 1_800_000_000;
const key = goldenKey('hmac-sha256');

let server: DnsServer | undefined;
const sockets: Socket[] = [];
const errors: unknown[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close();
  server = undefined;
  errors.length = 0;
});

async function start(
  handler: DnsHandler,
  limits: DnsServerOptions['limits'] = {},
  more: Pick<DnsServerOptions, 'isTrustedPeer' | 'decodeInTurn'> = {},
): Promise<Pick<ExchangeOptions, 'address' | 'port' | 'timeoutMs' | 'nowSeconds'>> {
  const onError = (error: unknown) => errors.push(error);
  server = await startDnsServer({
    host: '127.0.0.1',
    port: 0,
    handler,
    onError,
    limits,
    ...more,
  });
  return { ...server.address, timeoutMs: 2000, nowSeconds };
}

async function connect(port: number): Promise<Socket> {
  const socket = createConnection({ host: '127.0.0.1', port });
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

function addresses(count: number): ResourceRecord[] {
  return Array.from({ length: count }, (_, last) => {
    const rdata = Uint8Array.of(192, 0, 2, last);
    return { name, type: rrTypes.A, class: classes.IN, ttlSeconds: 60, rdata };
  });
}

/** Answers every query with this many addresses, cut to 512 octets over UDP. */
function answering(count: number): DnsHandler {
  return ({ message, packet, transport }) => {
    if (message === null) return formatErrorReply(packet);
    const reply = makeReply(message, { answers: addresses(count) });
    return encodeMessage(reply, { maxBytes: transport === 'udp' ? 512 : 65_535 });
  };
}

describe('the server', () => {
  it('answers over UDP and over TCP on one port', async () => {
    const options = await start(answering(2));
    for (const transport of ['udp', 'tcp'] as const) {
      const reply = await exchange(query, { ...options, transport });
      expect(reply.answers).toEqual(addresses(2));
    }
  });

  it('passes peer and transport to the handler', async () => {
    const seen: string[] = [];
    const options = await start((request) => {
      seen.push(`${request.transport} ${request.peer.address} ${request.message?.id}`);
      return answering(0)(request);
    });
    await exchange(query, { ...options, transport: 'udp' });
    await exchange(query, { ...options, transport: 'tcp' });
    expect(seen).toEqual(['udp 127.0.0.1 11', 'tcp 127.0.0.1 11']);
  });

  it('names IPv4 peers the same on a socket for both families', () => {
    expect(plainAddress('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(plainAddress('::FFFF:192.0.2.1')).toBe('192.0.2.1');
    expect(plainAddress('2001:db8::1')).toBe('2001:db8::1');
    expect(plainAddress('::ffff:c000:201')).toBe('::ffff:c000:201');
  });

  it('hands malformed packets over as such', async () => {
    const options = await start(answering(0));
    const socket = await connect(options.port);
    socket.write(frame(Uint8Array.of(0xab, 0xcd, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0)));
    const [reply] = await once(socket, 'data');
    expect(new Uint8Array(reply)).toEqual(
      Uint8Array.of(0, 12, 0xab, 0xcd, 0x80, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    );
  });

  it('decodes large messages in turn', async () => {
    const decoded: string[] = [];
    const options = await start(
      answering(1),
      {},
      {
        decodeInTurn: async ({ address }, decode) => {
          decoded.push(address);
          return decode();
        },
      },
    );
    const large = makeUpdate(12, {
      zone: Name.parse('example.com'),
      prerequisites: [],
      actions: addresses(300).map((record) => ({ kind: 'add', record })),
    });
    for (const message of [large, query]) {
      const { rcode } = await exchange(message, { ...options, transport: 'tcp' });
      expect(rcode).toBe(rcodes.NOERROR);
    }
    expect(decoded).toEqual(['127.0.0.1']);
  });

  it('answers SERVFAIL and reports when the handler fails', async () => {
    const options = await start(() => {
      throw new Error('broken');
    });
    const reply = await exchange(query, { ...options, transport: 'tcp' });
    expect(reply.rcode).toBe(rcodes.SERVFAIL);
    expect(errors).toHaveLength(1);
  });

  it('sends no answer when the handler returns none', async () => {
    const options = await start(() => null);
    await expect(exchange(query, { ...options, timeoutMs: 100 })).rejects.toThrow('did not answer');
  });

  it('drops datagrams over the limit', async () => {
    let calls = 0;
    const options = await start(
      (request) => {
        calls += 1;
        return answering(0)(request);
      },
      { udpRequestBytesMax: 100 },
    );
    const socket = createSocket('udp4');
    socket.send(new Uint8Array(101), options.port, '127.0.0.1');
    await exchange(query, { ...options, transport: 'udp' });
    socket.close();
    expect(calls).toBe(1);
  });

  it('answers pipelined queries in order, also after the client has half-closed', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const options = await start(async (request) => {
      if (request.transport === 'tcp') await released;
      return answering(0)(request);
    });
    const socket = await connect(options.port);
    const ids = [5, 6, 7];
    socket.end(Buffer.concat(ids.map((id) => frame(encodeMessage({ ...query, id })))));
    await once(socket, 'finish');
    // Time for the end of the stream to arrive before the first answer leaves.
    for (let left = 3; left > 0; left -= 1) await exchange(query, { ...options, transport: 'udp' });
    release();
    const chunks: Uint8Array[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    const stream = Buffer.concat(chunks);
    const size = stream.readUInt16BE(0) + 2;
    expect(stream.length).toBe(ids.length * size);
    expect(ids.map((_, index) => stream.readUInt16BE(index * size + 2))).toEqual(ids);
  });

  it('accepts many connections in one turn of a busy event loop', async () => {
    const { address: host, port } = await start(answering(1), {}, { isTrustedPeer: () => true });
    let answered = 0;
    for (let count = 0; count < 64; count += 1) {
      const socket = createConnection({ host, port });
      sockets.push(socket);
      socket.write(frame(encodeMessage(query)));
      socket.once('data', () => {
        answered += 1;
      });
    }
    let turns = 0;
    for (; answered < sockets.length; turns += 1) {
      for (const endAt = performance.now() + 2; performance.now() < endAt; );
      await nextTurn();
    }
    expect(turns).toBeLessThan(40);
  });

  it('closes a connection that sends a query too slowly', async () => {
    const options = await start(answering(0), { tcpIdleMs: 150 });
    const socket = await connect(options.port);
    socket.on('error', () => {});
    const dribble = setInterval(() => socket.write(Uint8Array.of(0xff)), 20);
    // Not `once`, which fails with the reset that a late octet may meet.
    await new Promise<void>((resolve) => socket.on('close', () => resolve()));
    clearInterval(dribble);
    expect(socket.bytesWritten).toBeLessThan(100);
  });

  it('closes a connection that does not read', async () => {
    let given = 0;
    let closed = false;
    function* endless() {
      try {
        for (; ; given += 1) yield new Uint8Array(60_000);
      } finally {
        closed = true;
      }
    }
    const options = await start(() => endless(), { tcpIdleMs: 150 });
    const socket = await connect(options.port);
    socket.on('error', () => {});
    socket.pause();
    socket.write(frame(encodeMessage(query)));
    await expect.poll(() => closed).toBe(true);
    // What the kernel buffers, and no more: the handler was not read ahead of the peer.
    expect(given).toBeLessThan(1000);
  });

  it('works on no more datagrams at once than it should', async () => {
    const waiting: (() => void)[] = [];
    const seen: (number | undefined)[] = [];
    const handler: DnsHandler = async (request) => {
      seen.push(request.message?.id);
      if (request.message?.id === 1) await new Promise<void>((resolve) => waiting.push(resolve));
      return answering(0)(request);
    };
    const options = await start(handler, { udpPendingMax: 1 });
    const first = exchange({ ...query, id: 1 }, { ...options, transport: 'udp' });
    await expect.poll(() => seen).toEqual([1]);
    const second = exchange({ ...query, id: 2 }, { ...options, transport: 'udp', timeoutMs: 100 });
    await expect(second).rejects.toThrow('did not answer');
    for (const release of waiting) release();
    expect((await first).id).toBe(1);
    expect((await exchange({ ...query, id: 3 }, { ...options, transport: 'udp' })).id).toBe(3);
    expect(seen).toEqual([1, 3]);
  });

  it.each([
    ['in all', { tcpConnectionsMax: 2 }],
    ['from one network', { tcpConnectionsPerNetworkMax: 2 }],
  ])('a connection too many %s closes the one that was idle longest', async (_, limits) => {
    const options = await start(answering(0), limits);
    const first = await connect(options.port);
    const second = await connect(options.port);
    expect((await exchange(query, { ...options, transport: 'tcp' })).id).toBe(query.id);
    if (!first.destroyed) await once(first, 'close');
    expect(first.bytesRead).toBe(0);
    expect(second.destroyed).toBe(false);
  });

  it('a connection that is being answered is not closed for another', async () => {
    const { handler, isAsked, release } = holding();
    const options = await start(handler, { tcpConnectionsMax: 1 });
    const held = exchange({ ...query, id: 1 }, { ...options, transport: 'tcp' });
    await isAsked;
    const second = exchange(query, { ...options, transport: 'tcp' });
    await expect(second).rejects.toThrow(DnsExchangeError);
    release();
    expect((await held).id).toBe(1);
  });
});

/** Answers the message with the id 1 when it is released. */
function holding() {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const handler: DnsHandler = async (request) => {
    if (request.message?.id === 1) {
      asked.resolve();
      await released.promise;
    }
    return answering(0)(request);
  };
  return { handler, isAsked: asked.promise, release: () => released.resolve() };
}

describe('trusted peers', () => {
  it('are let in when strangers have taken every connection', async () => {
    let isTrusted = false;
    const { handler, isAsked, release } = holding();
    const options = await start(
      handler,
      { tcpConnectionsMax: 1 },
      { isTrustedPeer: () => isTrusted },
    );
    const held = exchange({ ...query, id: 1 }, { ...options, transport: 'tcp' });
    await isAsked;
    const ask = () => exchange(query, { ...options, transport: 'tcp' });
    await expect(ask()).rejects.toThrow(DnsExchangeError);
    isTrusted = true;
    expect((await ask()).id).toBe(query.id);
    release();
    await held;
  });

  it('have a limit of their own', async () => {
    const limits = { tcpTrustedConnectionsMax: 1 };
    const options = await start(answering(0), limits, { isTrustedPeer: () => true });
    const first = await connect(options.port);
    await connect(options.port);
    await once(first, 'close');
    expect(first.bytesRead).toBe(0);
  });
});

describe('connections with a signed message', () => {
  /** The id of the query is the number of the key; above 10 it is not signed. */
  const signing: DnsHandler = (request) => {
    const id = request.message?.id ?? 11;
    if (id <= 10) request.noteSigner?.(`key-${id}`);
    return answering(0)(request);
  };
  const ask = async (socket: Socket, id: number) => {
    socket.write(frame(encodeMessage({ ...query, id })));
    await once(socket, 'data');
    return socket;
  };

  it('stay open when others take every connection, and leave them their place', async () => {
    const { port } = await start(signing, { tcpConnectionsMax: 2 });
    const signed = await ask(await connect(port), 1);
    const strangers: Socket[] = [];
    for (let count = 0; count < 4; count += 1) strangers.push(await ask(await connect(port), 11));
    await expect
      .poll(() => strangers.map((socket) => socket.closed))
      .toEqual([true, true, false, false]);
    await ask(signed, 1);
    expect(signed.closed).toBe(false);
  });

  it('are limited in all and for each key, which closes its own', async () => {
    const limits = { tcpSignedConnectionsMax: 3, tcpConnectionsPerKeyMax: 2 };
    const { port } = await start(signing, limits);
    const opened: Socket[] = [];
    for (const id of [1, 2, 2, 2]) opened.push(await ask(await connect(port), id));
    await expect
      .poll(() => opened.map((socket) => socket.closed))
      .toEqual([false, true, false, false]);
    opened.push(await ask(await connect(port), 3));
    await expect
      .poll(() => opened.map((socket) => socket.closed))
      .toEqual([true, true, false, false, false]);
  });
});

describe('the client', () => {
  it('asks again over TCP when the answer was cut', async () => {
    const options = await start(answering(100));
    expect((await exchange(query, { ...options, transport: 'udp' })).truncated).toBe(true);
    expect((await exchange(query, options)).answers).toHaveLength(100);
  });

  it('ignores answers to other questions', async () => {
    const options = await start(({ message }) => {
      if (message === null) return null;
      return encodeMessage({ ...makeReply(message, {}), id: message.id ^ 1 });
    });
    await expect(exchange(query, { ...options, timeoutMs: 100 })).rejects.toThrow(DnsExchangeError);
  });

  it('ignores answers without a question, and takes errors without one', async () => {
    let rcode: number = rcodes.NOERROR;
    const options = await start(({ message }) =>
      message === null ? null : encodeMessage({ ...makeReply(message, { rcode }), questions: [] }),
    );
    await expect(exchange(query, { ...options, timeoutMs: 100 })).rejects.toThrow(DnsExchangeError);
    rcode = rcodes.FORMERR;
    expect((await exchange(query, options)).rcode).toBe(rcodes.FORMERR);
  });

  it('reports a port with no listener', async () => {
    const options = await start(answering(0));
    await server?.close();
    server = undefined;
    await expect(exchange(query, { ...options, transport: 'tcp' })).rejects.toThrow(
      'cannot be reached',
    );
  });

  it('notifies', async () => {
    const options = await start(({ message }) =>
      message?.opcode === opcodes.NOTIFY
        ? encodeMessage(makeReply(message, { authoritative: true }))
        : null,
    );
    const reply = await exchange(makeNotify(5, { zone: goldenOrigin }), options);
    expect(reply).toMatchObject({ id: 5, opcode: opcodes.NOTIFY, rcode: rcodes.NOERROR });
  });
});

/** A minimal primary: checks the signature, answers AXFR and IXFR in many signed messages. */
function primary(clockSeconds: () => number): DnsHandler {
  return ({ message, packet }) => {
    if (message === null || message.tsig === null) return null;
    const check = verifyPacket(packet, message.tsig, {
      findKey: (keyName) => (keyName.equals(key.name) ? key : null),
      nowSeconds: clockSeconds(),
    });
    if (!check.ok) {
      const refusal = encodeMessage(makeReply(message, { rcode: rcodes.NOTAUTH }));
      return signFailureReply(refusal, check, clockSeconds());
    }
    const [soa, ...rest] = goldenZone();
    if (soa === undefined) return null;
    const isAxfr = message.questions[0]?.type === rrTypes.AXFR;
    const records = isAxfr ? axfrRecords(soa, rest) : [soa];
    const signer = new TsigStreamSigner({ key, requestMac: check.mac, nowSeconds: clockSeconds });
    const options = { request: message, messageBytes: 400, reservedBytes: tsigBytes(key) };
    return signed(encodeTransfer(records, options), signer);
  };
}

describe('a signed transfer', () => {
  const zone = goldenOrigin;

  it('brings the whole zone', async () => {
    const options = await start(primary(nowSeconds));
    const result = await transferZone({ ...options, id: 1, zone, key });
    expect(result.kind).toBe('axfr');
    expect(result.kind === 'axfr' && result.records.length).toBe(goldenZone().length);
  });

  it('says when there is nothing new', async () => {
    const options = await start(primary(nowSeconds));
    const [soa] = goldenZone();
    if (soa === undefined) return expect.unreachable();
    expect(await transferZone({ ...options, id: 1, zone, key, soa })).toMatchObject({
      kind: 'up-to-date',
    });
  });

  it('is refused by either side when the key is wrong', async () => {
    const options = await start(primary(nowSeconds));
    const wrong = { ...key, secret: new Uint8Array(32) };
    await expect(transferZone({ ...options, id: 1, zone, key: wrong })).rejects.toThrow('rcode 9');
    const reply = await exchange(query, { ...options, key: wrong });
    expect(reply.tsig?.error).toBe(tsigErrors.BADSIG);
  });

  it('sends the right time to a client with a wrong clock', async () => {
    const options = await start(primary(() => nowSeconds() + 3600));
    const reply = await exchange(query, { ...options, key });
    expect(reply.rcode).toBe(rcodes.NOTAUTH);
    expect(reply.tsig?.error).toBe(tsigErrors.BADTIME);
    const serverTime = Buffer.from(reply.tsig?.otherData ?? []).readUIntBE(0, 6);
    expect(serverTime).toBe(nowSeconds() + 3600);
  });

  it('is refused by the client when the server does not sign, or signs wrongly', async () => {
    const options = await start(answering(1));
    await expect(exchange(query, { ...options, key })).rejects.toThrow('is not signed');
    await server?.close();
    const forged = await start(({ message }) => {
      if (message === null) return null;
      const reply = encodeMessage(makeReply(message, {}));
      return signPacket(reply, { key, nowSeconds: nowSeconds() }).packet;
    });
    await expect(exchange(query, { ...forged, key })).rejects.toThrow('BADSIG');
  });
});

function* signed(packets: Iterable<Uint8Array>, signer: TsigStreamSigner): Generator<Uint8Array> {
  for (const packet of packets) yield signer.sign(packet);
}
