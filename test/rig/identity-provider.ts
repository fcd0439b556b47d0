/**
 * A real identity provider, oidc-provider, in this process: people sign in without a page, as the person
 * that the test names. What it posts to end sessions is kept for the test.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface ProviderPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
  /** How they sign in at the provider. */
  readonly amr?: readonly string[];
}

const clientId = 'hostmaster';
export const clientSecret = 'a secret of the tests that is long enough';
const scopes = 'openid email profile groups';

export class TestIdentityProvider {
  readonly issuer: string;
  /** Logout tokens that the client was sent. */
  readonly logouts: string[] = [];
  /** Names of the sessions that it has given, the latest last. */
  readonly sessions: string[] = [];
  readonly #server: Server;
  readonly #provider: Provider;
  readonly #people: Map<string, ProviderPerson>;
  #next = '';

  private constructor(server: Server, redirectUris: readonly string[]) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.#people = new Map();
    this.#provider = new Provider(this.issuer, this.#configuration(redirectUris));
    this.#provider.use((context, next) => this.#answer(context, next));
    this.#provider.on('authorization.success', ({ oidc }) => {
      const sid = oidc.session?.sidFor(clientId);
      if (sid !== undefined) this.sessions.push(sid);
    });
    server.on('request', this.#provider.callback());
  }

  static async open(redirectUris: readonly string[]): Promise<TestIdentityProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TestIdentityProvider(server, redirectUris);
  }

  /** Who signs in next, in any browser. */
  expect(person: ProviderPerson): void {
    this.#people.set(person.sub, person);
    this.#next = person.sub;
  }

  /** Signs a person in with a browser of their own: returns where the provider sends it. */
  async signIn(authorizationUrl: string, person: ProviderPerson): Promise<string> {
    this.expect(person);
    const cookies = new Map<string, string>();
    let url = authorizationUrl;
    while (url.startsWith(this.issuer)) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
      for (const set of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=');
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${url} answered ${answer.status}.`);
      url = new URL(location, url).href;
    }
    return url;
  }

  /** As when the person signs out there. Returns the token that the client was sent. */
  async signOut(sub: string, sid: string): Promise<string> {
    const client = await this.#provider.Client.find(clientId);
    await client.backchannelLogout(sub, sid);
    return this.logouts.at(-1) ?? '';
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #configuration(redirectUris: readonly string[]): object {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const key = privateKey.export({ format: 'jwk' });
    const { Grant } = { Grant: () => this.#provider.Grant };
    return {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: redirectUris,
          token_endpoint_auth_method: 'client_secret_post',
          require_auth_time: true,
          backchannel_logout_uri: `${this.issuer}/client/logout`,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [{ ...key, kid: 'tests', alg: 'RS256', use: 'sig' }] },
      cookies: { keys: ['of the tests'] },
      claims: {
        openid: ['sub', 'amr'],
        email: ['email', 'email_verified'],
        profile: ['name'],
        groups: ['groups'],
        amr: null,
      },
      scopes: scopes.split(' '),
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      // Its own refuses loopback addresses.
      fetch: (url: URL, { method, headers, body }: RequestInit) =>
        fetch(url, { method, headers, body } as RequestInit),
      findAccount: (_: unknown, accountId: string) => ({
        accountId,
        claims: async () => ({ ...this.#people.get(accountId), sub: accountId }),
      }),
      async loadExistingGrant({
        oidc,
      }: {
        oidc: { client: { clientId: string }; session: { accountId: string } };
      }) {
        const grant = new (Grant())({
          clientId: oidc.client.clientId,
          accountId: oidc.session.accountId,
        });
        grant.addOIDCScope(scopes);
        await grant.save();
        return grant;
      },
    };
  }

  async #answer(
    context: Parameters<Parameters<Provider['use']>[0]>[0],
    next: () => Promise<void>,
  ): Promise<void> {
    if (context.path === '/client/logout') {
      const chunks: Buffer[] = [];
      for await (const chunk of context.request.req) chunks.push(chunk);
      const body = new URLSearchParams(Buffer.concat(chunks).toString());
      this.logouts.push(body.get('logout_token') ?? '');
      context.status = 200;
      return;
    }
    if (!context.path.startsWith('/interaction/')) return next();
    const person = this.#people.get(this.#next);
    const login = {
      accountId: this.#next,
      ...(person?.amr === undefined ? {} : { amr: person.amr }),
    };
    await this.#provider.interactionFinished(context.req, context.res, { login });
  }
}
