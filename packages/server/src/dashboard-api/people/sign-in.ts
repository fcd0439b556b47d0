/** Sign-in and sign-out. */

import { signOut } from '../../operations/people/end-sessions.ts';
import { signIn } from '../../operations/people/sign-in.ts';
import type { Handlers } from '../dashboard-handler.ts';
import { sendSignedOut, sendSignIn } from './session.ts';

export const signInHandlers = {
  async signIn(request, input) {
    return sendSignIn(request, await signIn(request, input));
  },

  async signOut(request) {
    await signOut(request);
    return sendSignedOut(request);
  },
} satisfies Partial<Handlers>;
