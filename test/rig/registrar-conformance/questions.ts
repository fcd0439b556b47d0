/** Questions change nothing; without an answer they throw RegistryUnavailable. */
import { expect } from 'vitest';
import { RegistryUnavailable } from '../../../packages/server/src/registrars/registrar.ts';
import { newSendId, offered, register } from './commands.ts';
import type { ConformanceRule } from './rule.ts';

export const questionsRules: readonly ConformanceRule[] = [
  {
    title: 'check answers every name, in the order asked, repeated ones too',
    async run(subject) {
      const [held, free] = [subject.ordinaryName(), subject.ordinaryName()];
      await register(subject, held);
      const answers = await subject.registrar.check([free, held, free, held]);
      expect(answers.map((answer) => answer.available)).toEqual([true, false, true, false]);
      expect(await subject.registrar.check([])).toEqual([]);
    },
  },
  {
    title: 'a name that the registry rejects is unavailable and does not fail the others',
    async run(subject) {
      const answers = await subject.registrar.check(['-no-name-.com', subject.ordinaryName()]);
      expect(answers.map((answer) => answer.available)).toEqual([false, true]);
    },
  },
  {
    title: 'a standard name has no premium price, a premium name has one',
    needs: 'premiumName',
    async run(subject) {
      const names = [subject.ordinaryName(), offered(subject.premiumName)()];
      const [standard, premium] = await subject.registrar.check(names);
      expect(standard?.premium).toBeNull();
      expect(premium).toMatchObject({ available: true, premium: expect.any(Object) });
    },
  },
  {
    title: 'info is null for an unregistered name, and asking creates nothing',
    async run(subject) {
      const name = subject.ordinaryName();
      expect(await subject.registrar.info(name)).toBeNull();
      expect(await subject.registrar.info(name)).toBeNull();
      expect(await subject.registrar.check([name])).toMatchObject([{ available: true }]);
    },
  },
  {
    title: 'a name that another registrar holds is unavailable, and its info is not ours',
    needs: 'foreignName',
    async run(subject) {
      const name = offered(subject.foreignName)();
      expect(await subject.registrar.check([name])).toMatchObject([
        { available: false, because: 'taken' },
      ]);
      expect(await subject.registrar.info(name)).toMatchObject({
        name,
        isOurs: false,
        authCode: null,
      });
    },
  },
  {
    title: 'a name that the registry keeps for itself is not offered, and has no info',
    needs: 'reservedName',
    async run(subject) {
      const name = offered(subject.reservedName)();
      expect(await subject.registrar.check([name])).toMatchObject([
        { available: false, because: 'not-offered', reason: expect.any(String) },
      ]);
      expect(await subject.registrar.info(name)).toBeNull();
    },
  },
  {
    title: 'outcomeOf does not know a command that was never sent',
    async run(subject) {
      const command = { sendId: newSendId(), name: subject.ordinaryName() };
      expect(await subject.registrar.outcomeOf(command)).toEqual({ kind: 'unknown' });
    },
  },
  {
    title: 'a question that gets no answer throws RegistryUnavailable',
    needs: 'whileUnreachable',
    async run(subject) {
      const { registrar } = subject;
      const name = subject.ordinaryName();
      await offered(subject.whileUnreachable)(async () => {
        await expect(registrar.check([name])).rejects.toThrow(RegistryUnavailable);
        await expect(registrar.info(name)).rejects.toThrow(RegistryUnavailable);
        const question = registrar.outcomeOf({ sendId: newSendId(), name });
        await expect(question).rejects.toThrow(RegistryUnavailable);
      });
      expect(await registrar.info(name)).toBeNull();
    },
  },
];
