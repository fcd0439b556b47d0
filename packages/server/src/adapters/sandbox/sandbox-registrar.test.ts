import { addYears, dayMs } from '@hostmaster/contract/durations';
import { describeOnBothEngines, type TestPlace } from '@hostmaster/test-rig/engines';
import {
  createOf,
  renewOf,
  sendOf,
  updateOf,
} from '@hostmaster/test-rig/registrar-conformance/commands';
import {
  freshName,
  openSandboxOn,
  type SandboxTestOptions,
  shown,
  testClocks,
} from '@hostmaster/test-rig/sandbox-registrar';
import { describe, expect, it } from 'vitest';

describeOnBothEngines('the sandbox registrar', (engine) => {
  const open = (options: Partial<SandboxTestOptions> = {}) => openSandboxOn(engine, options);

  describe('an ordinary name', () => {
    it('is pending for the delay, then registered as of the moment it was accepted', async () => {
      const { registrar, clocks } = await open({ delayMs: 1_000 });
      const acceptedAt = clocks.calendar;
      const command = { ...createOf(freshName()), years: 2 };
      expect(await registrar.create(command)).toEqual({ kind: 'pending', askAfterMs: 1_000 });
      clocks.machine += 400;
      clocks.calendar += dayMs;
      expect(await registrar.outcomeOf(command)).toEqual({ kind: 'pending', askAfterMs: 600 });
      expect(await registrar.info(command.name)).toMatchObject({ pending: 'create', isOurs: true });
      clocks.machine += 600;
      expect(await registrar.outcomeOf(command)).toEqual({ kind: 'done' });
      expect(await registrar.info(command.name)).toEqual({
        name: command.name,
        isOurs: true,
        createdByUs: null,
        registrantOwner: null,
        authCode: command.authCode,
        createdAt: acceptedAt,
        expiresAt: addYears(acceptedAt, 2),
        nameservers: command.nameservers,
        hostAddresses: null,
        privacyEnabled: true,
        transferLocked: true,
        clientHold: false,
        serverHold: false,
        pending: null,
        dnssec: [],
        deletion: null,
      });
    });

    it('is registered at once without a delay', async () => {
      const { registrar, clocks } = await open({ delayMs: 0 });
      const command = createOf(freshName());
      const expiresAt = addYears(clocks.calendar, 1);
      expect(await registrar.create(command)).toEqual({ kind: 'done', expiresAt });
      expect(await registrar.outcomeOf(command)).toEqual({ kind: 'done' });
    });

    it('can be neither renewed, changed nor deleted while it is pending', async () => {
      const { registrar } = await open();
      const name = freshName();
      await registrar.create(createOf(name));
      const current = await shown(registrar, name);
      expect(await registrar.renew(renewOf(current, 1))).toMatchObject({ kind: 'refused' });
      const update = updateOf(current, { privacyEnabled: false });
      expect(await registrar.update(update)).toMatchObject({ kind: 'refused' });
      expect(await registrar.delete(sendOf(name))).toMatchObject({ kind: 'refused' });
      expect(await registrar.info(name)).toEqual(current);
    });

    it('stays registered when the clock steps back', async () => {
      const { registrar, clocks } = await open();
      const command = createOf(freshName());
      await registrar.create(command);
      clocks.machine += 1_000;
      await registrar.info(command.name);
      clocks.machine -= 5_000;
      expect(await registrar.info(command.name)).toMatchObject({ pending: null });
      expect(await registrar.outcomeOf(command)).toEqual({ kind: 'done' });
    });

    it('follows the calendar clock for dates, Feb 29 included', async () => {
      const { registrar, clocks } = await open({ delayMs: 0 });
      clocks.calendar = Date.UTC(2028, 1, 29, 23, 59, 59, 999);
      const name = freshName();
      await registrar.create(createOf(name));
      const current = await shown(registrar, name);
      expect(current.expiresAt).toBe(Date.UTC(2029, 1, 28, 23, 59, 59, 999));
      const expiresAt = Date.UTC(2032, 1, 28, 23, 59, 59, 999);
      expect(await registrar.renew(renewOf(current, 3))).toEqual({ kind: 'done', expiresAt });
    });

    it('is not renewed from an expiry that is one millisecond off', async () => {
      const { registrar } = await open({ delayMs: 0 });
      const name = freshName();
      await registrar.create(createOf(name));
      const current = await shown(registrar, name);
      const off = { ...current, expiresAt: (current.expiresAt ?? 0) + 1 };
      expect(await registrar.renew(renewOf(off, 1))).toEqual({
        kind: 'refused',
        reason: 'The name expires at 2032-06-15T12:30:00.123Z, not at 2032-06-15T12:30:00.124Z.',
      });
    });

    it.each([0, -1, 1.5])('is neither created nor renewed for %d years', async (years) => {
      const { registrar } = await open({ delayMs: 0 });
      const name = freshName();
      expect(await registrar.create({ ...createOf(name), years })).toMatchObject({
        kind: 'refused',
      });
      await registrar.create(createOf(name));
      const current = await shown(registrar, name);
      expect(await registrar.renew(renewOf(current, years))).toMatchObject({ kind: 'refused' });
      expect(await registrar.info(name)).toEqual(current);
    });
  });

  describe('a send seen before', () => {
    it('is answered as before and not executed again', async () => {
      const { registrar, clocks } = await open();
      const create = createOf(freshName());
      await registrar.create(create);
      clocks.machine += 250;
      expect(await registrar.create(create)).toEqual({ kind: 'pending', askAfterMs: 750 });
      clocks.machine += 750;
      const current = await shown(registrar, create.name);
      expect(await registrar.create(create)).toEqual({
        kind: 'done',
        expiresAt: current.expiresAt,
      });

      const renew = renewOf(current, 1);
      const renewed = await registrar.renew(renew);
      expect(await registrar.renew(renew)).toEqual(renewed);

      const deletion = sendOf(create.name);
      await registrar.delete(deletion);
      const second = createOf(create.name);
      await registrar.create(second);
      clocks.machine += 1_000;
      expect(await registrar.delete(deletion)).toMatchObject({ kind: 'done' });
      expect(await registrar.create(create)).toMatchObject({ kind: 'done' });
      expect(await registrar.info(create.name)).toMatchObject({ authCode: second.authCode });
    });

    it('stays refused once it was refused', async () => {
      const { registrar } = await open({ delayMs: 0 });
      const name = freshName();
      await registrar.create(createOf(name));
      const late = createOf(name);
      const refused = await registrar.create(late);
      await registrar.delete(sendOf(name));
      expect(await registrar.create(late)).toEqual(refused);
      expect(await registrar.info(name)).toBeNull();
    });

    it('cannot stand for another command', async () => {
      const { registrar } = await open({ delayMs: 0 });
      const [create, other] = [createOf(freshName()), createOf(freshName())];
      await registrar.create(create);
      const { sendId } = create;
      expect(await registrar.create({ ...other, sendId })).toMatchObject({ kind: 'refused' });
      expect(await registrar.delete({ ...sendOf(create.name), sendId })).toMatchObject({
        kind: 'refused',
      });
      expect(await registrar.info(other.name)).toBeNull();
      expect(await registrar.info(create.name)).not.toBeNull();
    });
  });

  describe('several registrars at one registry', () => {
    it('see the same state, and one of them gets a contested name', async () => {
      const { place, clocks } = await openedPlace();
      const [one, two] = await openTwo({ place, clocks, delayMs: 0 });
      const name = freshName();
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? one : two).create(createOf(name)),
        ),
      );
      expect(outcomes.filter((outcome) => outcome.kind === 'done')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome.kind === 'refused')).toHaveLength(19);
      expect(await one.info(name)).toEqual(await two.info(name));
    });

    it('give the years of one safety catch once', async () => {
      const { place, clocks } = await openedPlace();
      const [one, two] = await openTwo({ place, clocks, delayMs: 0 });
      const name = freshName();
      await one.create(createOf(name));
      const current = await shown(two, name);
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 === 0 ? one : two).renew(renewOf(current, 1)),
        ),
      );
      expect(outcomes.filter((outcome) => outcome.kind === 'done')).toHaveLength(1);
      expect((await shown(one, name)).expiresAt).toBe(addYears(current.expiresAt ?? 0, 1));
    });

    it('execute a send once, however often and wherever it arrives', async () => {
      const { place, clocks } = await openedPlace();
      const [one, two] = await openTwo({ place, clocks, delayMs: 0 });
      const command = createOf(freshName());
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? one : two).create(command)),
      );
      expect(new Set(outcomes.map((outcome) => outcome.kind))).toEqual(new Set(['done']));
      expect(await one.objects()).toHaveLength(1);
    });

    it('decide a due creation once, from either registrar', async () => {
      const { place, clocks } = await openedPlace();
      const [one, two] = await openTwo({ place, clocks, delayMs: 1_000 });
      const [kept, declined] = [createOf(freshName()), createOf(freshName('sandbox-reject-'))];
      await Promise.all([one.create(kept), two.create(declined)]);
      clocks.machine += 1_000;
      const kinds = await Promise.all(
        [one, two, one, two].flatMap((registrar) => [
          registrar.outcomeOf(kept).then(({ kind }) => kind),
          registrar.outcomeOf(declined).then(({ kind }) => kind),
        ]),
      );
      expect(kinds).toEqual([
        'done',
        'refused',
        'done',
        'refused',
        'done',
        'refused',
        'done',
        'refused',
      ]);
    });

    it('are strangers to each other under different ids', async () => {
      const { registrar, place, clocks } = await open({ delayMs: 0 });
      const { registrar: stranger } = await open({
        place,
        clocks,
        delayMs: 0,
        clientId: 'stranger',
      });
      const command = createOf(freshName());
      await registrar.create(command);
      const seen = await shown(stranger, command.name);
      expect(seen).toMatchObject({ isOurs: false, authCode: null, nameservers: [] });
      expect(await stranger.renew(renewOf(seen, 1))).toMatchObject({ kind: 'refused' });
      expect(await stranger.delete(sendOf(command.name))).toMatchObject({ kind: 'refused' });
      expect(await stranger.outcomeOf(command)).toEqual({ kind: 'unknown' });
      expect(await stranger.objects()).toEqual([]);
      expect((await registrar.objects()).map(({ name }) => name)).toEqual([command.name]);
    });
  });

  it('lists everything it holds, in pages, as it stands now', async () => {
    const { registrar, clocks } = await open();
    const names = Array.from({ length: 1_001 }, () => freshName());
    // Not all at once: those that wait for a connection give up after five seconds.
    for (let start = 0; start < names.length; start += 20) {
      const some = names.slice(start, start + 20);
      await Promise.all(some.map((name) => registrar.create(createOf(name))));
    }
    await registrar.create(createOf('sandbox-reject-listed.com'));
    await registrar.create(createOf('sandbox-slow-listed.com'));
    clocks.machine += 1_000;
    const objects = await registrar.objects();
    expect(objects.map(({ name }) => name)).toEqual([...names, 'sandbox-slow-listed.com'].sort());
    expect(objects.filter(({ pending }) => pending === 'create')).toHaveLength(1);
  });

  async function openedPlace() {
    return { place: await engine.place(), clocks: testClocks() };
  }

  /** Opened at the same moment, as when two processes start together. */
  async function openTwo(options: Partial<SandboxTestOptions> & { place: TestPlace }) {
    const [one, two] = await Promise.all([open(options), open(options)]);
    return [one.registrar, two.registrar] as const;
  }
});
