/** Sign-in and sign-out. */

import { signIn, signOut } from '../../operations/people/sign-in.ts';
import { newCookieValue } from '../../users/sessions.ts';
import type { Handlers } from '../dashboard-handler.ts';
import { sendSignIn, sessionView } from './session.ts';

export const signInHandlers = {
  async signIn(request, input) {
    return sendSignIn(request, await signIn(request, input));
  },

  async signOut(request) {
    await signOut(request);
    const cookieValue = newCookieValue();
    request.setCookie(cookieValue, false);
    return sessionView(request, { cookieValue, userId: null });
  },
} satisfies Partial<Handlers>;
