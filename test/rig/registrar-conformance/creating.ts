/** create: the five ways a command ends. */

import { addYears } from '@hostmaster/contract/durations';
import { expect } from 'vitest';
import { assessCreation } from '../../../packages/server/src/registrars/assess-creation.ts';
import { OutcomeUnknown } from '../../../packages/server/src/registrars/registrar.ts';
import { createOf, expectTaken, held, offered, register } from './commands.ts';
import type { ConformanceRule } from './rule.ts';

export const creatingRules: readonly ConformanceRule[] = [
  {
    title: 'create registers the name for us, with everything that was asked for',
    async run(subject) {
      const command = { ...createOf(subject.ordinaryName()), years: 3 };
      const outcome = await subject.registrar.create(command);
      expect(['done', 'pending']).toContain(outcome.kind);
      await subject.letRegistryDecide();
      const domain = await held(subject, command.name);
      expect(domain).toMatchObject({
        isOurs: true,
        privacyEnabled: true,
        pending: null,
        expiresAt: addYears(domain.createdAt, 3),
      });
      expect(domain.nameservers).toEqual(command.nameservers);
      if (outcome.kind === 'done') expect(outcome.expiresAt).toBe(domain.expiresAt);
      const capabilities = subject.registrar.capabilitiesFor(command.name);
      if (capabilities.revealsAuthCode) expect(domain.authCode).toBe(command.authCode);
      if (capabilities.transferLock) expect(domain.transferLocked).toBe(true);
    },
  },
  {
    title: 'pending is not success: outcomeOf and info show the decision',
    async run(subject) {
      const { registrar } = subject;
      const command = createOf(subject.ordinaryName());
      const outcome = await registrar.create(command);
      if (outcome.kind === 'pending') {
        expect(outcome.askAfterMs).toBeGreaterThanOrEqual(0);
        expect(['pending', 'unknown']).toContain((await registrar.outcomeOf(command)).kind);
        const domain = await registrar.info(command.name);
        if (domain !== null) expect(domain.pending).toBe('create');
      } else {
        expect(await registrar.info(command.name)).toMatchObject({ isOurs: true, pending: null });
      }
      await subject.letRegistryDecide();
      expect(['done', 'unknown']).toContain((await registrar.outcomeOf(command)).kind);
      expect(await registrar.info(command.name)).toMatchObject({ isOurs: true, pending: null });
    },
  },
  {
    title:
      'a pending creation that the registry declines is refused with a reason; the name is free',
    needs: 'declinedName',
    async run(subject) {
      const { registrar } = subject;
      const command = createOf(offered(subject.declinedName)());
      expect(await registrar.create(command)).toMatchObject({ kind: 'pending' });
      await subject.letRegistryDecide();
      const outcome = await registrar.outcomeOf(command);
      expect(['refused', 'unknown']).toContain(outcome.kind);
      if (outcome.kind === 'refused') expect(outcome.reason).not.toBe('');
      expect(await registrar.info(command.name)).toBeNull();
      expect(await registrar.check([command.name])).toMatchObject([{ available: true }]);
    },
  },
  {
    title: 'create of a name that is held is refused and changes nothing',
    async run(subject) {
      const before = await register(subject, subject.ordinaryName());
      const second = { ...createOf(before.name), years: 5, nameservers: ['ns9.example.net'] };
      expectTaken(await subject.registrar.create(second));
      await subject.letRegistryDecide();
      expect(await subject.registrar.info(before.name)).toEqual(before);
    },
  },
  {
    title: 'a reply that got lost throws OutcomeUnknown, and info shows that the create was ours',
    needs: 'lostReplyName',
    async run(subject) {
      const { registrar } = subject;
      const command = createOf(offered(subject.lostReplyName)());
      await expect(registrar.create(command)).rejects.toThrow(OutcomeUnknown);
      await subject.letRegistryDecide();
      const domain = await held(subject, command.name);
      const { owner, authCode } = command;
      const creation = { owner, authCode, firstSentAt: domain.createdAt };
      expect(assessCreation(domain, creation)).toBe('ours');
    },
  },
  {
    title:
      'a command that got lost throws OutcomeUnknown; info shows nothing, and sending again works',
    needs: 'lostCommandName',
    async run(subject) {
      const { registrar } = subject;
      const name = offered(subject.lostCommandName)();
      await expect(registrar.create(createOf(name))).rejects.toThrow(OutcomeUnknown);
      await subject.letRegistryDecide();
      expect(await registrar.info(name)).toBeNull();
      for (let sends = 0; sends < 5 && (await registrar.info(name)) === null; sends += 1) {
        await registrar.create(createOf(name)).catch((error: unknown) => {
          if (!(error instanceof OutcomeUnknown)) throw error;
        });
        await subject.letRegistryDecide();
      }
      expect((await held(subject, name)).isOurs).toBe(true);
    },
  },
];
