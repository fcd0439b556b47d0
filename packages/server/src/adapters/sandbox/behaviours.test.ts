import { addYears } from '@hostmaster/contract/durations';
import { behaviourOf, sandboxBehaviours, takenNames } from '@hostmaster/registry';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { createOf, renewOf, sendOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import {
  freshName,
  openSandboxOn,
  type SandboxTestOptions,
  shown,
} from '@hostmaster/test-rig/sandbox-registrar';
import { describe, expect, it } from 'vitest';
import { OutcomeUnknown } from '../../registrars/registrar.ts';

describe('the table of behaviours', () => {
  it('has the prefixes that the documentation names', () => {
    expect(sandboxBehaviours.map(({ prefix }) => prefix)).toEqual([
      'sandbox-taken-',
      'sandbox-premium-',
      'sandbox-reject-',
      'sandbox-norenew-',
      'sandbox-slow-',
      'sandbox-flaky-',
      'sandbox-lost-',
      'sandbox-reserved-',
      'sandbox-fee-',
      'sandbox-feerise-',
      'sandbox-fail-',
      'sandbox-unfunded-',
      'sandbox-nocode-',
      'sandbox-emptycode-',
      'sandbox-nohosts-',
      'sandbox-nons-',
      'sandbox-nods-',
      'sandbox-trade-',
      'sandbox-notrade-',
      'sandbox-redemption-',
      'sandbox-rival-approves-',
      'sandbox-rival-denies-',
      'sandbox-rival-instant-',
      'sandbox-rival-locked-',
      'sandbox-rival-young-',
      'sandbox-rival-young2201-',
      'sandbox-rival-young2304-',
      'sandbox-rival-moved-',
      'sandbox-rival-oldcode-',
      'sandbox-rival-',
    ]);
  });

  it.each([
    ['sandbox-slow-.com', 'sandbox-slow-'],
    ['sandbox-slow-a.co.uk', 'sandbox-slow-'],
    ['sandbox-slow.com', ''],
    ['my-sandbox-slow-a.com', ''],
    ['a.sandbox-slow-b.com', ''],
    ['sandbox-other-a.com', ''],
  ])('reads %s by the start of its first label', (name, prefix) => {
    expect(behaviourOf(name).prefix).toBe(prefix);
  });
});

describeOnBothEngines('a sandbox name', (engine) => {
  const open = (options: Partial<SandboxTestOptions> = {}) => openSandboxOn(engine, options);

  it.each([...takenNames, 'sandbox-taken-a.com'])('%s is registered elsewhere', async (name) => {
    const { registrar } = await open();
    expect(await registrar.check([name])).toEqual([
      { available: false, premium: null, because: 'taken' },
    ]);
    expect(await registrar.info(name)).toMatchObject({
      isOurs: false,
      authCode: null,
      pending: null,
    });
    expect(await registrar.create(createOf(name))).toMatchObject({ kind: 'refused' });
    expect(await registrar.objects()).toEqual([]);
  });

  it('sandbox-premium- costs ten times as much, also once it is registered', async () => {
    const { registrar } = await open({ delayMs: 0 });
    const name = freshName('sandbox-premium-');
    const premium = { factor: 10 };
    expect(await registrar.check([name])).toEqual([{ available: true, premium }]);
    expect(await registrar.create({ ...createOf(name), premium })).toMatchObject({
      kind: 'done',
    });
    expect(await registrar.check([name])).toEqual([
      { available: false, premium, because: 'taken' },
    ]);
  });

  it.each([0, 1_000])('sandbox-reject- is accepted, then refused after %d ms', async (delayMs) => {
    const { registrar, clocks } = await open({ delayMs });
    const command = createOf(freshName('sandbox-reject-'));
    expect(await registrar.create(command)).toEqual({ kind: 'pending', askAfterMs: delayMs });
    clocks.machine += delayMs;
    const reason = 'The registry reviewed the registration and declined it.';
    expect(await registrar.check([command.name])).toMatchObject([{ available: true }]);
    expect(await registrar.outcomeOf(command)).toEqual({ kind: 'refused', reason });
    expect(await registrar.info(command.name)).toBeNull();
    expect(await registrar.objects()).toEqual([]);
  });

  it('sandbox-reject- can be retried before the first outcome was read', async () => {
    const { registrar, clocks } = await open();
    const [first, second] = [createOf('sandbox-reject-a.com'), createOf('sandbox-reject-a.com')];
    await registrar.create(first);
    expect(await registrar.create(second)).toMatchObject({ kind: 'refused' });
    clocks.machine += 1_000;
    const third = createOf('sandbox-reject-a.com');
    expect(await registrar.create(third)).toMatchObject({ kind: 'pending' });
    expect(await registrar.outcomeOf(first)).toMatchObject({ kind: 'refused' });
    expect(await registrar.outcomeOf(third)).toMatchObject({ kind: 'pending' });
  });

  it('sandbox-norenew- refuses every renewal', async () => {
    const { registrar } = await open({ delayMs: 0 });
    const name = freshName('sandbox-norenew-');
    await registrar.create(createOf(name));
    const current = await shown(registrar, name);
    for (const years of [1, 2]) {
      expect(await registrar.renew(renewOf(current, years))).toMatchObject({ kind: 'refused' });
    }
    expect(await registrar.info(name)).toEqual(current);
  });

  it('sandbox-slow- takes 30 s, whatever the delay', async () => {
    const { registrar, clocks } = await open({ delayMs: 0 });
    const command = createOf(freshName('sandbox-slow-'));
    expect(await registrar.create(command)).toEqual({ kind: 'pending', askAfterMs: 30_000 });
    clocks.machine += 29_999;
    expect(await registrar.outcomeOf(command)).toEqual({ kind: 'pending', askAfterMs: 1 });
    clocks.machine += 1;
    expect(await registrar.outcomeOf(command)).toEqual({ kind: 'done' });
  });

  it('sandbox-flaky- times out twice with nothing done, then works, also for its next owner', async () => {
    const { registrar, place, clocks } = await open({ delayMs: 0 });
    const name = freshName('sandbox-flaky-');
    for (const round of [1, 2]) {
      await expect(registrar.create(createOf(name)), `round ${round}`).rejects.toThrow(
        OutcomeUnknown,
      );
      expect(await registrar.info(name)).toBeNull();
      // The count survives the process.
      const again = await open({ place, clocks, delayMs: 0 });
      await expect(again.registrar.create(createOf(name))).rejects.toThrow(OutcomeUnknown);
      expect(await registrar.create(createOf(name))).toMatchObject({ kind: 'done' });
      expect(await registrar.create(createOf(name))).toMatchObject({ kind: 'refused' });
      const current = await shown(registrar, name);
      expect(await registrar.renew(renewOf(current, 1))).toMatchObject({ kind: 'done' });
      expect(await registrar.delete(sendOf(name))).toMatchObject({ kind: 'done' });
    }
  });

  it('sandbox-lost- is registered and renewed, and a registrar that comes later sees it', async () => {
    const { registrar, place, clocks } = await open();
    const command = createOf(freshName('sandbox-lost-'));
    await expect(registrar.create(command)).rejects.toThrow(OutcomeUnknown);
    const { registrar: later } = await open({ place, clocks });
    const created = await shown(later, command.name);
    expect(created).toMatchObject({ authCode: command.authCode, pending: null });
    await expect(later.renew(renewOf(created, 1))).rejects.toThrow(OutcomeUnknown);
    const expiresAt = addYears(created.expiresAt ?? 0, 1);
    expect(await registrar.info(command.name)).toEqual({ ...created, expiresAt });
    // Only commands that were carried out get no reply.
    expect(await later.renew(renewOf(created, 1))).toMatchObject({ kind: 'refused' });
    expect(await later.delete(sendOf(command.name))).toMatchObject({ kind: 'done' });
  });
});
