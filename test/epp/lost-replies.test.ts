/**
 * Replies that never come, again and again: every charge has its object, every renewal counts once.
 * Some registries show the auth code, which proves that a creation was ours, and others do not.
 */
import { dayMs } from '@hostmaster/contract/durations';
import type { EppFault, FaultRule } from '@hostmaster/epp';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { expect, it, vi } from 'vitest';
import { presentSigner } from '../../packages/server/src/zones/delegation-signers.ts';
import { dnssecOf, untilPhase } from '../api/dnssec-phases.ts';
import { type EppService, openEppService } from './epp-service.ts';

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

describeOnBothEngines('a reply that is lost after DS records have changed', (engine) => {
  it('is settled by asking, and no change is sent twice', async () => {
    const service = await openEppService(engine, { entry: { commandTimeoutSeconds: 1 } });
    const { client } = service;
    const domain = 'signers-of-looms.com';
    await service.register(domain);
    await service.settled();
    const commands = watchCommands(service, domain);
    const { faults } = service.registry.front;
    const dropped = { kind: 'drop-after-commit' } as const;
    // Later than the service waits.
    const late = { kind: 'delay', delayMs: 1_500 } as const;
    /** The commands about the domain from now until the phase. */
    const losing = async (fault: EppFault, phase: string, step: () => Promise<unknown>) => {
      faults.add({ ...fault, type: 'domain:update', name: domain });
      const first = commands.length;
      await step();
      await untilPhase(client, domain, phase);
      await service.settled();
      expect(faults.remaining).toBe(0);
      return commands.slice(first);
    };
    const dsRecords = async () => (await dnssecOf(client, domain)).keys.map(({ ds }) => ds);

    await client.call('enableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_caches');
    const [old = ''] = await dsRecords();
    const turningOn = await losing(dropped, 'on', () => service.advance(dayMs));
    expectOnce(turningOn, { add: [old], remove: [] });
    expect(await signersOf(service, domain)).toEqual([old]);

    await client.call('rollDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_key_in_caches');
    const [, fresh = ''] = await dsRecords();
    const adding = await losing(late, 'waiting_for_new_ds', () => service.advance(dayMs));
    expectOnce(adding, { add: [fresh], remove: [] });
    expect(await signersOf(service, domain)).toEqual([old, fresh]);

    const removing = await losing(dropped, 'waiting_for_old_ds', () => service.advance(2 * dayMs));
    expectOnce(removing, { add: [], remove: [old] });
    expect(await signersOf(service, domain)).toEqual([fresh]);
    await service.advance(2 * dayMs);
    await untilPhase(client, domain, 'on');
    expect(await dsRecords()).toEqual([fresh]);

    const turningOff = await losing(late, 'waiting_for_ds_ttl', () =>
      client.call('disableDnssec', { domain }),
    );
    expectOnce(turningOff, { add: [], remove: [fresh] });
    expect(await signersOf(service, domain)).toEqual([]);
    await service.advance(2 * dayMs);
    await untilPhase(client, domain, null);
    expect(commands.filter((command) => command !== 'info')).toHaveLength(4);
    await service.expectExact();
  });
});

interface SignerChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** What the registry gets about the domain: questions, and changes of its DS records. */
function watchCommands(service: EppService, domain: string): readonly ('info' | SignerChange)[] {
  const commands: ('info' | SignerChange)[] = [];
  const { registry } = service.registry.front;
  const { info, change } = registry;
  vi.spyOn(registry, 'info').mockImplementation((name) => {
    if (name === domain) commands.push('info');
    return info.call(registry, name);
  });
  vi.spyOn(registry, 'change').mockImplementation((command) => {
    const { add = [], remove = [] } = command.dnssec ?? {};
    if (remove === 'all') return expect.unreachable('A DS record that stays is never absent.');
    commands.push({ add: add.map(presentSigner), remove: remove.map(presentSigner) });
    return change.call(registry, command);
  });
  return commands;
}

/** One change was sent, with questions before and after it. */
function expectOnce(commands: readonly ('info' | SignerChange)[], change: SignerChange): void {
  expect(commands.filter((command) => command !== 'info')).toEqual([change]);
  expect([commands[0], commands.at(-1)]).toEqual(['info', 'info']);
}

async function signersOf(service: EppService, domain: string): Promise<readonly string[]> {
  const object = (await service.objects()).find(({ name }) => name === domain);
  return object?.dnssec.map(presentSigner) ?? expect.unreachable();
}
