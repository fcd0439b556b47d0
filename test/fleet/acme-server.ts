/**
 * An ACME server as far as the DNS challenge (RFC 8555): it looks the record up when the client asks
 * for validation, and never issues a certificate.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AcmeServer {
  readonly url: string;
  /** What was found at the time of the validation. */
  readonly seen: readonly string[];
  close(): Promise<void>;
}

export async function startAcmeServer(options: {
  readonly domain: string;
  readonly lookUp: () => Promise<string>;
}): Promise<AcmeServer> {
  const seen: string[] = [];
  let status = 'pending';
  let url = '';
  const identifier = { type: 'dns', value: options.domain };
  const challenge = () => ({
    type: 'dns-01',
    url: `${url}/challenge`,
    token: Buffer.alloc(32, 7).toString('base64url'),
    status,
  });
  const order = () => ({
    status,
    expires: '2099-01-01T00:00:00Z',
    identifiers: [identifier],
    authorizations: [`${url}/authorization`],
    finalize: `${url}/finalize`,
  });
  const bodies: Record<string, () => Promise<object> | object> = {
    '/directory': () => ({
      newNonce: `${url}/nonce`,
      newAccount: `${url}/account`,
      newOrder: `${url}/order`,
      revokeCert: `${url}/revoke`,
      keyChange: `${url}/key`,
    }),
    '/nonce': () => ({}),
    '/account': () => ({ status: 'valid', orders: `${url}/orders` }),
    '/order': order,
    '/authorization': () => ({
      status,
      identifier,
      expires: '2099-01-01T00:00:00Z',
      challenges: [challenge()],
    }),
    '/challenge': async () => {
      seen.push(await options.lookUp());
      status = 'valid';
      return challenge();
    },
  };
  let nonce = 0;
  const server = createServer(async (request, response) => {
    nonce += 1;
    const path = request.url ?? '';
    const body = await bodies[path]?.();
    const isNew = path === '/account' || path === '/order';
    response.writeHead(body === undefined ? 404 : isNew ? 201 : 200, {
      'content-type': body === undefined ? 'application/problem+json' : 'application/json',
      'replay-nonce': String(nonce).padStart(8, '0'),
      'cache-control': 'no-store',
      link: `<${url}/directory>;rel="index"`,
      ...(isNew ? { location: `${url}${path}` } : {}),
    });
    response.end(JSON.stringify(body ?? { type: 'urn:ietf:params:acme:error:malformed' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${url}/directory`,
    seen,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
