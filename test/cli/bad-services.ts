/** What may stand between a client and the service, each at an address of its own. */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { dayMs } from '@hostmaster/contract/durations';
import { createSelfSignedCertificate } from '@hostmaster/epp';

export interface BadService {
  readonly url: string;
  /** What each client says about it. */
  readonly reason: RegExp;
}

export interface ForeignPage {
  readonly url: string;
  readonly status: number;
}

export const json = { 'content-type': 'application/json' };

export class BadServices {
  readonly #open: Server[] = [];

  close(): void {
    for (const server of this.#open) server.close();
  }

  serve(listener: RequestListener): Promise<string> {
    return this.#listen(createServer(listener));
  }

  /** Connections that fail, or answers that do not arrive. */
  async failing(): Promise<readonly BadService[]> {
    const closed = createServer();
    const refusing = await this.#listen(closed);
    closed.close();
    const plain = await this.serve((_, response) => response.end());
    const untrusted = await this.#listen(createTlsServer(certificateUntil(dayMs)), 'https');
    const redirecting = await this.serve((_, response) => {
      response.writeHead(302, { location: 'https://elsewhere.example/' }).end();
    });
    /** Without a length the end of the connection looks like the end of the answer. */
    const cutSilently = await this.serve((request, response) => {
      response.writeHead(200, { ...json, connection: 'close' });
      response.useChunkedEncodingByDefault = false;
      response.end('{"account":');
      request.socket.end();
    });
    const cut = await this.serve((_, response) => {
      response.writeHead(200, { ...json, 'content-length': '100' });
      response.write('{"account":', () => response.destroy());
    });
    return [
      { url: refusing, reason: /nothing listens there.*ECONNREFUSED/ },
      { url: 'http://names.invalid', reason: /the host is not known/ },
      { url: plain.replace('http:', 'https:'), reason: /does not speak TLS there/ },
      { url: untrusted, reason: /authority that is not trusted here/ },
      { url: redirecting, reason: /redirects to https:\/\/elsewhere\.example\// },
      { url: cutSilently, reason: /its answer was cut off in the middle/ },
      { url: cut, reason: /the connection was cut/ },
    ];
  }

  /** A certificate that clients trust, and that has ended; to a clock which is ahead all of them have. */
  async ended(): Promise<{ readonly url: string; readonly certificate: string }> {
    const { key, cert } = certificateUntil(-1);
    return { url: await this.#listen(createTlsServer({ key, cert }), 'https'), certificate: cert };
  }

  /** Pages of something else, as proxies and hotels have them. */
  async foreignPages(): Promise<readonly ForeignPage[]> {
    const page = async (status: number, text: string) => ({
      status,
      url: await this.serve((_, response) => {
        response.writeHead(status, { 'content-type': 'text/html' }).end(text);
      }),
    });
    return [await page(502, '<h1>Bad gateway</h1>'), await page(200, '<h1>Sign in</h1>')];
  }

  async #listen(server: Server, scheme = 'http'): Promise<string> {
    this.#open.push(server);
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
}

function certificateUntil(ms: number) {
  return createSelfSignedCertificate({
    hostNames: ['localhost'],
    ipAddresses: [Uint8Array.of(127, 0, 0, 1)],
    validFrom: new Date(Date.now() - dayMs),
    validUntil: new Date(Date.now() + ms),
  });
}
