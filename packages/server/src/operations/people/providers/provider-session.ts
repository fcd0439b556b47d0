/** What a session remembers of the provider it began at. */
import { hash } from 'node:crypto';
import type { Identity } from '../../../storage/tables/people/identities.ts';
import type { IdentityProvider, ProviderClaims } from '../../../users/identity-provider.ts';
import type { SessionIdentity } from '../../../users/sessions.ts';

/** Hash of the session's name at the provider, which is unique among providers. */
export function providerSessionOf(
  { issuer }: Pick<IdentityProvider, 'issuer'>,
  { session }: Pick<ProviderClaims, 'session'>,
): string | null {
  return session === null ? null : hash('sha256', `${issuer} ${session}`, 'base64url');
}

export function identityOfSession({
  provider,
  claims,
  identity,
  factorAt,
}: {
  readonly provider: IdentityProvider;
  readonly claims: ProviderClaims;
  readonly identity: Identity;
  readonly factorAt: number | null;
}): SessionIdentity {
  return {
    id: identity.id,
    providerSession: providerSessionOf(provider, claims),
    authenticatedAt: claims.authenticatedAt,
    factorAt,
  };
}
