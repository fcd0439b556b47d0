/**
 * How the pool opens, keeps alive, retires and queues for sessions. Faults on the wire are in
 * front/fault-plan.test.ts.
 */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkDomains } from '../codecs/domain/domain-check.ts';
import { createDomain } from '../codecs/domain/domain-create.ts';
import { deleteDomain } from '../codecs/domain/domain-delete.ts';
import { notSent } from '../fixtures/expect-errors.ts';
import { openPoolBench, type PoolBench } from '../fixtures/pool-bench.ts';
import { until } from '../fixtures/registry-peer.ts';
import { clTRIDOf, greeting, response, startScripted } from '../fixtures/scripted-server.ts';
import { backoffMs } from './backoff.ts';

const checkRequest = { names: ['a.example'] };

let peer: PoolBench['peer'];
let timers: PoolBench['timers'];
let serverTimers: PoolBench['serverTimers'];
let events: PoolBench['events'];
let startPool: PoolBench['startPool'];
let logins: PoolBench['logins'];
let close: PoolBench['close'];

beforeEach(async () => {
  ({ peer, timers, serverTimers, events, startPool, logins, close } = await openPoolBench());
});

afterEach(() => close());

/** Commands that the server holds back until its clock moves. */
function hold(times: number): void {
  peer.faults.add({ kind: 'delay', delayMs: 1_000, times });
}

const held = () => serverTimers.dueInMs.length;
const framesAtServer = (part: string) =>
  peer.events.filter((event) => event.event === 'received' && event.xml.includes(part)).length;

describe('sessions', () => {
  test('are opened when commands come, reused, and never more than the cap', async () => {
    const pool = startPool({ sessionsMax: 2 });
    expect(logins()).toBe(0);
    hold(3);
    const sending = [1, 2, 3].map(() => pool.send(checkDomains, checkRequest));
    await until(() => held() === 2);
    expect(pool.status).toMatchObject({ open: 2, busy: 2, connecting: 0, waiting: 1 });
    serverTimers.advance(1_000);
    await until(() => held() === 1);
    serverTimers.advance(1_000);
    await Promise.all(sending);
    expect(logins()).toBe(2);
    await pool.send(checkDomains, checkRequest);
    expect(logins()).toBe(2);
    expect(peer.server.connectionCount).toBe(2);
  });

  test('serve commands in the order they came', async () => {
    const pool = startPool({ sessionsMax: 1 });
    const order: number[] = [];
    const sending = [1, 2, 3, 4].map(async (number) => {
      await pool.send(checkDomains, checkRequest);
      order.push(number);
    });
    await Promise.all(sending);
    expect(order).toEqual([1, 2, 3, 4]);
    expect(logins()).toBe(1);
  });

  test('say hello when silent for long, and stay', async () => {
    const pool = startPool({ keepAliveMs: 60_000, idleMs: 150_000 });
    await pool.send(checkDomains, checkRequest);
    timers.advance(59_999);
    expect(framesAtServer('<hello')).toBe(0);
    timers.advance(1);
    await until(() => framesAtServer('<hello') === 1 && pool.status.busy === 0);
    timers.advance(60_000);
    await until(() => framesAtServer('<hello') === 2 && pool.status.busy === 0);
    expect(logins()).toBe(1);
    expect(pool.status.open).toBe(1);
  });

  test('without limits stay as they are', async () => {
    const never = Number.POSITIVE_INFINITY;
    const pool = startPool({ keepAliveMs: never, idleMs: never, lifetimeMs: never });
    await pool.send(checkDomains, checkRequest);
    timers.advance(1e12);
    expect(pool.status).toMatchObject({ open: 1, busy: 0 });
    expect(framesAtServer('<hello')).toBe(0);
  });

  test('are logged out when no command used them for long, hellos notwithstanding', async () => {
    const pool = startPool({ keepAliveMs: 60_000, idleMs: 100_000 });
    await pool.send(checkDomains, checkRequest);
    timers.advance(60_000);
    await until(() => framesAtServer('<hello') === 1 && pool.status.busy === 0);
    timers.advance(40_000);
    await until(() => pool.status.open === 0);
    expect(framesAtServer('<logout')).toBe(1);
    expect(framesAtServer('<hello')).toBe(1);
  });

  test('are logged out at the end of their lifetime, however busy', async () => {
    const pool = startPool({ sessionsMax: 1, lifetimeMs: 100_000, idleMs: 80_000 });
    await pool.send(checkDomains, checkRequest);
    timers.advance(70_000);
    hold(1);
    const sending = pool.send(checkDomains, checkRequest, { timeoutMs: 90_000 });
    await until(() => held() === 1);
    timers.advance(40_000);
    expect(framesAtServer('<logout')).toBe(0);
    serverTimers.advance(1_000);
    await sending;
    await until(() => pool.status.open === 0);
    expect(framesAtServer('<logout')).toBe(1);
    await pool.send(checkDomains, checkRequest);
    expect(logins()).toBe(2);
  });

  test('that do not answer hello are dropped, and the next command gets a new one', async () => {
    await using server = await startScripted({
      greeting: greeting(),
      onCommand: (xml, socket) => {
        if (xml.includes('<domain:delete')) socket.write(response({ clTRID: clTRIDOf(xml) }));
      },
    });
    const pool = startPool({
      ...server.clientOptions,
      keepAliveMs: 60_000,
      commandTimeoutMs: 5_000,
    });
    await pool.send(deleteDomain, { name: 'a.example' });
    timers.advance(60_000);
    await until(() => server.received.some((xml) => xml.includes('<hello')));
    timers.advance(5_000);
    await until(() => pool.status.open === 0);
    await pool.send(deleteDomain, { name: 'a.example' });
    expect(server.sockets).toHaveLength(2);
    const closing = pool.close();
    await until(() => server.received.some((xml) => xml.includes('<logout')));
    timers.advance(5_000);
    await closing;
  });
});

describe('waiting', () => {
  test('ends with queue-timeout when every session stays busy', async () => {
    const pool = startPool({ sessionsMax: 1 });
    hold(1);
    const first = pool.send(checkDomains, checkRequest);
    await until(() => held() === 1);
    const second = notSent(
      pool.send(createDomain, { name: 'a.example', authInfo: 'abc' }, { queueTimeoutMs: 3_000 }),
    );
    timers.advance(2_999);
    expect(pool.status.waiting).toBe(1);
    timers.advance(1);
    expect((await second).reason).toBe('queue-timeout');
    serverTimers.advance(1_000);
    expect((await first).code).toBe(1000);
    expect(peer.registry.domains.size).toBe(0);
  });

  test('of a question ends when it is abandoned; commands and other tenants go first', async () => {
    const pool = startPool({ sessionsMax: 2 });
    hold(2);
    const ask = (tenant: string, name: string, signal = new AbortController().signal) =>
      pool.send(checkDomains, { names: [name] }, { question: { tenant, signal } });
    const flying = ask('a', 'first.example');
    await until(() => held() === 1);
    const gone = new AbortController();
    const leaving = notSent(ask('a', 'gone.example', gone.signal));
    const waiting = [ask('a', 'third.example'), ask('b', 'fourth.example')];
    expect(pool.status).toMatchObject({ open: 1, connecting: 0, waiting: 3 });
    const command = pool.send(deleteDomain, { name: 'a.example' }).catch(() => undefined);
    await until(() => held() === 2);
    gone.abort();
    expect((await leaving).reason).toBe('abandoned');
    expect((await notSent(ask('a', 'late.example', gone.signal))).reason).toBe('abandoned');
    serverTimers.advance(1_000);
    await Promise.all([flying, command, ...waiting]);
    expect(framesAtServer('gone.example')).toBe(0);
  });

  test('does not happen for a request that could never be sent', async () => {
    const pool = startPool();
    expect((await notSent(pool.send(checkDomains, { names: [] }))).reason).toBe('invalid');
    expect(logins()).toBe(0);
  });
});

describe('backoff', () => {
  test('doubles up to its limit, between half and all of it', () => {
    const policy = { baseMs: 500, maxMs: 3_000 };
    const full = [1, 2, 3, 4, 100].map((failures) => backoffMs(policy, failures, () => 1));
    expect(full).toEqual([500, 1_000, 2_000, 3_000, 3_000]);
    expect(backoffMs(policy, 2, () => 0)).toBe(500);
  });

  test('spaces the attempts; a command waits for the next one when it may', async () => {
    const pool = startPool({ sessionsMax: 3, backoff: { baseMs: 1_000, maxMs: 60_000 } });
    peer.faults.add({ kind: 'refuse-login', code: 2502, times: 3 });
    const sending = pool.send(checkDomains, checkRequest, { queueTimeoutMs: 30_000 });
    for (const [failures, retryInMs] of [
      [1, 1_000],
      [2, 2_000],
      [3, 4_000],
    ] as const) {
      await until(() => pool.status.failures === failures);
      timers.advance(retryInMs - 1);
      expect(pool.status.connecting).toBe(0);
      timers.advance(1);
      expect(pool.status.connecting).toBe(1);
    }
    expect((await sending).code).toBe(1000);
    expect(pool.status.failures).toBe(0);
    const waits = events.flatMap((event) =>
      event.event === 'connect-failed' ? [event.retryInMs] : [],
    );
    expect(waits).toEqual([1_000, 2_000, 4_000]);
  });

  test('refuses at once what cannot wait that long, with the reason', async () => {
    const pool = startPool({ backoff: { baseMs: 10_000, maxMs: 60_000 } });
    peer.faults.add({ kind: 'refuse-login', code: 2502 });
    const first = await notSent(pool.send(checkDomains, checkRequest, { queueTimeoutMs: 3_000 }));
    expect(first.reason).toBe('login');
    const second = await notSent(pool.send(checkDomains, checkRequest, { queueTimeoutMs: 3_000 }));
    expect(second.reason).toBe('login');
    expect(peer.events.filter(({ event }) => event === 'received')).toHaveLength(1);
    timers.advance(10_000);
    expect((await pool.send(checkDomains, checkRequest)).code).toBe(1000);
  });

  test('counts attempts that failed together once', async () => {
    const pool = startPool({ sessionsMax: 3, backoff: { baseMs: 1_000, maxMs: 60_000 } });
    peer.faults.add({ kind: 'refuse-login', code: 2502, times: 3 });
    const sending = [1, 2, 3].map(() =>
      notSent(pool.send(checkDomains, checkRequest, { queueTimeoutMs: 500 })),
    );
    for (const error of await Promise.all(sending)) expect(error.reason).toBe('login');
    expect(pool.status.failures).toBe(1);
  });

  test('ends with one attempt; the others follow when it worked', async () => {
    const pool = startPool({ sessionsMax: 3, backoff: { baseMs: 1_000, maxMs: 60_000 } });
    peer.faults.add({ kind: 'refuse-login', code: 2502 });
    const first = pool.send(checkDomains, checkRequest);
    await until(() => pool.status.failures === 1);
    hold(3);
    const sending = [
      first,
      pool.send(checkDomains, checkRequest),
      pool.send(checkDomains, checkRequest),
    ];
    timers.advance(1_000);
    expect(pool.status).toMatchObject({ connecting: 1, waiting: 3 });
    await until(() => held() === 3);
    serverTimers.advance(1_000);
    await Promise.all(sending);
    expect(pool.status.open).toBe(3);
  });

  test('of an unreachable server ends when it is back', async () => {
    const port = peer.clientOptions.port ?? 0;
    await peer.server.close();
    const pool = startPool({ backoff: { baseMs: 1_000, maxMs: 60_000 } });
    const sending = pool.send(checkDomains, checkRequest, { queueTimeoutMs: 20_000 });
    await until(() => pool.status.failures === 1);
    timers.advance(1_000);
    await until(() => pool.status.failures === 2);
    await peer.server.listen({ host: '127.0.0.1', port });
    timers.advance(2_000);
    expect((await sending).code).toBe(1000);
  });
});

describe('close', () => {
  test('refuses what waits, lets what is in flight finish, logs out', async () => {
    const pool = startPool({ sessionsMax: 1 });
    hold(1);
    const flying = pool.send(checkDomains, checkRequest);
    await until(() => held() === 1);
    const waiting = notSent(pool.send(checkDomains, checkRequest));
    const closing = pool.close();
    expect((await waiting).reason).toBe('pool-closed');
    expect((await notSent(pool.send(checkDomains, checkRequest))).reason).toBe('pool-closed');
    serverTimers.advance(1_000);
    expect((await flying).code).toBe(1000);
    await closing;
    expect(framesAtServer('<logout')).toBe(1);
    expect(pool.status.open).toBe(0);
    await until(() => peer.server.connectionCount === 0);
  });

  test('cancels a connection attempt', async () => {
    peer.faults.add({ kind: 'greeting-then-silence' });
    const pool = startPool();
    const sending = notSent(pool.send(checkDomains, checkRequest));
    await until(() => peer.faults.remaining === 0);
    await pool.close();
    expect((await sending).reason).toBe('pool-closed');
  });

  test('by destroy does not wait for what is in flight, whose outcome stays unknown', async () => {
    const pool = startPool({ sessionsMax: 1 });
    hold(1);
    const flying = pool.send(checkDomains, checkRequest);
    await until(() => held() === 1);
    const waiting = notSent(pool.send(checkDomains, checkRequest));
    pool.destroy();
    await expect(flying).rejects.toMatchObject({ reason: 'closed' });
    expect((await waiting).reason).toBe('pool-closed');
    await pool.close();
    expect(pool.status.open).toBe(0);
  });

  test('of an unused pool resolves at once', async () => {
    await startPool().close();
    expect(logins()).toBe(0);
  });
});
