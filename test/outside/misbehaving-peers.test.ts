/**
 * Every adapter against every misbehaviour: each call settles within its limit with an outcome of
 * the adapter's own types, leaves no connection behind, and the next call works.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decodeMessage, encodeMessage, makeQuery, Name, rrTypes } from '@hostmaster/dns';
import {
  type Fault,
  faults,
  MisbehavingPeer,
  resetAfter,
  soundness,
} from '@hostmaster/test-rig/misbehaving-peer';
import { until } from '@hostmaster/test-rig/service';
import { afterEach, describe, expect, it } from 'vitest';
import { askDns } from '../../packages/server/src/base/dns/ask-dns.ts';
import { type Adapter, adapters, answerHttp, limitMs } from './outside-adapters.ts';

/** A busy machine runs timers late. */
const lateMs = 20_000;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function openStage(adapter: Adapter, protocol = adapter.protocol) {
  const peer = await MisbehavingPeer.open(protocol, adapter.tls ?? null);
  const stop = new AbortController();
  const calls = adapter.open({ port: peer.port, stopping: stop.signal });
  ends.push(async () => {
    // Sessions that are kept log out of a peer that is gone, instead of one that is silent.
    await peer.close();
    await calls.close?.();
  });
  const call = async (fault: Fault = soundness) => {
    peer.fault = fault;
    const startedAt = performance.now();
    const outcome = await calls.call();
    expect(performance.now() - startedAt).toBeLessThan(limitMs + lateMs);
    if (adapter.keepsOpen !== true || outcome !== adapter.success) {
      await until('the connection is given up', () => peer.open === 0);
    }
    return outcome;
  };
  return { peer, call, stop };
}

describe.each(Object.entries(adapters))('%s', (_, adapter) => {
  it.each(Object.entries(faults))('settles when the peer %s', async (__, fault) => {
    const { call } = await openStage(adapter);
    expect(await call(fault)).not.toBe(adapter.success);
    expect(await call()).toBe(adapter.success);
  });

  it('settles when the peer resets the connection at any byte', async () => {
    const { call, peer } = await openStage(adapter);
    expect(await call()).toBe(adapter.success);
    const total = peer.saidMax;
    // A TLS handshake takes long, so that not every byte of it has a connection.
    const step = Math.ceil(total / (adapter.tls === undefined ? 100 : 20));
    for (let bytes = 0; bytes < total - step; bytes += step) {
      const fresh = await openStage(adapter);
      await fresh.call(resetAfter(bytes));
    }
    expect(await call()).toBe(adapter.success);
  });

  it('settles when the service stops', async () => {
    const { call, stop } = await openStage(adapter);
    const calling = call(faults['never writes']);
    stop.abort();
    expect(await calling).not.toBe(adapter.success);
  });
});

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n`;
const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';

const { webhook, rdap, oidc, stripe } = adapters;

/** What a server answers, and what a webhook's delivery comes to. */
const answers: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['101', ['HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'], /101/],
  ['101 without headers', ['HTTP/1.1 101 Switching Protocols\r\n\r\n'], /101/],
  ['some interim answers', [interim.repeat(3), `${ok}content-length: 0\r\n\r\n`], /^answered 200/],
  ['a flood of interim answers', [interim.repeat(100_000)], /interim/],
  ['more than it announced', [`${ok}content-length: 1\r\n\r\nok`], /^(answered 200|problem)/],
  ['less than it announced', [`${ok}content-length: 9\r\n\r\nok`], /within 0.5 seconds/],
  ['trailers', [`${chunked}x: y\r\n\r\n`], /^answered 200/],
  ['endless trailers', [chunked, 'x: y\r\n'.repeat(100_000)], /^(answered 200|problem)/],
  ['endless headers', [ok, 'x: y\r\n'.repeat(100_000)], /^problem.*[Oo]verflow/],
  ['an endless body', [`${ok}\r\n${'x'.repeat(10_000_000)}`], /^answered 200/],
  ['a body that does not end', [`${ok}\r\nx`], /within 0.5 seconds/],
  ['a redirect', ['HTTP/1.1 307 X\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'], /^answered 307/],
  ['two answers', [`${ok}content-length: 0\r\n\r\n`.repeat(2)], /^(answered 200|problem)/],
  ['something else', ['SSH-2.0-OpenSSH_9.9\r\n'], /^problem/],
];

describe.each(Object.entries({ webhook, rdap, oidc, stripe }))('%s', (_, adapter) => {
  it.each(answers)('settles when the server answers with %s', async (__, parts, delivered) => {
    const { call, peer } = await openStage(adapter, answerHttp(...parts));
    const outcome = await call();
    if (adapter === webhook) expect(outcome).toMatch(delivered);
    else if (!delivered.test('answered 200')) expect(outcome).not.toBe(adapter.success);
    peer.protocol = adapter.protocol;
    expect(await call()).toBe(adapter.success);
  });
});

describe('dns over UDP', () => {
  it.each([
    ['does not answer', () => []],
    ['answers with garbage', () => [Buffer.alloc(3), Buffer.alloc(600, 255)]],
    ['sends the question back', (query: Buffer) => [query]],
    ['answers with another number', (query: Buffer) => [changed(query, { id: 8 })]],
    ['answers another question', (query: Buffer) => [changed(query, { host: 'other.example' })]],
    ['cuts its answer off', (query: Buffer) => [changed(query, {}).subarray(0, -1)]],
    ['floods', (query: Buffer) => Array.from({ length: 500 }, () => changed(query, { id: 8 }))],
  ])('settles when the server %s', async (_, packetsFor) => {
    const server = createSocket('udp4');
    ends.push(async () => server.close());
    server.on('message', (message, { port, address }) => {
      for (const packet of packetsFor(message)) server.send(packet, port, address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    const query = makeQuery(7, { name: Name.parse('example.com'), type: rrTypes.A });
    const stopping = new AbortController().signal;
    const place = { address: '127.0.0.1', port: server.address().port };
    const options = { ...place, timeoutMs: 100, nowSeconds: () => 0, stopping };
    await expect(askDns(query, options)).rejects.toMatchObject({ name: 'DnsExchangeError' });
  });
});

function changed(query: Buffer, { id = 7, host = 'example.com' }): Uint8Array {
  const asked = { name: Name.parse(host), type: rrTypes.A };
  return encodeMessage({ ...decodeMessage(query), ...makeQuery(id, asked), response: true });
}
