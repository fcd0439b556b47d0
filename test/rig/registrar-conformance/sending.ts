/** What every command has in common: nothing leaves before `beforeSend` has agreed. */
import { expect } from 'vitest';
import {
  type RegistryDomain,
  RegistryUnavailable,
} from '../../../packages/server/src/registrars/registrar.ts';
import { createOf, held, offered, register, renewOf, sendOf, updateOf } from './commands.ts';
import type { ConformanceRule } from './rule.ts';

export const sendingRules: readonly ConformanceRule[] = [
  {
    title: 'beforeSend is awaited before anything happens at the registry, once for each command',
    async run(subject) {
      const { registrar } = subject;
      const name = subject.ordinaryName();
      const seen: (RegistryDomain | null)[] = [];
      const beforeSend = async () => {
        seen.push(await registrar.info(name));
      };
      await registrar.create({ ...createOf(name), beforeSend });
      await subject.letRegistryDecide();
      const current = await held(subject, name);
      await registrar.renew({ ...renewOf(current, 1), beforeSend });
      await subject.letRegistryDecide();
      const renewed = await held(subject, name);
      await registrar.update({ ...updateOf(renewed, { privacyEnabled: false }), beforeSend });
      await subject.letRegistryDecide();
      await registrar.delete({ ...sendOf(name), beforeSend });
      expect(seen.map((domain) => domain?.expiresAt)).toEqual([
        undefined,
        current.expiresAt,
        renewed.expiresAt,
        renewed.expiresAt,
      ]);
      expect(seen.map((domain) => domain?.privacyEnabled)).toEqual([undefined, true, true, false]);
    },
  },
  {
    title: 'when beforeSend rejects, its own error comes back and nothing was sent',
    async run(subject) {
      const { registrar } = subject;
      const loss = new Error('The lease was lost.');
      const beforeSend = () => Promise.reject(loss);
      const free = subject.ordinaryName();
      await expect(registrar.create({ ...createOf(free), beforeSend })).rejects.toBe(loss);
      await subject.letRegistryDecide();
      expect(await registrar.info(free)).toBeNull();

      const before = await register(subject, subject.ordinaryName());
      const send = { ...sendOf(before.name), beforeSend };
      await expect(registrar.renew({ ...renewOf(before, 1), beforeSend })).rejects.toBe(loss);
      await expect(
        registrar.update({ ...updateOf(before, { nameservers: ['ns9.example.net'] }), beforeSend }),
      ).rejects.toBe(loss);
      await expect(registrar.delete(send)).rejects.toBe(loss);
      expect(await registrar.info(before.name)).toEqual(before);
    },
  },
  {
    title: 'a command that certainly was not sent throws RegistryUnavailable and changed nothing',
    needs: 'whileUnreachable',
    async run(subject) {
      const { registrar } = subject;
      const free = subject.ordinaryName();
      const before = await register(subject, subject.ordinaryName());
      await offered(subject.whileUnreachable)(async () => {
        await expect(registrar.create(createOf(free))).rejects.toThrow(RegistryUnavailable);
        await expect(registrar.renew(renewOf(before, 1))).rejects.toThrow(RegistryUnavailable);
        await expect(registrar.update(updateOf(before, { privacyEnabled: false }))).rejects.toThrow(
          RegistryUnavailable,
        );
        await expect(registrar.delete(sendOf(before.name))).rejects.toThrow(RegistryUnavailable);
      });
      expect(await registrar.info(free)).toBeNull();
      expect(await registrar.info(before.name)).toEqual(before);
    },
  },
];
