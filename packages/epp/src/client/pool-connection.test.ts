/** How the pool signs in, learns a server's idle limit and reports what it does. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkDomains } from '../codecs/domain/domain-check.ts';
import { deleteDomain } from '../codecs/domain/domain-delete.ts';
import { notSent } from '../fixtures/expect-errors.ts';
import { testCredentials } from '../fixtures/memory-registry.ts';
import { openPoolBench, type PoolBench } from '../fixtures/pool-bench.ts';
import { startRegistry, until } from '../fixtures/registry-peer.ts';
import type { CommandEnd } from './pool-options.ts';

const checkRequest = { names: ['a.example'] };

let peer: PoolBench['peer'];
let timers: PoolBench['timers'];
let events: PoolBench['events'];
let startPool: PoolBench['startPool'];
let logins: PoolBench['logins'];
let close: PoolBench['close'];

beforeEach(async () => {
  ({ peer, timers, events, startPool, logins, close } = await openPoolBench());
});

afterEach(() => close());

describe('a refused sign-in', () => {
  const wrong = { ...testCredentials, password: 'not the one' };
  const refusals = () =>
    events.flatMap((event) => (event.event === 'sign-in-refused' ? [event.retryInMs] : []));

  test('is tried once more and then not again before the credentials have changed', async () => {
    let credentials = wrong;
    const pool = startPool({
      credentials: () => credentials,
      sessionsMax: 3,
      backoff: { baseMs: 1_000, maxMs: 60_000 },
    });
    const sending = [1, 2, 3].map(() =>
      notSent(pool.send(checkDomains, checkRequest, { queueTimeoutMs: 30_000 })),
    );
    await until(() => pool.status.failures === 1);
    timers.advance(1_000);
    for (const error of await Promise.all(sending)) expect(error.reason).toBe('login');
    expect(refusals()).toEqual([1_000, null]);
    timers.advance(3_600_000);
    expect((await notSent(pool.send(checkDomains, checkRequest))).reason).toBe('login');
    pool.connect();
    expect(pool.status.connecting).toBe(0);
    expect(logins()).toBe(2);

    credentials = testCredentials;
    timers.advance(1_000);
    expect((await pool.send(checkDomains, checkRequest)).code).toBe(1000);
    expect(logins()).toBe(3);
  });

  test('by a server without room for the session is no matter of the password', async () => {
    const pool = startPool({ backoff: { baseMs: 1_000, maxMs: 1_000 } });
    peer.faults.add({ kind: 'refuse-login', code: 2502, times: 4 });
    const sending = pool.send(checkDomains, checkRequest, { queueTimeoutMs: 30_000 });
    for (const failures of [1, 2, 3, 4]) {
      await until(() => pool.status.failures === failures);
      timers.advance(1_000);
    }
    expect((await sending).code).toBe(1000);
    expect(refusals()).toEqual([]);
  });
});

describe('a server that closes silent sessions', () => {
  test('is sent a hello before its limit from then on', async () => {
    const strict = await startRegistry({ timers, idleMs: 100_000 });
    const pool = startPool({ ...strict.clientOptions, keepAliveMs: 300_000 });
    await pool.send(checkDomains, checkRequest);
    timers.advance(100_000);
    await until(() => pool.status.open === 0);
    expect(events).toContainEqual({ event: 'idle-limit', silentMs: 100_000, keepAliveMs: 75_000 });
    await pool.send(checkDomains, checkRequest);
    for (let hellos = 1; hellos <= 3; hellos += 1) {
      timers.advance(75_000);
      await until(() => pool.status.busy === 0);
    }
    expect(pool.status.open).toBe(1);
    await pool.close();
    await strict[Symbol.asyncDispose]();
  });
});

describe('observers', () => {
  test('learn of the connection and of each command', async () => {
    const ends: CommandEnd[] = [];
    const pool = startPool({ onCommand: (end) => ends.push(end) });
    pool.connect();
    await until(() => pool.status.open === 1);
    expect(events).toContainEqual({
      event: 'connected',
      serverId: 'EPP registry front',
      tlsVersion: 'TLSv1.3',
    });
    await pool.send(checkDomains, checkRequest);
    await pool.send(deleteDomain, { name: 'absent.example' }).catch(() => undefined);
    peer.faults.add({ kind: 'drop-before-commit' });
    await pool.send(checkDomains, checkRequest).catch(() => undefined);
    await pool.close();
    await notSent(pool.send(checkDomains, checkRequest));
    expect(ends.map(({ type, code }) => [type, code])).toEqual([
      ['domain:check', 1000],
      ['domain:delete', 2303],
      ['domain:check', 'unknown'],
      ['domain:check', 'not-sent'],
    ]);
  });
});
