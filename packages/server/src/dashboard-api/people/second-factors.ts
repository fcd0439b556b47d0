/** Second factors of an account, and the step of signing in that needs one. */
import { isoTime } from '../../base/iso-time.ts';
import {
  confirmTotp,
  removeTotp,
  replaceRecoveryCodes,
  startTotp,
} from '../../operations/people/change-totp.ts';
import { completeSignIn } from '../../operations/people/complete-sign-in.ts';
import { confirmSecondFactor } from '../../operations/people/confirm-second-factor.ts';
import { addPasskey, removePasskey, startPasskey } from '../../operations/people/passkeys.ts';
import {
  finishRecovery,
  startRecovery,
  stopRecovery,
} from '../../operations/people/recover-account.ts';
import { hasTotp, loadSecondFactors } from '../../operations/people/second-factor.ts';
import {
  confirmPasskey,
  signInWithPasskey,
  startPasskeyUse,
} from '../../operations/people/use-passkey.ts';
import type { Handlers } from '../dashboard-handler.ts';
import { sendSession } from './session.ts';

export const secondFactorHandlers = {
  async completeSignIn(request, input) {
    return sendSession(request, await completeSignIn(request, input));
  },

  async startRecovery(request, input) {
    return { dueAt: isoTime(await startRecovery(request, input)) };
  },

  async stopRecovery(request, input) {
    await stopRecovery(request, input);
    return { success: true as const };
  },

  async finishRecovery(request, input) {
    return sendSession(request, await finishRecovery(request, input));
  },

  async confirmSecondFactor(request, { code }) {
    await confirmSecondFactor(request, code);
    return { success: true as const };
  },

  async startPasskeyUse(request) {
    return { options: await startPasskeyUse(request) };
  },

  async signInWithPasskey(request, input) {
    return sendSession(request, await signInWithPasskey(request, input));
  },

  async confirmPasskey(request, { response }) {
    await confirmPasskey(request, response);
    return { success: true as const };
  },

  async listSecondFactors({ services, accountId }) {
    const factors = await loadSecondFactors(services.database, accountId);
    const { totp, passkeys, recoveryCodes } = factors;
    const isOn = totp !== undefined && hasTotp(factors);
    return {
      totp: isOn ? { createdAt: isoTime(totp.createdAt) } : null,
      passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
        id,
        name,
        createdAt: isoTime(createdAt),
        lastUsedAt: usedAt === null ? null : isoTime(usedAt),
      })),
      recoveryCodesLeft: recoveryCodes.length,
    };
  },

  async startTotp(request) {
    return startTotp(request);
  },

  async confirmTotp(request, { code }) {
    return { recoveryCodes: [...(await confirmTotp(request, code))] };
  },

  async removeTotp(request) {
    await removeTotp(request);
    return { success: true as const };
  },

  async startPasskey(request) {
    return { options: await startPasskey(request) };
  },

  async addPasskey(request, input) {
    return { recoveryCodes: [...(await addPasskey(request, input))] };
  },

  async removePasskey(request, { passkeyId }) {
    await removePasskey(request, passkeyId);
    return { success: true as const };
  },

  async replaceRecoveryCodes(request) {
    return { recoveryCodes: [...(await replaceRecoveryCodes(request))] };
  },
} satisfies Partial<Handlers>;
