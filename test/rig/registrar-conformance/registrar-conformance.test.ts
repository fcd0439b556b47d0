/** A suite that accepts everything proves nothing: here each broken adapter must be found out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  OutcomeUnknown,
  type Registrar,
} from '../../../packages/server/src/registrars/registrar.ts';
import { createTestDirectory } from '../engines.ts';
import { sandboxUnderTest } from '../sandbox-registrar.ts';
import { conformanceRules } from './registrar-conformance.ts';
import type { RegistryUnderTest } from './rule.ts';

/** The fault, what it does to a sound adapter, and a word of the rule that must notice. */
const faults: readonly [string, (sound: Registrar) => Partial<Registrar>, RegExp][] = [
  [
    'answers in another order',
    (sound) => ({ check: async (names) => (await sound.check(names)).toReversed() }),
    /^check answers every name/,
  ],
  [
    'takes every object for ours',
    (sound) => ({
      info: async (name) => {
        const domain = await sound.info(name);
        return domain === null ? null : { ...domain, isOurs: true };
      },
    }),
    /its info is not ours/,
  ],
  [
    'sends before it asks',
    (sound) => ({
      create: async (command) => {
        const outcome = await sound.create({ ...command, beforeSend: async () => {} });
        await command.beforeSend();
        return outcome;
      },
    }),
    /^when beforeSend rejects/,
  ],
  [
    'wraps the error of beforeSend',
    (sound) => ({
      delete: (command) =>
        sound.delete(command).catch((cause: unknown) => {
          throw new Error('The delete failed.', { cause });
        }),
    }),
    /^when beforeSend rejects/,
  ],
  [
    'takes pending for done',
    (sound) => ({
      create: async (command) => {
        const outcome = await sound.create(command);
        if (outcome.kind !== 'pending') return outcome;
        return { kind: 'done', expiresAt: (await sound.info(command.name))?.expiresAt ?? 0 };
      },
    }),
    /^pending is not success/,
  ],
  [
    'refunds when a reply is lost',
    (sound) => ({
      create: (command) =>
        sound.create(command).catch((error: unknown) => {
          if (!(error instanceof OutcomeUnknown)) throw error;
          return { kind: 'refused', reason: 'timeout' };
        }),
    }),
    /^a reply that got lost/,
  ],
  [
    'repeats a renewal on its own',
    (sound) => ({
      renew: (command) =>
        sound
          .renew(command)
          .catch(() => sound.renew({ ...command, sendId: `${command.sendId}-2` })),
    }),
    /^a renewal whose reply got lost/,
  ],
  [
    'renews from whatever expiry it finds',
    (sound) => ({
      renew: async (command) => {
        const current = await sound.info(command.name);
        return sound.renew({
          ...command,
          currentExpiresAt: current?.expiresAt ?? command.currentExpiresAt,
        });
      },
    }),
    /^renew from any other expiry/,
  ],
  [
    'updates more than it was asked to',
    (sound) => ({ update: (command) => sound.update({ privacyEnabled: false, ...command }) }),
    /^update makes the given fields so/,
  ],
  [
    'only pretends to delete',
    () => ({
      delete: async ({ beforeSend }) => {
        await beforeSend();
        return { kind: 'done', expiresAt: 0 };
      },
    }),
    /^delete gives the name up/,
  ],
  [
    'takes a requested transfer for done',
    (sound) => ({
      requestTransfer: async (command) => {
        const outcome = await sound.requestTransfer(command);
        return outcome.kind === 'pending' ? { kind: 'done', expiresAt: 0 } : outcome;
      },
    }),
    /^a requested transfer is pending/,
  ],
  [
    'approves what it should deny',
    (sound) => ({
      answerTransfer: (command) => sound.answerTransfer({ ...command, accepts: true }),
    }),
    /is denied$/,
  ],
];

describe('the conformance suite', () => {
  let subject: RegistryUnderTest;
  beforeAll(async () => {
    const { path } = await createTestDirectory();
    subject = await sandboxUnderTest({ dataDir: path, databaseUrl: null });
  });
  afterAll(() => subject.close());

  it.each(faults)('finds an adapter that %s', async (_, breakIt, expected) => {
    const { registrar: sound } = subject;
    const registrar: Registrar = {
      capabilitiesFor: (name) => sound.capabilitiesFor(name),
      check: (names) => sound.check(names),
      info: (name) => sound.info(name),
      outcomeOf: (command) => sound.outcomeOf(command),
      create: (command) => sound.create(command),
      renew: (command) => sound.renew(command),
      update: (command) => sound.update(command),
      delete: (command) => sound.delete(command),
      restore: (command) => sound.restore(command),
      transferOf: (name, authCode) => sound.transferOf(name, authCode),
      requestTransfer: (command) => sound.requestTransfer(command),
      cancelTransfer: (command) => sound.cancelTransfer(command),
      answerTransfer: (command) => sound.answerTransfer(command),
      close: () => sound.close(),
      ...breakIt(sound),
    };
    expect(await brokenRules({ ...subject, registrar })).toContainEqual(
      expect.stringMatching(expected),
    );
  });

  it('has nothing to say against a sound one', async () => {
    expect(await brokenRules(subject)).toEqual([]);
  });
});

async function brokenRules(subject: RegistryUnderTest): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const rule of Object.values(conformanceRules).flat()) {
    if (rule.needs === 'whileUnreachable') continue;
    await rule.run(subject).catch(() => broken.push(rule.title));
  }
  return broken;
}
