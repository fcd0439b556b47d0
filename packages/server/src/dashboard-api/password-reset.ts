/** Password reset by a mailed link. */
import { requestPasswordReset, resetPassword } from '../operations/people/reset-password.ts';
import type { Handlers } from './dashboard-handler.ts';
import { sendSession } from './session.ts';

export const passwordResetHandlers = {
  async requestPasswordReset(request, input) {
    await requestPasswordReset(request, input);
    return { success: true as const };
  },

  async resetPassword(request, input) {
    return sendSession(request, await resetPassword(request, input));
  },
} satisfies Partial<Handlers>;
