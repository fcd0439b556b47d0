/**
 * Replies that never come, again and again: every charge has its object, every renewal counts once.
 * Some registries show the auth code, which proves that a creation was ours, and others do not.
 */
import type { FaultRule } from '@hostmaster/epp';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { expect, it } from 'vitest';
import { openEppService } from './epp-service.ts';

const codes = ['', 'sandbox-nocode-', 'sandbox-emptycode-'] as const;
const lost = process.env.HOSTMASTER_TEST_LONG === undefined ? 30 : 100;
const names = Array.from(
  { length: lost },
  (_, index) => `${codes[index % codes.length]}lost-${index}.com`,
);

describeOnBothEngines('replies lost after the commit at the registry', (engine) => {
  it(`${lost} registrations, then ${lost} renewals`, async () => {
    const service = await openEppService(engine, { roles: 'api' });
    const { faults } = service.registry.front;

    // One after the other, before jobs run: each lost reply costs a session, and a check that waits
    // two seconds for one of the four is refused with 503.
    for (const name of names) await service.register(name);
    faults.add({ kind: 'drop-after-commit', type: 'domain:create', times: lost });
    await service.startBeside('jobs');
    await service.settled();
    expect(faults.remaining).toBe(0);
    expect((await service.objects()).length).toBe(lost);
    await service.expectExact();

    faults.add({ kind: 'drop-after-commit', type: 'domain:renew', times: lost });
    await Promise.all(names.map((name) => service.renew(name, 2)));
    await service.settled();
    expect(faults.remaining).toBe(0);
    await service.expectExact();
  });
});

/** Everything else a registry can do to a command. Each strikes registrations and renewals alike. */
const mishaps: readonly Omit<FaultRule, 'type'>[] = [
  { kind: 'drop-before-commit' },
  { kind: 'half-frame' },
  { kind: 'reset' },
  { kind: 'reset', afterCommit: true },
  { kind: 'bad-xml' },
  { kind: 'result', code: 2400 },
  { kind: 'result', code: 2400, afterCommit: true },
  { kind: 'result', code: 2502 },
  { kind: 'result', code: 2500, afterCommit: true },
  // A registry that repeats a command itself refuses the second one.
  { kind: 'result', code: 2302, afterCommit: true },
  { kind: 'result', code: 2306, afterCommit: true },
  { kind: 'out-of-order' },
  { kind: 'duplicate' },
  { kind: 'close-when-idle' },
  { kind: 'delay', delayMs: 300 },
  // Later than the client waits.
  { kind: 'delay', delayMs: 1_500 },
];

describeOnBothEngines('every other fault', (engine) => {
  it('leaves money and names exact', async () => {
    const entry = { commandTimeoutSeconds: 1 };
    const service = await openEppService(engine, { roles: 'api', entry });
    const { faults } = service.registry.front;
    faults.add({ kind: 'close-on-reused-cltrid', times: Number.POSITIVE_INFINITY });
    const cases = mishaps.flatMap((mishap, index) =>
      codes.map((code) => ({ mishap, name: `${code}mishap-${index}.com` })),
    );
    const names = cases.map(({ name }) => name);
    for (const type of ['domain:create', 'domain:renew'] as const) {
      for (const { mishap, name } of cases) {
        faults.add({ ...mishap, type, name, times: 2 });
        // The question that settles the first lost reply fails as well.
        if (mishap.kind !== 'delay') faults.add({ kind: 'reset', type: 'domain:info', name });
      }
      // Registered before jobs run, because checks compete for sessions that faults close.
      if (type === 'domain:create') {
        for (const name of names) await service.register(name);
        await service.startBeside('jobs');
      } else await Promise.all(names.map((name) => service.renew(name, 1)));
      await service.settled();
      await service.expectExact();
    }
  });

  it('a name that another registrar takes meanwhile is refunded in full', async () => {
    const service = await openEppService(engine, { roles: 'api' });
    await service.register('raced.com');
    const { registry } = service.registry.front;
    await registry.create({
      sponsor: 'rival',
      transactionId: 'rival-1',
      name: 'raced.com',
      years: 1,
      registrant: { registrantId: null, contactIds: {} },
      nameservers: [],
      privacyEnabled: false,
      transferLocked: false,
      authCode: 'theirs',
    });
    // The loser of a race may get 2400 before it gets 2302.
    const { faults } = service.registry.front;
    faults.add({ kind: 'result', code: 2400, type: 'domain:create', name: 'raced.com' });
    await service.startBeside('jobs');
    await service.settled();
    await service.expectExact();
    const { domain } = await service.client.call('getDomain', { domain: 'raced.com' });
    expect(domain.status).toBe('failed');
    expect((await service.client.call('getAccount', {})).credits.balance).toBe(1_000_000);
  });
});
