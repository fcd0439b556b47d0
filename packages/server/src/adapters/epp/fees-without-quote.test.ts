/** What is bought, and for how much, where the registry quotes no fee for a registered name. */
import type { FeeRules } from '@hostmaster/registry/epp-front';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { openEppBench, testRegistry } from '@hostmaster/test-rig/epp-registrar';
import {
  createOf,
  renewOf,
  restoreOf,
  sendOf,
} from '@hostmaster/test-rig/registrar-conformance/commands';
import { freshName } from '@hostmaster/test-rig/sandbox-registrar';
import { expect, it } from 'vitest';
import {
  PriceTooHigh,
  type RegistryDomain,
  RegistryUnavailable,
} from '../../registrars/registrar.ts';
import type { FeeConfig } from './registry-config.ts';

const deposit = 1_000;
const rivalCode = 'Rival-Code-1';

describeOnBothEngines('without a quoted fee', (engine) => {
  async function open(feeRules: FeeRules = {}, fees: Partial<FeeConfig> = {}) {
    const bench = await openEppBench({
      place: await engine.place(),
      front: { feeRules: { quotesRegistered: false, ...feeRules }, accountRules: { deposit } },
      config: { fees: { ...testRegistry().fees, ...fees } },
    });
    engine.afterwards(() => bench.close());
    return { ...bench, paid: () => deposit - (bench.front.accounts.depositOf('hostmaster') ?? 0) };
  }

  async function registered(bench: Awaited<ReturnType<typeof open>>, prefix = '') {
    const name = freshName(prefix);
    const [quote] = await bench.registrar.check([name]);
    const premium = quote?.premium ?? null;
    expect(await bench.registrar.create({ ...createOf(name), premium })).toMatchObject({
      kind: 'done',
    });
    return { current: (await bench.registrar.info(name)) as RegistryDomain, premium };
  }

  it('a standard name is renewed, for two years at twice the standard fee', async () => {
    const bench = await open();
    const { current } = await registered(bench);
    const before = bench.paid();
    expect(await bench.registrar.renew(renewOf(current, 2))).toMatchObject({ kind: 'done' });
    expect(bench.paid() - before).toBe(28);
  });

  it('a premium name is renewed for the fee that it was registered with', async () => {
    const bench = await open();
    const { current, premium } = await registered(bench, 'sandbox-premium-');
    const before = bench.paid();
    expect(await bench.registrar.renew({ ...renewOf(current, 1), premium })).toMatchObject({
      kind: 'done',
    });
    expect(bench.paid() - before).toBe(140);
  });

  it('a name that has become premium is not renewed, and nothing is billed', async () => {
    const bench = await open();
    const { current } = await registered(bench, 'sandbox-feerise-');
    const before = bench.paid();
    const renewal = bench.registrar.renew(renewOf(current, 1));
    await expect(renewal).rejects.toThrow(PriceTooHigh);
    await expect(renewal).rejects.toThrow(/14\.00 USD.*The fee is 70\.00 USD/);
    expect(bench.paid()).toBe(before);
    expect(await bench.registrar.info(current.name)).toEqual(current);
    const accepted = { ...renewOf(current, 1), acceptsAnyPrice: true };
    expect(await bench.registrar.renew(accepted)).toMatchObject({
      kind: 'done',
      // The price of the next renewal.
      premium: { renewCredits: 70, fee: { renew: '70.00' } },
    });
    expect(bench.paid() - before).toBe(70);
  });

  it('a registry that takes only the exact fee refuses, and the price waits for a person', async () => {
    const standardFees = { '*': { create: 12, renew: 20 } };
    const bench = await open({ isExact: true }, { standardFees });
    const { current } = await registered(bench);
    const renewal = bench.registrar.renew(renewOf(current, 1));
    await expect(renewal).rejects.toThrow(/20\.00 USD.*The fee is 14\.00 USD/);
    expect(await bench.registrar.info(current.name)).toEqual(current);
  });

  it('a registry without fees on the command is asked again without, and premiumNames decide', async () => {
    const listed = freshName();
    const premiumNames = { [listed]: { create: 12, renew: 90 } };
    const bench = await open({ refusedOn: ['renew'] }, { premiumNames });
    const { current } = await registered(bench);
    // The refused send is over: the next one is journaled with an id of its own.
    await expect(bench.registrar.renew(renewOf(current, 1))).rejects.toThrow(RegistryUnavailable);
    expect(await bench.registrar.renew(renewOf(current, 1))).toMatchObject({ kind: 'done' });
    expect(await bench.registrar.create(createOf(listed))).toMatchObject({ kind: 'done' });
    const sold = (await bench.registrar.info(listed)) as RegistryDomain;
    await expect(bench.registrar.renew(renewOf(sold, 1))).rejects.toThrow('90 USD');
    expect(await bench.registrar.info(listed)).toEqual(sold);
  });

  it('a registry that is never asked for fees: premiumNames decide', async () => {
    const listed = freshName();
    const fees = { use: 'none', premiumNames: { [listed]: { create: 12, renew: 90 } } } as const;
    const bench = await open({}, fees);
    expect(await bench.registrar.create(createOf(listed))).toMatchObject({ kind: 'done' });
    const sold = (await bench.registrar.info(listed)) as RegistryDomain;
    await expect(bench.registrar.renew(renewOf(sold, 1))).rejects.toThrow('90 USD');
    const { current } = await registered(bench);
    expect(await bench.registrar.renew(renewOf(current, 1))).toMatchObject({ kind: 'done' });
  });

  it('a transfer carries the fee of a renewal, and one that costs more is refused', async () => {
    const bench = await open();
    const request = (name: string) =>
      bench.registrar.requestTransfer({
        ...sendOf(name),
        authCode: rivalCode,
        requestedAt: bench.clocks.calendar,
        years: 1,
        premium: null,
      });
    expect(await request(freshName('sandbox-rival-instant-'))).toMatchObject({ kind: 'done' });
    expect(bench.paid()).toBe(14);
    const dear = await open({}, { standardFees: { '*': { create: 9, renew: 9 } } });
    const outcome = await dear.registrar.requestTransfer({
      ...sendOf(freshName('sandbox-rival-instant-')),
      authCode: rivalCode,
      requestedAt: dear.clocks.calendar,
      years: 1,
      premium: null,
    });
    expect(outcome).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/9\.00 USD.*The fee is 14\.00 USD/),
    });
    expect(dear.paid()).toBe(0);
  });

  it('a registration costs at most the standard fee, and is refused otherwise', async () => {
    const bench = await open({ quotesAvailable: false });
    const [answer] = await bench.registrar.check([freshName()]);
    expect(answer).toEqual({ available: true, premium: null });
    await registered(bench);
    expect(bench.paid()).toBe(12);
    const outcome = await bench.registrar.create(createOf(freshName('sandbox-fee-')));
    expect(outcome).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/12\.00 USD.*The fee is 120\.00 USD/),
    });
    expect(bench.paid()).toBe(12);
  });

  it.each([
    ['without a quote', false],
    ['with a quote', true],
  ])('a restore costs at most the standard fee %s', async (_, quotesRegistered) => {
    const deleted = async (bench: Awaited<ReturnType<typeof open>>) => {
      const { current } = await registered(bench, 'sandbox-redemption-');
      bench.clocks.calendar += 7 * 86_400_000;
      expect(await bench.registrar.delete(sendOf(current.name))).toMatchObject({ kind: 'done' });
      return (await bench.registrar.info(current.name)) as RegistryDomain;
    };
    const bench = await open({ quotesRegistered });
    const current = await deleted(bench);
    const before = bench.paid();
    expect(await bench.registrar.restore(restoreOf(current))).toMatchObject({ kind: 'done' });
    expect(bench.paid() - before).toBe(40);

    const standardFees = { '*': { create: 12, renew: 14, restore: 30 } };
    const dear = await open({ quotesRegistered }, { standardFees });
    const kept = await deleted(dear);
    const restore = dear.registrar.restore(restoreOf(kept));
    await expect(restore).rejects.toThrow(PriceTooHigh);
    expect(await dear.registrar.info(kept.name)).toEqual(kept);
    const accepted = { ...restoreOf(kept), acceptsAnyPrice: true };
    expect(await dear.registrar.restore(accepted)).toMatchObject({ kind: 'done' });
  });
});
