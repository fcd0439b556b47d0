/**
 * An identity provider (OpenID Connect) as operations see it. The adapter checks signatures, times,
 * issuer, audience and nonce of what the provider says; operations decide what it counts for.
 */
import type { Grant } from '@hostmaster/contract/roles';
import { Refusal } from '../base/errors.ts';

export interface IdentityProvider {
  /** In addresses; chosen by the operator. */
  readonly id: string;
  /** On buttons. */
  readonly name: string;
  readonly issuer: string;
  /** Domains of mail addresses that are bound to it once DNS says so too. */
  readonly mailDomains: readonly string[];
  /** People with these addresses sign in here only. */
  readonly isOnlyWay: boolean;
  /** When its sign-in counts as a second factor. */
  readonly secondFactor: 'never' | 'amr' | 'always';
  /** A claim that must equal the domain of the address before it counts; null for none. */
  readonly domainClaim: string | null;
  /** Where it decides who is a member. */
  readonly workspaces: readonly ProviderWorkspace[];
  /** Where the browser signs in. */
  authorizationUrl(attempt: ProviderAttempt): Promise<string>;
  /** What the provider says about the person. `answer` has the query that the browser brought back. */
  readAnswer(answer: URLSearchParams, attempt: ProviderAttempt): Promise<ProviderClaims>;
  /** Whose sessions the provider ends. */
  readLogout(token: string): Promise<ProviderLogout>;
}

export interface ProviderWorkspace {
  readonly workspaceId: string;
  readonly claim: string;
  /** The first whose value the claim has counts. */
  readonly roles: readonly { readonly value: string; readonly grant: Grant }[];
  /** What everyone else is; null for no member. */
  readonly otherwise: Grant | null;
}

/** What one attempt to sign in is bound to. */
export interface ProviderAttempt {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** The provider must ask the person again, whatever session they have there. */
  readonly isFresh: boolean;
}

export interface ProviderClaims {
  readonly subject: string;
  /** In lower case. */
  readonly email: string | null;
  /** The provider says itself that it has not verified the address. */
  readonly isEmailUnverified: boolean;
  readonly name: string | null;
  /** The session at the provider. */
  readonly session: string | null;
  readonly authenticatedAt: number | null;
  /** How the person was authenticated (RFC 8176). */
  readonly methods: readonly string[];
  /** The texts of a claim; none where it is absent. */
  values(claim: string): readonly string[];
}

/** A person, a session of theirs at the provider, or both. */
export interface ProviderLogout {
  readonly subject: string | null;
  readonly session: string | null;
  /** Each counts once. */
  readonly tokenId: string;
}

export function findProvider(providers: readonly IdentityProvider[], id: string): IdentityProvider {
  const provider = providers.find((each) => each.id === id);
  if (provider !== undefined) return provider;
  throw new Refusal('provider_not_found', 'This service has no such way to sign in.');
}

/** What the provider has checked counts as a second factor. */
export function isSecondFactor(
  { secondFactor }: Pick<IdentityProvider, 'secondFactor'>,
  { methods }: Pick<ProviderClaims, 'methods'>,
): boolean {
  return secondFactor === 'always' || (secondFactor === 'amr' && methods.includes('mfa'));
}

/** What the claims make of a person in a workspace; null for no member. */
export function claimedGrant(
  { claim, roles, otherwise }: ProviderWorkspace,
  claims: Pick<ProviderClaims, 'values'>,
): Grant | null {
  const values = claims.values(claim);
  return roles.find(({ value }) => values.includes(value))?.grant ?? otherwise;
}

export function providerUnavailable(name: string): Refusal {
  return new Refusal(
    'provider_unavailable',
    `${name} does not answer as expected at the moment. Nothing was changed. Try again in a few minutes.`,
    { retryAfterSeconds: 60 },
  );
}

export function providerAnswerInvalid(name: string): Refusal {
  return new Refusal(
    'provider_answer_invalid',
    `The sign-in at ${name} could not be confirmed. Nothing was changed. Start again from the sign-in page.`,
  );
}
