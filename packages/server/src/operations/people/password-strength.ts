/** Refuses weak new passwords. */

import { invalidRequest } from '../../base/errors.ts';
import { isWeakPassword } from '../../users/weak-passwords.ts';

export function requireStrength(
  password: string,
  known: readonly string[],
  field = 'password',
): void {
  if (!isWeakPassword(password, known)) return;
  throw invalidRequest({ path: field, message: 'is too easy to guess; choose another one' });
}
