/** A sign-in at a provider that a second factor has to follow: the service puts it behind the `#`. */
import type { SignInStep } from '../../api/session-store.ts';

export function readProviderStep(): SignInStep | null {
  const given = new URLSearchParams(window.location.hash.slice(1));
  const ticket = given.get('ticket');
  if (ticket === null) return null;
  const methods = given.get('methods')?.split(',') as SignInStep['methods'];
  return { ticket, methods, recoveryDueAt: given.get('recoveryDueAt') };
}
