/**
 * A provider by openid-client: discovery, PKCE, state and nonce, and the signature of every ID token,
 * also where it comes from the provider itself. What it refuses becomes a sentence without details; the
 * log has the reason.
 */
import { hourMs, minuteMs } from '@hostmaster/contract/durations';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import type { Logger } from 'pino';
import type { MachineClock } from '../../base/clock.ts';
import {
  type IdentityProvider,
  type ProviderAttempt,
  providerAnswerInvalid,
  providerUnavailable,
} from '../../users/identity-provider.ts';
import type { WebhookTargets } from '../../webhooks/webhook-target.ts';
import { LogoutTokens } from './logout-tokens.ts';
import { type Claims, claimsOf } from './provider-claims.ts';
import { createProviderFetch, ProviderCallFailed, type ProviderFetch } from './provider-fetch.ts';
import type { OidcConfig } from './read-oidc-config.ts';

export interface OidcParts {
  readonly clock: MachineClock;
  /** Aborted when calls are cut off. */
  readonly stopping: AbortSignal;
  readonly resolve: WebhookTargets['resolve'];
  readonly log?: Pick<Logger, 'warn'>;
  readonly limitMs?: number;
}

/** How far the clocks of the provider and of this machine may be apart. */
const skewMs = 2 * minuteMs;
const limitMsDefault = 8_000;
/** What a provider says about itself is read again after this time. */
const discoveryMs = hourMs;

export function openOidcProvider(config: OidcConfig, parts: OidcParts): IdentityProvider {
  const { name, allowsPrivate } = config;
  const { clock, log, limitMs = limitMsDefault, stopping, resolve } = parts;
  const targets = { allowsPrivate, requiresHttps: !allowsPrivate, resolve };
  const fetch = createProviderFetch({ peer: name, targets, limitMs, stopping });
  const discovered = new Discovered(config, { fetch, clock });
  const logouts = new LogoutTokens({ ...config, skewMs }, { fetch, clock });

  /** Everything that goes wrong at a provider is one of two refusals. */
  async function ask<Answer>(work: (found: Configuration) => Promise<Answer>): Promise<Answer> {
    let found: Configuration | null = null;
    try {
      found = await discovered.get();
      return await work(found);
    } catch (error) {
      log?.warn({ err: error, provider: config.id }, 'sign-in at a provider failed');
      throw found === null || isUnavailable(error)
        ? providerUnavailable(name)
        : providerAnswerInvalid(name);
    }
  }

  const { clientSecret: _, ...shown } = config;
  return {
    ...shown,
    authorizationUrl: (attempt) =>
      ask(async (found) => {
        const url = buildAuthorizationUrl(found, {
          redirect_uri: attempt.redirectUri,
          scope: config.scope,
          state: attempt.state,
          nonce: attempt.nonce,
          code_challenge: await calculatePKCECodeChallenge(attempt.codeVerifier),
          code_challenge_method: 'S256',
          ...(attempt.isFresh ? { prompt: 'login', max_age: '0' } : {}),
        });
        return url.href;
      }),
    readAnswer: (answer, attempt) =>
      ask(async (found) => {
        const tokens = await redeem(found, answer, attempt);
        const idToken = tokens.claims();
        if (idToken === undefined) throw new Error('The answer has no ID token.');
        requireFresh(idToken, clock.now());
        return claimsOf(await withUserInfo(found, config, { idToken, ...tokens }));
      }),
    readLogout: (token) => ask((found) => logouts.read(token, found.serverMetadata())),
  };
}

function redeem(found: Configuration, answer: URLSearchParams, attempt: ProviderAttempt) {
  const url = new URL(attempt.redirectUri);
  url.search = answer.toString();
  return authorizationCodeGrant(found, url, {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.codeVerifier,
    idTokenExpected: true,
    // The provider has asked since the attempt began, which the operation compares.
    ...(attempt.isFresh ? { maxAge: skewMs / 1_000 } : {}),
  });
}

/** The token was made for this answer a moment ago; openid-client checks only its end. */
function requireFresh({ iat }: { readonly iat: number }, now: number): void {
  if (Math.abs(iat * 1_000 - now) <= skewMs) return;
  throw new Error('The clocks of the provider and of this service differ too much.');
}

/** Some providers give addresses and groups there only. What is signed wins. */
async function withUserInfo(
  found: Configuration,
  { workspaces, domainClaim }: OidcConfig,
  { idToken, access_token }: { readonly idToken: Claims; readonly access_token: string },
): Promise<Claims> {
  const wanted = ['email', ...workspaces.map(({ claim }) => claim), domainClaim ?? 'email'];
  const isComplete = wanted.every((claim) => idToken[claim] !== undefined);
  if (isComplete || found.serverMetadata().userinfo_endpoint === undefined) return idToken;
  return { ...(await fetchUserInfo(found, access_token, idToken.sub)), ...idToken };
}

const unusable = [
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_PARSE_ERROR',
  'OAUTH_TIMEOUT',
];

function isUnavailable(error: unknown): boolean {
  if (error instanceof ProviderCallFailed) return true;
  if (!(error instanceof Error)) return false;
  if ('code' in error && unusable.includes(String(error.code))) return true;
  return error.cause !== undefined && isUnavailable(error.cause);
}

/** What the provider says about itself; kept when it does not answer later. */
class Discovered {
  readonly #config: OidcConfig;
  readonly #fetch: ProviderFetch;
  readonly #clock: MachineClock;
  #known: { readonly found: Configuration; readonly at: number } | null = null;
  #asking: Promise<Configuration> | null = null;

  constructor(
    config: OidcConfig,
    parts: { readonly fetch: ProviderFetch; readonly clock: MachineClock },
  ) {
    this.#config = config;
    this.#fetch = parts.fetch;
    this.#clock = parts.clock;
  }

  async get(): Promise<Configuration> {
    const known = this.#known;
    if (known !== null && this.#clock.now() < known.at + discoveryMs) return known.found;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    if (known === null) return this.#asking;
    return this.#asking.catch(() => known.found);
  }

  async #ask(): Promise<Configuration> {
    const { issuer, clientId, clientSecret, allowsPrivate } = this.#config;
    const metadata = { [clockTolerance]: skewMs / 1_000 };
    const found = await discovery(
      new URL(issuer),
      clientId,
      metadata,
      ClientSecretPost(clientSecret),
      {
        [customFetch]: this.#fetch,
        execute: [enableNonRepudiationChecks, ...(allowsPrivate ? [allowInsecureRequests] : [])],
      },
    );
    this.#known = { found, at: this.#clock.now() };
    return found;
  }
}
