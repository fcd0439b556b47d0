/** Second factors of an account, and the step of signing in that needs one. */
import { isoTime } from '../base/iso-time.ts';
import {
  confirmTotp,
  removeTotp,
  replaceRecoveryCodes,
  startTotp,
} from '../operations/people/change-totp.ts';
import { completeSignIn } from '../operations/people/complete-sign-in.ts';
import { confirmSecondFactor } from '../operations/people/confirm-second-factor.ts';
import { hasSecondFactor, loadSecondFactors } from '../operations/people/second-factor.ts';
import type { Handlers } from './dashboard-handler.ts';
import { sendSession } from './session.ts';

export const secondFactorHandlers = {
  async completeSignIn(request, input) {
    return sendSession(request, await completeSignIn(request, input));
  },

  async confirmSecondFactor(request, { code }) {
    await confirmSecondFactor(request, code);
    return { success: true as const };
  },

  async listSecondFactors({ services, accountId }) {
    const factors = await loadSecondFactors(services.database, accountId);
    const { totp, recoveryCodes } = factors;
    const isOn = totp !== undefined && hasSecondFactor(factors);
    return {
      totp: isOn ? { createdAt: isoTime(totp.createdAt) } : null,
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

  async replaceRecoveryCodes(request) {
    return { recoveryCodes: [...(await replaceRecoveryCodes(request))] };
  },
} satisfies Partial<Handlers>;
