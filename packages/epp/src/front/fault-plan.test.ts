/**
 * Each fault as a pool sees it: the class of the error, whether the registry executed the command,
 * and that the next command succeeds.
 */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EppPool } from '../client/epp-pool.ts';
import { checkDomains } from '../codecs/domain/domain-check.ts';
import { createDomain } from '../codecs/domain/domain-create.ts';
import { renewDomain } from '../codecs/domain/domain-renew.ts';
import { failure } from '../fixtures/expect-errors.ts';
import { ManualTimers } from '../fixtures/manual-timers.ts';
import { type RegistryPeer, startRegistry, until } from '../fixtures/registry-peer.ts';
import { FaultPlan, type FaultRule, faultKinds } from './fault-plan.ts';

const createRequest = { name: 'shop.example', authInfo: 'auth-code-1' };

let peer: RegistryPeer;
let pool: EppPool;
let clientTimers: ManualTimers;
let serverTimers: ManualTimers;

beforeEach(async () => {
  clientTimers = new ManualTimers();
  serverTimers = new ManualTimers();
  peer = await startRegistry({ timers: serverTimers });
  pool = new EppPool({
    ...peer.clientOptions,
    sessionsMax: 1,
    commandTimeoutMs: 5_000,
    timers: clientTimers,
    random: () => 1,
  });
});

afterEach(async () => {
  await pool.close();
  await peer[Symbol.asyncDispose]();
});

/** A pool of one session can only answer when the broken one is gone and replaced, or was kept. */
async function expectHealthyPool(): Promise<void> {
  const reply = await pool.send(checkDomains, { names: ['other.example'] });
  expect(reply.code).toBe(1000);
  expect(pool.status).toEqual({ open: 1, busy: 0, connecting: 0, waiting: 0, failures: 0 });
}

const createsAtRegistry = () =>
  peer.registry.calls.filter((call) => call === 'createDomain').length;

interface Expectation {
  readonly rule: FaultRule;
  readonly error: Record<string, unknown>;
  /** Whether the registry has the domain afterwards. */
  readonly committed: boolean;
}

const reset = { ...unknown('closed'), cause: { code: 'ECONNRESET' } };
const expectations: readonly Expectation[] = [
  { rule: { kind: 'drop-before-commit' }, error: unknown('closed'), committed: false },
  { rule: { kind: 'drop-after-commit' }, error: unknown('closed'), committed: true },
  { rule: { kind: 'half-frame' }, error: unknown('closed'), committed: true },
  { rule: { kind: 'reset' }, error: reset, committed: false },
  { rule: { kind: 'reset', afterCommit: true }, error: reset, committed: true },
  { rule: { kind: 'bad-xml' }, error: unknown('bad-reply'), committed: true },
  { rule: { kind: 'out-of-order' }, error: unknown('wrong-cltrid'), committed: true },
  { rule: { kind: 'result' }, error: result(2400, false), committed: false },
  {
    rule: { kind: 'result', code: 2400, afterCommit: true },
    error: result(2400, false),
    committed: true,
  },
  { rule: { kind: 'result', code: 2502 }, error: result(2502, false), committed: false },
  { rule: { kind: 'result', code: 2304 }, error: result(2304, true), committed: false },
];

describe('a command under a fault', () => {
  for (const { rule, error, committed } of expectations) {
    test(`${JSON.stringify(rule)} gives ${JSON.stringify(error)}`, async () => {
      peer.faults.add(rule);
      expect(await failure(pool.send(createDomain, createRequest))).toMatchObject(error);
      expect(peer.registry.domains.has(createRequest.name)).toBe(committed);
      expect(createsAtRegistry()).toBe(committed ? 1 : 0);
      await expectHealthyPool();
      // The pool did not send it again.
      expect(createsAtRegistry()).toBe(committed ? 1 : 0);
    });
  }

  test('silence gives a timeout, and nothing was done', async () => {
    peer.faults.add({ kind: 'silence' });
    const sending = failure(pool.send(createDomain, createRequest));
    await until(() => peer.faults.remaining === 0);
    clientTimers.advance(5_000);
    expect(await sending).toMatchObject(unknown('timeout'));
    expect(peer.registry.domains.size).toBe(0);
    await expectHealthyPool();
  });

  test('a delay past the timeout gives a timeout, though it was done', async () => {
    peer.faults.add({ kind: 'delay', delayMs: 60_000 });
    const sending = failure(pool.send(createDomain, createRequest));
    await until(() => serverTimers.dueInMs.includes(60_000));
    clientTimers.advance(5_000);
    expect(await sending).toMatchObject(unknown('timeout'));
    expect(peer.registry.domains.has(createRequest.name)).toBe(true);
    await expectHealthyPool();
    // The late reply is ignored.
    serverTimers.advance(60_000);
    await expectHealthyPool();
  });

  test('a delay within the timeout is only slow', async () => {
    peer.faults.add({ kind: 'delay', delayMs: 4_000 });
    const sending = pool.send(createDomain, createRequest);
    await until(() => serverTimers.dueInMs.includes(4_000));
    serverTimers.advance(4_000);
    expect((await sending).code).toBe(1000);
  });

  test('pending answers 1001, which is not done', async () => {
    peer.faults.add({ kind: 'pending' });
    const reply = await pool.send(createDomain, createRequest);
    expect(reply).toMatchObject({ code: 1001, pending: true });
    expect(peer.registry.domains.get(createRequest.name)?.statuses).toEqual(['pendingCreate']);
    await expectHealthyPool();
  });

  test('a reused clTRID is closed on before it does anything; a fresh one is not', async () => {
    peer.faults.add({ kind: 'close-on-reused-cltrid', times: Number.POSITIVE_INFINITY });
    await pool.send(checkDomains, { names: ['a.example'] }, { clTRID: 'SAME-1' });
    const error = await failure(pool.send(createDomain, createRequest, { clTRID: 'SAME-1' }));
    expect(error).toMatchObject(unknown('closed'));
    expect(peer.registry.domains.size).toBe(0);
    expect((await pool.send(createDomain, createRequest, { clTRID: 'FRESH-1' })).code).toBe(1000);
  });

  test('a server that closes when idle costs a reconnection, not a command', async () => {
    peer.faults.add({ kind: 'close-when-idle' });
    expect((await pool.send(createDomain, createRequest)).code).toBe(1000);
    await until(() => pool.status.open === 0);
    await expectHealthyPool();
    expect(peer.registry.calls.filter((call) => call === 'login')).toHaveLength(2);
  });

  test('a reply that comes twice answers its own command only', async () => {
    peer.faults.add({ kind: 'duplicate' });
    expect((await pool.send(createDomain, createRequest)).code).toBe(1000);
    // The session is closed, because a further frame could be taken for the next reply.
    await until(() => pool.status.open === 0);
    await expectHealthyPool();
    expect(createsAtRegistry()).toBe(1);
  });

  for (const code of [2200, 2501, 2502]) {
    test(`a login refused with ${code} sends nothing; the next attempt comes after the backoff`, async () => {
      peer.faults.add({ kind: 'refuse-login', code });
      const error = await failure(pool.send(createDomain, createRequest, { queueTimeoutMs: 400 }));
      expect(error).toMatchObject({ name: 'EppNotSentError', reason: 'login' });
      expect(createsAtRegistry()).toBe(0);
      clientTimers.advance(500);
      await expectHealthyPool();
    });
  }

  test('a greeting followed by silence sends nothing', async () => {
    peer.faults.add({ kind: 'greeting-then-silence' });
    const sending = failure(pool.send(createDomain, createRequest, { queueTimeoutMs: 5_100 }));
    await until(() => peer.faults.remaining === 0);
    clientTimers.advance(5_000);
    expect(await sending).toMatchObject({ name: 'EppNotSentError', reason: 'login' });
    expect(peer.registry.calls).toEqual([]);
    clientTimers.advance(500);
    await expectHealthyPool();
  });

  test('every kind of fault is covered here', () => {
    const elsewhere = [
      'silence',
      'delay',
      'pending',
      'close-on-reused-cltrid',
      'close-when-idle',
      'duplicate',
      'refuse-login',
      'greeting-then-silence',
    ];
    const covered = new Set([...expectations.map(({ rule }) => rule.kind), ...elsewhere]);
    expect([...covered].sort()).toEqual([...faultKinds].sort());
  });
});

describe('a hundred replies lost after the commit', () => {
  test('leave a hundred domains, each created once, and renewals that cannot happen twice', async () => {
    peer.faults.add({ kind: 'drop-after-commit', type: 'domain:create', times: 100 });
    peer.faults.add({ kind: 'drop-after-commit', type: 'domain:renew', times: 100 });
    for (let number = 0; number < 100; number += 1) {
      const name = `shop-${number}.example`;
      expect(await failure(pool.send(createDomain, { ...createRequest, name }))).toMatchObject(
        unknown('closed'),
      );
      const renewal = { name, currentExpiryDate: '2031-01-01' };
      expect(await failure(pool.send(renewDomain, renewal))).toMatchObject(unknown('closed'));
    }
    expect(peer.faults.remaining).toBe(0);
    expect(createsAtRegistry()).toBe(100);
    const again = { name: 'shop-7.example', currentExpiryDate: '2031-01-01' };
    expect(await failure(pool.send(renewDomain, again))).toMatchObject(result(2306, true));
    const years = [...peer.registry.domains.values()].map(({ expiresAt }) =>
      expiresAt?.getUTCFullYear(),
    );
    expect(years).toEqual(Array(100).fill(2032));
  });
});

describe('FaultPlan', () => {
  const target = { type: 'domain:create', names: ['a.example'], clTRIDReused: false };

  test('chooses by type and name, in the order the rules were added, as often as configured', () => {
    const plan = new FaultPlan()
      .add({ kind: 'reset', type: 'domain:renew' })
      .add({ kind: 'silence', name: /^b/ })
      .add({ kind: 'bad-xml', name: 'a.example', times: 2 })
      .add({ kind: 'pending' });
    expect(plan.remaining).toBe(5);
    expect(plan.take(target)?.kind).toBe('bad-xml');
    expect(plan.take(target)?.kind).toBe('bad-xml');
    expect(plan.take(target)?.kind).toBe('pending');
    expect(plan.take(target)).toBeUndefined();
    expect(plan.take({ ...target, names: ['x', 'b.example'] })?.kind).toBe('silence');
    expect(plan.take({ ...target, type: 'domain:renew' })?.kind).toBe('reset');
    expect(plan.remaining).toBe(0);
  });

  test('spares login and logout unless they are named', () => {
    const plan = new FaultPlan().add({ kind: 'reset' });
    expect(plan.take({ ...target, type: 'login' })).toBeUndefined();
    expect(plan.take({ ...target, type: 'logout' })).toBeUndefined();
    plan.clear();
    plan.add({ kind: 'reset', type: 'login' });
    expect(plan.take({ ...target, type: 'login' })?.kind).toBe('reset');
  });
});

function unknown(reason: string) {
  return { name: 'EppOutcomeUnknownError', reason };
}

function result(code: number, definite: boolean) {
  return { name: 'EppResultError', code, definite };
}
