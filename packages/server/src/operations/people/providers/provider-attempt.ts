/**
 * An attempt to sign in at a provider, link an identity or confirm a session with one. The browser holds
 * it sealed in a cookie, so that nothing is stored for visitors and no other browser can finish it; a
 * finished attempt is stored until it ends, and counts once.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { minuteMs } from '@hostmaster/contract/durations';
import { findUsedChallenge } from '../../../storage/queries/people/passkeys.ts';
import { insert, type RowWrite } from '../../../storage/row-write.ts';
import type { HostmasterReader } from '../../../storage/schema.ts';
import { usedChallenges } from '../../../storage/tables/people/used-challenges.ts';
import {
  findProvider,
  type IdentityProvider,
  type ProviderAttempt,
  type ProviderClaims,
  providerAnswerInvalid,
} from '../../../users/identity-provider.ts';
import type { VisitorCall } from '../account-call.ts';

export type AttemptPurpose = 'sign-in' | 'link' | 'confirm';

/** What the cookie holds. */
export interface OpenAttempt extends Pick<ProviderAttempt, 'state' | 'nonce' | 'codeVerifier'> {
  readonly kind: 'provider attempt';
  readonly provider: string;
  readonly purpose: AttemptPurpose;
  /** The user who began it; null for a sign-in. */
  readonly userId: string | null;
  /** The path of the dashboard that follows. */
  readonly returnTo: string;
  readonly startedAt: number;
  readonly expiresAt: number;
}

const attemptLifeMs = 10 * minuteMs;

export interface BegunAttempt {
  /** Where the browser goes. */
  readonly url: string;
  /** For its cookie. */
  readonly sealed: string;
}

export async function beginAttempt(
  call: VisitorCall,
  { provider: id, purpose, returnTo }: Pick<OpenAttempt, 'provider' | 'purpose' | 'returnTo'>,
): Promise<BegunAttempt> {
  const { services, now, session } = call;
  const provider = findProvider(services.identityProviders, id);
  const attempt: OpenAttempt = {
    kind: 'provider attempt',
    provider: id,
    purpose,
    userId: purpose === 'sign-in' ? null : (session?.userId ?? null),
    returnTo,
    state: randomText(),
    nonce: randomText(),
    codeVerifier: randomText(),
    startedAt: now,
    expiresAt: now + attemptLifeMs,
  };
  const url = await provider.authorizationUrl(sent(call, attempt));
  return { url, sealed: services.operations.secrets.seal(JSON.stringify(attempt)) };
}

export interface FinishedAttempt {
  readonly provider: IdentityProvider;
  readonly attempt: OpenAttempt;
  readonly claims: ProviderClaims;
}

/** Refuses what another browser began, what took too long, and what the provider does not confirm. */
export async function finishAttempt(
  call: VisitorCall,
  input: {
    readonly provider: string;
    readonly answer: URLSearchParams;
    readonly sealed: string | null;
  },
): Promise<FinishedAttempt> {
  const provider = findProvider(call.services.identityProviders, input.provider);
  const attempt = openAttempt(call, input.sealed);
  const isOwn =
    attempt?.provider === provider.id &&
    attempt.expiresAt > call.now &&
    isSame(attempt.state, input.answer.get('state') ?? '');
  if (attempt === null || !isOwn) throw providerAnswerInvalid(provider.name);
  const claims = await provider.readAnswer(input.answer, sent(call, attempt));
  return { provider, attempt, claims };
}

function openAttempt({ services }: VisitorCall, sealed: string | null): OpenAttempt | null {
  if (sealed === null) return null;
  try {
    const opened = JSON.parse(services.operations.secrets.open(sealed)) as OpenAttempt;
    return opened.kind === 'provider attempt' ? opened : null;
  } catch {
    // Sealed by another service, or not sealed at all.
    return null;
  }
}

function sent({ services }: VisitorCall, attempt: OpenAttempt): ProviderAttempt {
  const { state, nonce, codeVerifier } = attempt;
  return {
    redirectUri: callbackUrl(services.publicUrl, attempt.provider),
    state,
    nonce,
    codeVerifier,
    isFresh: attempt.purpose === 'confirm',
  };
}

function callbackUrl(publicUrl: string, provider: string): string {
  return `${publicUrl.replace(/\/$/, '')}/oidc/${provider}/callback`;
}

export async function isFinished(
  reader: HostmasterReader,
  { state }: Pick<OpenAttempt, 'state'>,
): Promise<boolean> {
  const used = await reader.first(findUsedChallenge, { hash: hashOf(state) });
  return used !== undefined;
}

/** The row is unique: one of two answers at the same time succeeds. */
export function finished({ state, expiresAt }: OpenAttempt): RowWrite {
  return insert(usedChallenges, { hash: hashOf(state), expiresAt });
}

function hashOf(state: string): string {
  return hash('sha256', `provider attempt ${state}`, 'hex');
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

function randomText(): string {
  return randomBytes(32).toString('base64url');
}
