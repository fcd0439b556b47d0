/** Sign-in and sign-out. */

import { signIn, signOut } from '../../operations/people/sign-in.ts';
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
