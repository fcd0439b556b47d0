/** An identity provider that says what a test tells it to, true or not. */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Claims = Record<string, unknown>;

export interface Forgery {
  /** Changes the claims of the next ID token. */
  readonly claims?: (claims: Claims) => Claims;
  readonly algorithm?: 'RS256' | 'none' | 'HS256';
  /** By a key that the provider does not publish. */
  readonly isForeignKey?: boolean;
}

/** What one endpoint does instead of answering. */
export type Mood = 'sound' | 'html' | 'silence' | 'hang up' | 'error' | 'huge';

export class IdentityProviderStandIn {
  readonly issuer: string;
  /** By path, such as `/token`. */
  readonly moods = new Map<string, Mood>();
  forgery: Forgery = {};
  readonly #server: Server;
  readonly #own = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  readonly #foreign = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  #nonce = '';
  #person: Claims = {};

  private constructor(server: Server) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => {
      const { pathname } = new URL(request.url ?? '/', this.issuer);
      request.resume();
      this.#answer(pathname, response);
    });
  }

  static async open(): Promise<IdentityProviderStandIn> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new IdentityProviderStandIn(server);
  }

  /** The browser comes back from the provider with a code. */
  signIn(authorizationUrl: string, person: Claims): string {
    const asked = new URL(authorizationUrl).searchParams;
    this.#nonce = asked.get('nonce') ?? '';
    this.#person = person;
    const answer = new URLSearchParams({ code: 'a-code', state: asked.get('state') ?? '' });
    return `${asked.get('redirect_uri')}?${answer}`;
  }

  /** A token with these claims, signed as the forgery says. */
  sign(claims: Claims, header: Claims = {}): string {
    const { algorithm = 'RS256', isForeignKey = false } = this.forgery;
    const head = { alg: algorithm, kid: 'stand-in', ...header };
    const text = [head, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${text}.${this.#signature(text, algorithm, isForeignKey ? this.#foreign : this.#own)}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #signature(
    text: string,
    algorithm: NonNullable<Forgery['algorithm']>,
    { privateKey }: { readonly privateKey: KeyObject },
  ): string {
    if (algorithm === 'none') return '';
    if (algorithm === 'RS256')
      return sign('sha256', Buffer.from(text), privateKey).toString('base64url');
    // The public key as the secret of an HMAC, which a careless client would accept.
    const pem = this.#own.publicKey.export({ format: 'pem', type: 'spki' });
    return createHmac('sha256', pem).update(text).digest('base64url');
  }

  #answer(path: string, response: ServerResponse): void {
    const mood = this.moods.get(path) ?? 'sound';
    if (mood === 'silence') return;
    if (mood === 'hang up') {
      response.destroy();
      return;
    }
    if (mood === 'html') {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Maintenance</title>');
      return;
    }
    response.setHeader('content-type', 'application/json');
    if (mood === 'error') response.statusCode = 502;
    if (mood === 'huge') response.end(JSON.stringify({ text: 'x'.repeat(1_000_000) }));
    else response.end(JSON.stringify(mood === 'error' ? {} : this.#body(path)));
  }

  #body(path: string): object {
    if (path === '/jwks') {
      const key = this.#own.publicKey.export({ format: 'jwk' });
      return { keys: [{ ...key, kid: 'stand-in', alg: 'RS256', use: 'sig' }] };
    }
    if (path === '/token') return this.#tokens();
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  #tokens(): object {
    const seconds = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: this.issuer,
      aud: 'hostmaster',
      iat: seconds,
      exp: seconds + 3_600,
      auth_time: seconds,
      nonce: this.#nonce,
      ...this.#person,
    };
    const id_token = this.sign(this.forgery.claims?.(claims) ?? claims);
    return { access_token: 'unused', token_type: 'bearer', expires_in: 60, id_token };
  }
}
