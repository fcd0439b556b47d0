/** update is desired state; delete gives the name up. */
import { expect } from 'vitest';
import {
  createOf,
  expectAllRefused,
  expectRefused,
  expectTaken,
  held,
  newSendId,
  offered,
  ownerChangeOf,
  refusalOf,
  register,
  restoreOf,
  sendOf,
  updateOf,
} from './commands.ts';
import type { ConformanceRule } from './rule.ts';

export const changingRules: readonly ConformanceRule[] = [
  {
    title: 'update makes the given fields so and leaves the others',
    async run(subject) {
      const { registrar } = subject;
      const before = await register(subject, subject.ordinaryName());
      const nameservers = ['ns1.example.net', 'ns3.example.net'];
      await registrar.update(updateOf(before, { nameservers }));
      await subject.letRegistryDecide();
      const first = await held(subject, before.name);
      expect(first).toEqual({ ...before, nameservers });
      await registrar.update(updateOf(first, { privacyEnabled: false }));
      await subject.letRegistryDecide();
      // With a privacy service the registrant becomes another contact.
      const { registrantOwner } = first;
      const shown = { ...(await held(subject, before.name)), registrantOwner };
      expect(shown).toEqual({ ...first, privacyEnabled: false });
    },
  },
  {
    title: 'the same update again is done and changes nothing',
    async run(subject) {
      const { registrar } = subject;
      const before = await register(subject, subject.ordinaryName());
      const fields = { nameservers: ['ns4.example.net', 'ns5.example.net'], privacyEnabled: false };
      await registrar.update(updateOf(before, fields));
      await subject.letRegistryDecide();
      const current = await held(subject, before.name);
      const again = await registrar.update(updateOf(current, fields));
      expect(again.kind).not.toBe('refused');
      expect(await registrar.info(before.name)).toEqual(current);
    },
  },
  {
    title: 'the transfer lock can be lifted and set',
    needs: 'transferLock',
    async run(subject) {
      const { registrar } = subject;
      const before = await register(subject, subject.ordinaryName());
      await registrar.update(updateOf(before, { transferLocked: false }));
      await subject.letRegistryDecide();
      const open = await held(subject, before.name);
      expect(open).toEqual({ ...before, transferLocked: false });
      await registrar.update(updateOf(open, { transferLocked: true }));
      await subject.letRegistryDecide();
      expect(await registrar.info(before.name)).toEqual(before);
    },
  },
  {
    title: 'a hold can be set and lifted, and a repeated one changes nothing',
    async run(subject) {
      const { registrar } = subject;
      const before = await register(subject, subject.ordinaryName());
      for (const clientHold of [true, true, false, false]) {
        const current = await held(subject, before.name);
        const outcome = await registrar.update(updateOf(current, { clientHold }));
        expect(outcome.kind).not.toBe('refused');
        await subject.letRegistryDecide();
        expect(await registrar.info(before.name)).toEqual({ ...before, clientHold });
      }
    },
  },
  {
    title: 'DS records can be set, replaced and removed, and repeating it changes nothing',
    async run(subject) {
      const { registrar } = subject;
      const before = await register(subject, subject.ordinaryName());
      expect(before.dnssec).toEqual([]);
      const signer = (keyTag: number) => {
        return { keyTag, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) };
      };
      for (const dnssec of [[signer(1)], [signer(1), signer(2)], [signer(2)], [signer(2)], []]) {
        const current = await held(subject, before.name);
        const outcome = await registrar.update(updateOf(current, { dnssec }));
        expect(outcome.kind).not.toBe('refused');
        await subject.letRegistryDecide();
        expect(await registrar.info(before.name)).toEqual({ ...before, dnssec });
      }
    },
  },
  {
    title: 'the auth code can be replaced',
    async run(subject) {
      const { registrar } = subject;
      const before = await register(subject, subject.ordinaryName());
      const authCode = 'Another1-auth-code';
      expect((await registrar.update(updateOf(before, { authCode }))).kind).not.toBe('refused');
      await subject.letRegistryDecide();
      if (!registrar.capabilitiesFor(before.name).revealsAuthCode) return;
      expect(await held(subject, before.name)).toEqual({ ...before, authCode });
    },
  },
  {
    title: 'a new contact becomes the registrant, and repeating it changes nothing',
    needs: 'registrantEmail',
    async run(subject) {
      const { registrar } = subject;
      const emailOf = offered(subject.registrantEmail);
      const before = await register(subject, subject.ordinaryName(), { privacyEnabled: false });
      const command = ownerChangeOf(before);
      expect(await emailOf(before.name)).not.toBe(command.contact.email);
      for (const sendId of [command.sendId, newSendId()]) {
        const outcome = await registrar.update({ ...command, sendId });
        expect(outcome.kind).not.toBe('refused');
        await subject.letRegistryDecide();
        expect(await emailOf(before.name)).toBe(command.contact.email);
      }
      expect(await held(subject, before.name)).toEqual(before);
    },
  },
  {
    title: 'a traded registrant is pending until the registry has decided',
    needs: 'tradedName',
    async run(subject) {
      const { registrar } = subject;
      const emailOf = offered(subject.registrantEmail);
      const name = offered(subject.tradedName)();
      const before = await register(subject, name, { privacyEnabled: false });
      const command = ownerChangeOf(before);
      expect(await registrar.update(command)).toMatchObject({ kind: 'pending' });
      await subject.letRegistryDecide();
      expect(await registrar.outcomeOf(command)).toEqual({ kind: 'done' });
      expect(await held(subject, name)).toEqual(before);
      expect(await emailOf(name)).toBe(command.contact.email);
    },
  },
  {
    title: 'a traded registrant that the registry declines is refused, and nothing has changed',
    needs: 'untradedName',
    async run(subject) {
      const { registrar } = subject;
      const emailOf = offered(subject.registrantEmail);
      const name = offered(subject.untradedName)();
      const before = await register(subject, name, { privacyEnabled: false });
      const email = await emailOf(name);
      const command = ownerChangeOf(before);
      expect(await registrar.update(command)).toMatchObject({ kind: 'pending' });
      await subject.letRegistryDecide();
      expectRefused(await refusalOf(registrar, command));
      expect(await held(subject, name)).toEqual(before);
      expect(await emailOf(name)).toBe(email);
    },
  },
  {
    title: 'delete gives the name up, and it can be registered again',
    async run(subject) {
      const { registrar } = subject;
      const before = await register(subject, subject.ordinaryName());
      const outcome = await registrar.delete(sendOf(before.name));
      expect(outcome.kind).not.toBe('refused');
      await subject.letRegistryDecide();
      expect(await registrar.info(before.name)).toBeNull();
      expect(await registrar.check([before.name])).toMatchObject([{ available: true }]);
      expect(await register(subject, before.name)).toMatchObject({ isOurs: true });
    },
  },
  {
    title: 'a deleted name can be restored as it was, and nothing else can be done with it',
    needs: 'redeemableName',
    async run(subject) {
      const { registrar } = subject;
      const passDays = offered(subject.passDays);
      const before = await register(subject, offered(subject.redeemableName)());
      const { name } = before;
      await passDays(7);
      expect((await registrar.delete(sendOf(name))).kind).not.toBe('refused');
      const deleted = await held(subject, name);
      expect(deleted).toMatchObject({ pending: 'delete', deletion: { phase: 'redemption' } });
      await expectAllRefused(registrar, deleted);
      const [check] = await registrar.check([name]);
      expect(check?.available).toBe(false);
      expect((await registrar.restore(restoreOf(deleted))).kind).not.toBe('refused');
      expect(await held(subject, name)).toEqual(before);
      expectRefused(await registrar.restore(restoreOf(deleted)));
    },
  },
  {
    title: 'a deleted name that was not restored in time is freed',
    needs: 'redeemableName',
    async run(subject) {
      const { registrar } = subject;
      const passDays = offered(subject.passDays);
      const { name } = await register(subject, offered(subject.redeemableName)());
      await passDays(7);
      await registrar.delete(sendOf(name));
      const deleted = await held(subject, name);
      await passDays(31);
      expect(await held(subject, name)).toMatchObject({ deletion: { phase: 'final' } });
      expectRefused(await registrar.restore(restoreOf(deleted)));
      await passDays(5);
      expect(await registrar.info(name)).toBeNull();
      expect(await registrar.check([name])).toMatchObject([{ available: true }]);
    },
  },
  {
    title: 'renew, update and delete of an unregistered name are refused',
    async run(subject) {
      const gone = {
        ...(await register(subject, subject.ordinaryName())),
        name: subject.ordinaryName(),
      };
      await expectAllRefused(subject.registrar, gone);
      expect(await subject.registrar.info(gone.name)).toBeNull();
    },
  },
  {
    title: 'a name that another registrar holds cannot be created, renewed, updated or deleted',
    needs: 'foreignName',
    async run(subject) {
      const { registrar } = subject;
      const name = offered(subject.foreignName)();
      const before = await held(subject, name);
      expectTaken(await registrar.create(createOf(name)));
      await expectAllRefused(registrar, before);
      expect(await registrar.info(name)).toEqual(before);
    },
  },
];
