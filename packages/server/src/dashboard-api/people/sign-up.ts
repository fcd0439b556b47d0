/** Creating accounts: the owner's by the link that a start prints, all others by a mailed link. */
import { setUpOwner } from '../../operations/people/set-up-owner.ts';
import { completeSignUp, requestSignUp } from '../../operations/people/sign-up.ts';
import type { Handlers } from '../dashboard-handler.ts';
import { sendSession } from './session.ts';

export const signUpHandlers = {
  async setUpOwner(request, input) {
    return sendSession(request, await setUpOwner(request, input));
  },

  async signUp(request, input) {
    await requestSignUp(request, input);
    return { success: true as const };
  },

  async completeSignUp(request, input) {
    return sendSession(request, await completeSignUp(request, input));
  },
} satisfies Partial<Handlers>;
