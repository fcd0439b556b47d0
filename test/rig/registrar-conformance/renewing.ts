/** renew: years are added exactly once, whatever happens to replies. */

import { addYears } from '@hostmaster/contract/durations';
import { expect } from 'vitest';
import { OutcomeUnknown } from '../../../packages/server/src/registrars/registrar.ts';
import { createOf, expectRefused, held, offered, register, renewOf } from './commands.ts';
import type { ConformanceRule } from './rule.ts';

export const renewingRules: readonly ConformanceRule[] = [
  {
    title: 'renew adds the years to the given expiry',
    async run(subject) {
      const before = await register(subject, subject.ordinaryName());
      const outcome = await subject.registrar.renew(renewOf(before, 2));
      await subject.letRegistryDecide();
      const expiresAt = addYears(before.expiresAt, 2);
      if (outcome.kind === 'done') expect(outcome.expiresAt).toBe(expiresAt);
      else expect(outcome.kind).toBe('pending');
      expect(await subject.registrar.info(before.name)).toEqual({ ...before, expiresAt });
    },
  },
  {
    title: 'renew from any other expiry is refused: the same renewal twice gives its years once',
    async run(subject) {
      const { registrar } = subject;
      const before = await register(subject, subject.ordinaryName());
      await registrar.renew(renewOf(before, 1));
      await subject.letRegistryDecide();
      expectRefused(await registrar.renew(renewOf(before, 1)));
      const ahead = { ...before, expiresAt: addYears(before.expiresAt, 2) };
      expectRefused(await registrar.renew(renewOf(ahead, 1)));
      const once = { ...before, expiresAt: addYears(before.expiresAt, 1) };
      expect(await registrar.info(before.name)).toEqual(once);
    },
  },
  {
    title:
      'a renewal whose reply got lost shows in info, and the safety catch holds the repetition',
    needs: 'lostReplyName',
    async run(subject) {
      const { registrar } = subject;
      const name = offered(subject.lostReplyName)();
      await registrar.create(createOf(name)).catch(() => {});
      await subject.letRegistryDecide();
      const before = await held(subject, name);
      await expect(registrar.renew(renewOf(before, 1))).rejects.toThrow(OutcomeUnknown);
      await subject.letRegistryDecide();
      const renewed = await held(subject, name);
      expect(renewed.expiresAt).toBe(addYears(before.expiresAt, 1));
      expectRefused(await registrar.renew(renewOf(before, 1)));
      expect(await registrar.info(name)).toEqual(renewed);
    },
  },
  {
    title: 'a renewal that the registry refuses says why and changes nothing',
    needs: 'unrenewableName',
    async run(subject) {
      const before = await register(subject, offered(subject.unrenewableName)());
      expectRefused(await subject.registrar.renew(renewOf(before, 1)));
      expect(await subject.registrar.info(before.name)).toEqual(before);
    },
  },
];
