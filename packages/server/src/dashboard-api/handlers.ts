/** Which handler serves which endpoint of the dashboard. The compiler refuses a missing line. */
import { accountHandlers } from './account.ts';
import { creditHandlers } from './credits.ts';
import type { Handlers } from './handler.ts';
import { passwordResetHandlers } from './password-reset.ts';
import { sessionHandlers } from './session.ts';
import { signInHandlers } from './sign-in.ts';
import { signUpHandlers } from './sign-up.ts';

export const handlers: Partial<Handlers> = {
  ...sessionHandlers,
  ...signUpHandlers,
  ...signInHandlers,
  ...passwordResetHandlers,
  ...accountHandlers,
  ...creditHandlers,
};
