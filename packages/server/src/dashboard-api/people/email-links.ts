/** Mailed links that prove an e-mail address: of an account, and of a workspace's notices. */
import { sendVerification, verifyEmail } from '../../operations/people/confirm-email.ts';
import { confirmNoticeAddress } from '../../operations/people/notice-address.ts';
import type { Handlers } from '../dashboard-handler.ts';
import { currentSession } from './session.ts';

export const emailLinkHandlers = {
  async verifyEmail(request, input) {
    await verifyEmail(request, input);
    return currentSession(request);
  },

  async sendVerification(request) {
    await sendVerification(request);
    return { success: true as const };
  },

  async confirmNoticeAddress(request, input) {
    await confirmNoticeAddress(request, input);
    return { success: true as const };
  },
} satisfies Partial<Handlers>;
