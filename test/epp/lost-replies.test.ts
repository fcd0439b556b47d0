/** Replies that never come, a hundred times: every charge has its object, every renewal counts once. */
import type { FaultRule } from '@hostmaster/epp';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { expect, it } from 'vitest';
import { openEppService } from './epp-service.ts';

const hundred = Array.from({ length: 100 }, (_, index) => `lost-${index}.com`);

describeOnBothEngines('replies lost after the commit at the registry', (engine) => {
  it('100 registrations, then 100 renewals', async () => {
    const service = await openEppService(engine, { roles: 'api' });
    const { faults } = service.registry.front;

    // One after the other, before jobs run: each lost reply costs a session, and a check that waits
    // two seconds for one of the four is refused with 503.
    for (const name of hundred) await service.register(name);
    faults.add({ kind: 'drop-after-commit', type: 'domain:create', times: 100 });
    await service.startBeside('jobs');
    await service.settled();
    expect(faults.remaining).toBe(0);
    expect((await service.objects()).length).toBe(100);
    await service.expectExact();

    faults.add({ kind: 'drop-after-commit', type: 'domain:renew', times: 100 });
    await Promise.all(hundred.map((name) => service.renew(name, 2)));
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
  { kind: 'out-of-order' },
  { kind: 'close-when-idle' },
  { kind: 'delay', delayMs: 300 },
];

describeOnBothEngines('every other mishap', (engine) => {
  it('leaves money and names exact', async () => {
    const service = await openEppService(engine);
    const { faults } = service.registry.front;
    faults.add({ kind: 'close-on-reused-cltrid', times: Number.POSITIVE_INFINITY });
    const names = mishaps.map((_, index) => `mishap-${index}.com`);
    for (const type of ['domain:create', 'domain:renew'] as const) {
      for (const [index, mishap] of mishaps.entries()) {
        const name = names[index] ?? '';
        faults.add({ ...mishap, type, name, times: 2 });
        // The question that settles the first doubt fails as well.
        if (mishap.kind !== 'delay') faults.add({ kind: 'reset', type: 'domain:info', name });
      }
      await Promise.all(
        names.map((name) =>
          type === 'domain:create' ? service.register(name) : service.renew(name, 1),
        ),
      );
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
