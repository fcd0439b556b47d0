/** What registries over EPP need beyond the port's contract. */

import { findHost, updateHost } from '@hostmaster/registry/storage';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { type EppTestOptions, openEppBench } from '@hostmaster/test-rig/epp-registrar';
import { createOf, renewOf, updateOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { freshName } from '@hostmaster/test-rig/sandbox-registrar';
import { expect, it } from 'vitest';
import { type RegistryDomain, RegistryUnavailable } from '../../registrars/registrar.ts';
import { listMessages } from '../../storage/queries/registry/registry-messages.ts';
import { EppRegistrar } from './epp-registrar.ts';

describeOnBothEngines('registries over EPP', (engine) => {
  async function open(options: Partial<EppTestOptions> = {}) {
    const bench = await openEppBench({ place: await engine.place(), ...options });
    engine.afterwards(() => bench.close());
    return bench;
  }

  async function registered(bench: Awaited<ReturnType<typeof open>>, name = freshName()) {
    expect(await bench.registrar.create(createOf(name))).toMatchObject({ kind: 'done' });
    return (await bench.registrar.info(name)) as RegistryDomain;
  }

  it('asks each registry about its own names, and one bad name fails no other', async () => {
    const [com, other] = [
      await open({ config: { tlds: ['com'] } }),
      await open({ config: { tlds: ['de'] } }),
    ];
    const both = new EppRegistrar([...com.registrar.registries, ...other.registrar.registries]);
    await registered(com, 'held-here.com');
    com.front.faults.add({
      kind: 'result',
      code: 2005,
      type: 'domain:check',
      name: 'spoils-all.com',
      times: 9,
    });
    const names = [
      'free.com',
      'spoils-all.com',
      'free.de',
      'held-here.com',
      'name.unserved',
      'un_der.com',
    ];
    const answers = await both.check(names);
    expect(answers.map(({ available }) => available)).toEqual([
      true,
      false,
      true,
      false,
      false,
      false,
    ]);
  });

  it('answers an unserved suffix as unavailable, never as a name that does not exist', async () => {
    const bench = await open();
    const current = await registered(bench, 'still-held.com');
    const without = new EppRegistrar([]);
    const { name } = current;
    expect(await without.check([name])).toEqual([
      { available: false, premium: null, because: 'not-offered' },
    ]);
    const asked = [
      () => without.info(name),
      () => without.outcomeOf({ name, sendId: 'snd_1' }),
      () => without.create(createOf(name)),
      () => without.renew(renewOf(current, 1)),
      () => without.update(updateOf(current, { nameservers: [] })),
      () => without.delete(createOf(name)),
    ];
    for (const question of asked) await expect(question()).rejects.toThrow(RegistryUnavailable);
  });

  it('checks more names than one command holds', async () => {
    const { registrar } = await open({ config: { checkNames: 3 } });
    const names = Array.from({ length: 10 }, () => freshName());
    expect((await registrar.check(names)).every(({ available }) => available)).toBe(true);
  });

  it.each([
    ['configured', 10],
    ['learned from its refusal', 100],
  ])('takes 13 nameservers from a registry with ten per check, %s', async (_, checkNames) => {
    const bench = await open({ config: { checkNames, tlds: ['com'] }, checkNamesMax: 10 });
    const nameservers = Array.from({ length: 13 }, (_, index) => `ns${index}.many.info`);
    const command = { ...createOf(freshName()), nameservers };
    expect(await bench.registrar.create(command)).toMatchObject({ kind: 'done' });
    const found = await bench.registrar.info(command.name);
    expect(found?.nameservers.toSorted()).toEqual(nameservers.toSorted());
  });

  it('checks shared nameservers once, and again when the registry misses one', async () => {
    const { registrar, front } = await open({ config: { tlds: ['com'] } });
    const nameservers = ['ns1.shared.info', 'ns2.shared.info'];
    const create = () => registrar.create({ ...createOf(freshName()), nameservers });
    expect(await create()).toMatchObject({ kind: 'done' });
    front.faults.add({ kind: 'result', code: 2400, type: 'host:check' });
    expect(await create()).toMatchObject({ kind: 'done' });
    expect(front.faults.remaining).toBe(1);
    front.faults.clear();

    const { db } = front.registry;
    const host = await db.first(findHost, { name: 'ns1.shared.info' });
    if (host === undefined) throw new Error('The host was created.');
    await db.transaction((tx) => tx.run(updateHost, { ...host, newName: 'gone.shared.info' }));
    await expect(create()).rejects.toThrow(RegistryUnavailable);
    expect(await create()).toMatchObject({ kind: 'done' });
  });

  it('moves hosts out of a name that is deleted, also where the registry lists none', async () => {
    const bench = await open();
    const name = freshName('sandbox-nohosts-');
    const current = await registered(bench, name);
    const hosts = [`ns1.${name}`, `ns2.${name}`];
    const hostAddresses = Object.fromEntries(hosts.map((host) => [host, ['192.0.2.1']]));
    for (const nameservers of [hosts, [`ns1.${name}`, 'ns1.example.net']]) {
      const update = { ...updateOf(current, { nameservers }), hostAddresses };
      expect(await bench.registrar.update(update)).toMatchObject({ kind: 'done' });
    }
    const outcome = await bench.registrar.delete(createOf(name));
    expect(outcome).toMatchObject({ kind: 'done' });
    for (const host of hosts) {
      expect(await bench.front.registry.db.first(findHost, { name: host })).toBeUndefined();
    }
  });

  it('says why a name is not offered', async () => {
    const { registrar } = await open();
    const [reserved, taken] = await registrar.check([
      freshName('sandbox-reserved-'),
      freshName('sandbox-taken-'),
    ]);
    expect(reserved).toEqual({
      available: false,
      premium: null,
      because: 'not-offered',
      reason: 'This name is reserved.',
    });
    expect(taken).toMatchObject({ because: 'taken', reason: 'In use' });
  });

  it('makes one contact per owner and content, and finds it again', async () => {
    const bench = await open();
    const ids = new Set<string | undefined>();
    for (const [owner, lastName] of [
      ['a', 'X'],
      ['a', 'X'],
      ['b', 'X'],
      ['a', 'Y'],
    ] as const) {
      const command = createOf(freshName());
      const contact = { ...command.contact, lastName };
      await bench.registrar.create({ ...command, owner, contact, privacyEnabled: false });
      ids.add((await bench.front.registry.info(command.name))?.registrantId);
    }
    expect(ids.size).toBe(3);
    // After a lost reply to the contact creation, the retry finds the same id.
    bench.front.faults.add({ kind: 'drop-after-commit', type: 'contact:create' });
    const command = { ...createOf(freshName()), owner: 'c', privacyEnabled: false };
    await expect(bench.registrar.create(command)).rejects.toThrow(RegistryUnavailable);
    expect(await bench.registrar.create(command)).toMatchObject({ kind: 'done' });
  });

  it('creates hosts when missing; those inside the name follow it, with their addresses', async () => {
    const bench = await open({ config: { tlds: ['com'] } });
    const name = freshName();
    const inside = `ns1.${name}`;
    const command = createOf(name);
    const nameservers = ['ns-new.example.info', inside];
    const hostAddresses = { [inside]: ['192.0.2.1', '2001:db8::1'] };
    const outcome = await bench.registrar.create({ ...command, nameservers, hostAddresses });
    expect(outcome).toMatchObject({ kind: 'done', isIncomplete: true });
    const current = (await bench.registrar.info(name)) as RegistryDomain;
    expect(current.nameservers).toEqual(['ns-new.example.info']);
    const update = { ...updateOf(current, { nameservers }), hostAddresses };
    expect(await bench.registrar.update(update)).toMatchObject({ kind: 'done' });
    expect((await bench.registrar.info(name))?.nameservers.toSorted()).toEqual(
      nameservers.toSorted(),
    );
    const moved = { ...update, hostAddresses: { [inside]: ['192.0.2.9'] } };
    await bench.registrar.update(moved);
    const host = await bench.front.registry.db.first(findHost, { name: inside });
    expect(host?.addresses).toEqual(['192.0.2.9']);
    const without = updateOf(current, { nameservers: ['ns-new.example.info', `ns2.${name}`] });
    expect(await bench.registrar.update(without)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('needs an address'),
    });
  });

  it('finds a premium name by its fee alone, and agrees to no more than was quoted', async () => {
    const bench = await open();
    const name = freshName('sandbox-fee-');
    const [quote] = await bench.registrar.check([name]);
    expect(quote?.premium).toMatchObject({ registerCredits: 120, renewCredits: 140 });
    expect(await bench.registrar.create(createOf(name))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('120 USD'),
    });
    expect(await bench.registrar.info(name)).toBeNull();
  });

  it('does not renew at a price that rose, until an operator accepts it', async () => {
    const bench = await open();
    const current = await registered(bench, freshName('sandbox-feerise-'));
    const command = renewOf(current, 1);
    const refusal = expect(bench.registrar.renew(command)).rejects;
    await refusal.toThrow('The registry now asks 70 USD; 14.00 USD was agreed');
    expect(await bench.registrar.info(current.name)).toEqual(current);
    const accepted = { ...renewOf(current, 1), acceptsAnyPrice: true };
    expect(await bench.registrar.renew(accepted)).toMatchObject({ kind: 'done' });
  });

  it('buys premium names at the price that was quoted, or not at all', async () => {
    const bench = await open();
    const name = freshName('sandbox-premium-');
    const [quote] = await bench.registrar.check([name]);
    expect(quote?.premium).toEqual({
      registerCredits: 120,
      renewCredits: 140,
      fee: { currency: 'USD', create: '120.00', renew: '140.00' },
    });
    const cheap = {
      registerCredits: 100,
      renewCredits: 100,
      fee: { currency: 'USD', create: '100', renew: '100' },
    };
    const command = createOf(name);
    expect(await bench.registrar.create({ ...command, premium: cheap })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('120 USD'),
    });
    expect(await bench.registrar.create({ ...command, premium: null })).toMatchObject({
      kind: 'refused',
    });
    expect(await bench.registrar.info(name)).toBeNull();
    const premium = quote?.premium ?? null;
    expect(await bench.registrar.create({ ...createOf(name), premium, years: 2 })).toMatchObject({
      kind: 'done',
    });
    const current = (await bench.registrar.info(name)) as RegistryDomain;
    expect(await bench.registrar.renew({ ...renewOf(current, 1), premium })).toMatchObject({
      kind: 'done',
    });
  });

  it('settles what was pending by a message that is stored before it is acknowledged', async () => {
    const bench = await open();
    const [kept, declined] = [createOf(freshName()), createOf(freshName('sandbox-reject-'))];
    bench.front.faults.add({ kind: 'pending', type: 'domain:create', name: kept.name });
    // After a lost acknowledgement the message is delivered again and stored once.
    bench.front.faults.add({ kind: 'reset', type: 'poll:ack', times: 1 });
    expect(await bench.registrar.create(kept)).toMatchObject({ kind: 'pending' });
    expect(await bench.registrar.create(declined)).toMatchObject({ kind: 'pending' });
    bench.clocks.machine += 1_000;
    expect((await bench.registrar.collectMessages()).failures).toHaveLength(1);
    expect(await bench.registrar.outcomeOf(kept)).toEqual({ kind: 'done' });
    expect(await bench.registrar.outcomeOf(declined)).toMatchObject({ kind: 'refused' });
    const messages = await bench.database.all(listMessages, { before: '~', limit: 10 });
    expect(messages.map(({ name }) => name).sort()).toEqual([kept.name, declined.name].sort());
    expect(messages.map(({ payload }) => payload).join()).toContain('panData');
    expect(await bench.registrar.collectMessages()).toEqual({ names: [], failures: [] });
  });

  it('returns the messages read so far when the rest cannot be read', async () => {
    const bench = await open();
    const command = createOf(freshName());
    bench.front.faults.add({ kind: 'pending', type: 'domain:create', name: command.name });
    expect(await bench.registrar.create(command)).toMatchObject({ kind: 'pending' });
    bench.clocks.machine += 1_000;
    // The first query succeeds, the next one fails.
    bench.front.faults.add({ kind: 'delay', delayMs: 1, type: 'poll:req' });
    bench.front.faults.add({ kind: 'reset', type: 'poll:req' });
    expect(await bench.registrar.collectMessages()).toEqual({
      names: [command.name],
      failures: [expect.any(RegistryUnavailable)],
    });
  });
});
