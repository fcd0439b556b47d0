/**
 * WHOIS (RFC 3912): one line is asked, one text is answered, and the connection ends. Connections are
 * bounded for each network and in all, and live for seconds whatever the client does.
 */

import { type AddressInfo, createServer } from 'node:net';
import type { Logger } from 'pino';
import { networkOf } from '../base/addresses/network-of.ts';
import { whoisLine } from '../rdap/whois-text.ts';

export interface WhoisOptions {
  /** The answer to a query line. */
  readonly answer: (query: string) => Promise<string>;
  /** Whether a network may ask now. */
  readonly mayAsk: (network: string) => boolean;
  readonly log: Logger;
  readonly limits: {
    readonly whoisConnections: number;
    readonly whoisConnectionsPerNetwork: number;
  };
  /** For a whole connection, from its start to its end. */
  readonly lifeMs?: number;
}

export interface WhoisServer {
  readonly address: { readonly address: string; readonly port: number };
  /** Open connections. */
  readonly connections: number;
  close(): Promise<void>;
}

type Server = ReturnType<typeof createServer>;
type Socket = Parameters<NonNullable<Parameters<typeof createServer>[1]>>[0];

const queryBytesMax = 255;
const usualLifeMs = 10_000;
const networkBits = { v4: 24, v6: 48 };

export async function startWhoisServer(
  listen: { readonly host: string; readonly port: number },
  options: WhoisOptions,
): Promise<WhoisServer> {
  const places = new Places(options.limits);
  const server = createServer((socket) => {
    const network = networkOf(socket.remoteAddress ?? '', networkBits);
    // Also after an error, which `close` follows.
    socket.on('error', () => {});
    if (!places.take(network, socket)) {
      socket.destroy();
      return;
    }
    socket.once('close', () => places.free(network, socket));
    serve(socket, network, options);
  });
  await listening(server, listen);
  const { address, port } = server.address() as AddressInfo;
  return {
    address: { address, port },
    get connections() {
      return places.count;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      places.destroyAll();
      await closed;
    },
  };
}

function listening(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => resolve());
  });
}

/** The connections that are open, by network. */
class Places {
  readonly #limits: WhoisOptions['limits'];
  readonly #byNetwork = new Map<string, Set<Socket>>();
  #count = 0;

  constructor(limits: WhoisOptions['limits']) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#count;
  }

  take(network: string, socket: Socket): boolean {
    const sockets = this.#byNetwork.get(network) ?? new Set();
    const { whoisConnections, whoisConnectionsPerNetwork } = this.#limits;
    if (this.#count >= whoisConnections || sockets.size >= whoisConnectionsPerNetwork) return false;
    this.#byNetwork.set(network, sockets.add(socket));
    this.#count += 1;
    return true;
  }

  free(network: string, socket: Socket): void {
    const sockets = this.#byNetwork.get(network);
    if (sockets?.delete(socket) !== true) return;
    this.#count -= 1;
    if (sockets.size === 0) this.#byNetwork.delete(network);
  }

  destroyAll(): void {
    for (const sockets of this.#byNetwork.values()) for (const socket of sockets) socket.destroy();
  }
}

function serve(socket: Socket, network: string, options: WhoisOptions): void {
  const { answer, mayAsk, log, lifeMs = usualLifeMs } = options;
  const end = setTimeout(() => socket.destroy(), lifeMs);
  socket.once('close', () => clearTimeout(end));
  let received = Buffer.alloc(0);
  socket.on('data', function take(chunk: Buffer) {
    received = Buffer.concat([received, chunk]);
    const lineEnd = received.indexOf('\n');
    if (lineEnd === -1 && received.length <= queryBytesMax) return;
    socket.off('data', take);
    // What follows the line is read and dropped, so that the answer arrives before a reset.
    socket.resume();
    if (lineEnd === -1 || lineEnd > queryBytesMax) {
      socket.end(whoisLine('The query is too long.'));
    } else if (!mayAsk(network)) {
      socket.end(whoisLine('Too many queries. Please try again later.'));
    } else {
      const query = received.toString('utf8', 0, lineEnd).trim();
      answer(query).then(
        (text) => socket.end(text),
        (error: unknown) => {
          log.error({ err: error }, 'a WHOIS query failed');
          socket.end(whoisLine('The service is not available. Please try again later.'));
        },
      );
    }
  });
}
