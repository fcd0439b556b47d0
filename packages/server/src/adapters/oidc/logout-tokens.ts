/** Logout tokens of a provider (OpenID Connect Back-Channel Logout 1.0, section 2.6), checked by jose. */
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose';
import type { MachineClock } from '../../base/clock.ts';
import type { ProviderLogout } from '../../users/identity-provider.ts';
import type { ProviderFetch } from './provider-fetch.ts';

/** By key pairs only: the client secret signs nothing, and `none` is no signature. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

export class LogoutTokens {
  readonly #client: { readonly issuer: string; readonly clientId: string; readonly skewMs: number };
  readonly #fetch: ProviderFetch;
  readonly #clock: MachineClock;
  #keys: { readonly url: string; readonly find: ReturnType<typeof createRemoteJWKSet> } | null =
    null;

  constructor(
    client: { readonly issuer: string; readonly clientId: string; readonly skewMs: number },
    parts: { readonly fetch: ProviderFetch; readonly clock: MachineClock },
  ) {
    this.#client = client;
    this.#fetch = parts.fetch;
    this.#clock = parts.clock;
  }

  /** Rejects for anything but a valid token of the last minutes. */
  async read(token: string, metadata: { readonly jwks_uri?: string }): Promise<ProviderLogout> {
    const { issuer, clientId: audience, skewMs } = this.#client;
    const { payload, protectedHeader } = await jwtVerify(token, this.#keysAt(metadata.jwks_uri), {
      issuer,
      audience,
      algorithms,
      requiredClaims: ['iat', 'jti', 'events'],
      maxTokenAge: skewMs / 1_000,
      clockTolerance: skewMs / 1_000,
      currentDate: new Date(this.#clock.now()),
    });
    requireType(protectedHeader.typ);
    requireLogout(payload);
    const { sub, sid, jti } = payload;
    if (typeof jti !== 'string' || jti === '') throw new Error('jti must be a text.');
    const subject = typeof sub === 'string' ? sub : null;
    const session = typeof sid === 'string' ? sid : null;
    if (subject === null && session === null) throw new Error('Neither sub nor sid is there.');
    return { subject, session, tokenId: jti };
  }

  #keysAt(url: string | undefined): ReturnType<typeof createRemoteJWKSet> {
    if (url === undefined) throw new Error('The provider names no keys.');
    if (this.#keys?.url !== url) {
      const fetch = this.#fetch;
      const find = createRemoteJWKSet(new URL(url), {
        [customFetch]: (address, options) => fetch(address, options),
      });
      this.#keys = { url, find };
    }
    return this.#keys.find;
  }
}

/** A token for another purpose must not log out. */
function requireType(typ: string | undefined): void {
  const named = typ?.toLowerCase().replace(/^application\//, '') ?? 'jwt';
  if (named !== 'logout+jwt' && named !== 'jwt') throw new Error(`typ is ${named}.`);
}

function requireLogout({ events, nonce }: JWTPayload): void {
  const named = typeof events === 'object' && events !== null ? events : {};
  const event = (named as Record<string, unknown>)[logoutEvent];
  if (typeof event !== 'object' || event === null) throw new Error('This is no logout token.');
  if (nonce !== undefined) throw new Error('A logout token must not have a nonce.');
}
