/** Password reset by a mailed link. */
import { requestPasswordReset, resetPassword } from '../../operations/people/reset-password.ts';
import type { Handlers } from '../dashboard-handler.ts';
import { sendSignIn } from './session.ts';

export const passwordResetHandlers = {
  async requestPasswordReset(request, input) {
    await requestPasswordReset(request, input);
    return { success: true as const };
  },

  async resetPassword(request, input) {
    return sendSignIn(request, await resetPassword(request, input));
  },
} satisfies Partial<Handlers>;
