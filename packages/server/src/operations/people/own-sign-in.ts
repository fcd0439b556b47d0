/** Where an organization signs in at its provider only, passwords and passkeys of its people do not. */
import type { HostmasterReader } from '../../storage/schema.ts';
import type { User } from '../../storage/tables/people/users.ts';
import { onlyProvider, signInByProvider } from '../../users/provider-domain.ts';
import type { VisitorCall } from './account-call.ts';

/** By the address alone, so that the answer is the same with and without an account. */
export async function requireOwnSignIn(
  { services, now }: Pick<VisitorCall, 'services' | 'now'>,
  { email, passwordUntil }: Pick<User, 'email' | 'passwordUntil'>,
  reader: HostmasterReader = services.database,
): Promise<void> {
  // The operator has allowed it for a time.
  if (passwordUntil !== null && passwordUntil > now) return;
  const provider = await onlyProvider(reader, services.identityProviders, email);
  if (provider !== null) throw signInByProvider(provider);
}
