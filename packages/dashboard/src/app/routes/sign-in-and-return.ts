/** A page that needs an account leads through sign-in and back. */
import { redirect } from '@tanstack/react-router';

export function signInAndReturn(next: string) {
  return redirect({ to: '/sign-in', search: { next } });
}
