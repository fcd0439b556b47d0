/** Refuses a new password that would be among the first guesses. */
import { isWeakPassword } from '../accounts/weak-passwords.ts';
import { invalidRequest } from '../base/errors.ts';

export function requireStrength(
  password: string,
  known: readonly string[],
  field = 'password',
): void {
  if (!isWeakPassword(password, known)) return;
  throw invalidRequest({ path: field, message: 'is too easy to guess; choose another' });
}
