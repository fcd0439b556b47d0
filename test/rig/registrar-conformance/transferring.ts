/** A transfer moves a name between registrars; both sides ask what became of it. */

import { addYears } from '@hostmaster/contract/durations';
import { expect } from 'vitest';
import type { TransferCommand } from '../../../packages/server/src/registrars/registrar.ts';
import {
  createOf,
  type DatedDomain,
  expectAllRefused,
  expectRefused,
  held,
  offered,
  sendOf,
} from './commands.ts';
import type { ConformanceRule, RegistryUnderTest } from './rule.ts';

export const transferringRules: readonly ConformanceRule[] = [
  {
    title: 'a requested transfer is pending, and the name is ours when the other side approves it',
    needs: 'rivalNames',
    async run(subject) {
      const { registrar } = subject;
      const command = transferOf(subject, offered(subject.rivalNames).approving());
      const { name, authCode } = command;
      const before = await held(subject, name);
      expect(before.isOurs).toBe(false);
      expect(await registrar.requestTransfer(command)).toMatchObject({ kind: 'pending' });
      expect(await registrar.transferOf(name, authCode)).toMatchObject({
        status: 'pending',
        requestedByUs: true,
      });
      await subject.letRegistryDecide();
      const after = await held(subject, name);
      const expiresAt = addYears(before.expiresAt, command.years);
      expect(after).toMatchObject({ isOurs: true, pending: null, expiresAt });
      expect(after.createdAt).toBe(before.createdAt);
      expect(after.authCode).not.toBe(authCode);
      expect(await registrar.transferOf(name)).toMatchObject({
        status: 'approved',
        requestedByUs: true,
        expiresAt,
      });
      const again = await registrar.requestTransfer({ ...command, ...sendOf(name) });
      expect(again).toMatchObject({ kind: 'refused' });
    },
  },
  {
    title: 'a registry that transfers at once answers done',
    needs: 'rivalNames',
    async run(subject) {
      const { registrar } = subject;
      const command = transferOf(subject, offered(subject.rivalNames).instant());
      const outcome = await registrar.requestTransfer(command);
      const after = await held(subject, command.name);
      expect(outcome).toMatchObject({ kind: 'done', expiresAt: after.expiresAt });
      expect(after.isOurs).toBe(true);
    },
  },
  {
    title: 'a transfer that the other side denies leaves the name where it was',
    needs: 'rivalNames',
    async run(subject) {
      const { registrar } = subject;
      const command = transferOf(subject, offered(subject.rivalNames).denying());
      const before = await held(subject, command.name);
      await registrar.requestTransfer(command);
      await subject.letRegistryDecide();
      const seen = await registrar.transferOf(command.name, command.authCode);
      expect(seen).toMatchObject({ status: 'denied', requestedByUs: true });
      expect(await held(subject, command.name)).toEqual(before);
    },
  },
  {
    title: 'the registry approves what the other side does not answer',
    needs: 'rivalNames',
    async run(subject) {
      const { registrar } = subject;
      const passDays = offered(subject.passDays);
      const command = transferOf(subject, offered(subject.rivalNames).silent());
      await registrar.requestTransfer(command);
      await subject.letRegistryDecide();
      expect(await held(subject, command.name)).toMatchObject({ isOurs: false });
      await passDays(5);
      expect(await held(subject, command.name)).toMatchObject({ isOurs: true });
    },
  },
  {
    title: 'a request can be cancelled while it is pending, and only then',
    needs: 'rivalNames',
    async run(subject) {
      const { registrar } = subject;
      const command = transferOf(subject, offered(subject.rivalNames).silent());
      const { name, authCode } = command;
      const cancel = () => registrar.cancelTransfer({ ...sendOf(name), authCode });
      expectRefused(await cancel());
      await registrar.requestTransfer(command);
      expect(await registrar.requestTransfer({ ...command, ...sendOf(name) })).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(/pending/),
      });
      expect((await cancel()).kind).toBe('done');
      expect(await registrar.transferOf(name, authCode)).toMatchObject({ status: 'cancelled' });
      expectRefused(await cancel());
      expect(await held(subject, name)).toMatchObject({ isOurs: false });
    },
  },
  {
    title: 'a refused request says whether another auth code or the lifted lock would help',
    needs: 'rivalNames',
    async run(subject) {
      const { registrar } = subject;
      const rival = offered(subject.rivalNames);
      const wrong = { ...transferOf(subject, rival.silent()), authCode: 'Wrong-Code-9' };
      const refused = { kind: 'refused', reason: expect.stringMatching(/./) };
      expect(await registrar.requestTransfer(wrong)).toEqual({ ...refused, isWrongAuthCode: true });
      expect(await registrar.transferOf(wrong.name, wrong.authCode)).toBeNull();
      const locked = transferOf(subject, rival.locked());
      expect(await registrar.requestTransfer(locked)).toEqual({ ...refused, isLocked: true });
      const young = transferOf(subject, rival.young());
      expect(await registrar.requestTransfer(young)).toEqual({ ...refused, isTooEarly: true });
      const none = { name: subject.ordinaryName(), authCode: 'Any-Code-1' };
      expect(await registrar.requestTransfer(transferOf(subject, none))).toEqual(refused);
    },
  },
  {
    title:
      'another registrar’s request is seen, keeps everything else from happening, and is denied',
    needs: 'rival',
    async run(subject) {
      const { registrar } = subject;
      const { before, request } = await requestedByRival(subject);
      const pending = await held(subject, before.name);
      expect(pending).toMatchObject({ isOurs: true, pending: 'transfer' });
      expect(await registrar.transferOf(before.name)).toMatchObject({
        status: 'pending',
        requestedByUs: false,
      });
      await expectAllRefused(registrar, pending);
      const denial = { ...sendOf(before.name), accepts: false };
      expect((await registrar.answerTransfer(denial)).kind).toBe('done');
      expect(await registrar.transferOf(before.name)).toMatchObject({ status: 'denied' });
      expect(await held(subject, before.name)).toEqual(before);
      expectRefused(await registrar.answerTransfer({ ...denial, ...sendOf(before.name) }));
      expectRefused(await registrar.cancelTransfer({ ...request, ...sendOf(before.name) }));
    },
  },
  {
    title: 'another registrar’s request that is accepted ends our sponsorship',
    needs: 'rival',
    async run(subject) {
      const { registrar } = subject;
      const { before } = await requestedByRival(subject);
      const acceptance = { ...sendOf(before.name), accepts: true };
      expect((await registrar.answerTransfer(acceptance)).kind).toBe('done');
      expect(await held(subject, before.name)).toMatchObject({ isOurs: false, authCode: null });
      expect(await registrar.transferOf(before.name)).toMatchObject({
        status: 'approved',
        requestedByUs: false,
      });
    },
  },
  {
    title: 'when beforeSend of a transfer rejects, nothing is sent',
    needs: 'rivalNames',
    async run(subject) {
      const { registrar } = subject;
      const command = transferOf(subject, offered(subject.rivalNames).silent());
      const stop = new Error('not now');
      const beforeSend = () => Promise.reject(stop);
      await expect(registrar.requestTransfer({ ...command, beforeSend })).rejects.toBe(stop);
      expect(await registrar.transferOf(command.name, command.authCode)).toBeNull();
    },
  },
];

function transferOf(
  { registrar }: RegistryUnderTest,
  known: { readonly name: string; readonly authCode: string },
): TransferCommand {
  const years = registrar.capabilitiesFor(known.name).transferYears;
  const requestedAt = Date.UTC(2031, 5, 20);
  return { ...sendOf(known.name), authCode: known.authCode, requestedAt, years, premium: null };
}

async function requestedByRival(
  subject: RegistryUnderTest,
): Promise<{ readonly before: DatedDomain; readonly request: TransferCommand }> {
  const rival = offered(subject.rival);
  const creation = { ...createOf(subject.ordinaryName()), transferLocked: false };
  const { name, authCode } = creation;
  await subject.registrar.create(creation);
  await subject.letRegistryDecide();
  const before = await held(subject, name);
  const request = transferOf(subject, { name, authCode });
  expect(await rival.requestTransfer(request)).toMatchObject({ kind: 'pending' });
  return { before, request };
}
