/**
 * A TCP proxy in front of a real server. A test cuts it to make that server unreachable, or moves the
 * address to another one.
 */
import { connect, createServer, type Socket } from 'node:net';

export interface SeverableProxy {
  /** The given URL, by way of the proxy. */
  readonly url: string;
  /** Ends every connection and lets no new one through. */
  cut(): void;
  /** Lets connections through again, to another server where one is given. */
  restore(target?: string): void;
  close(): Promise<void>;
}

export async function openSeverableProxy(target: string): Promise<SeverableProxy> {
  let { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;

  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect({ host: hostname, port: Number(port) });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  const url = new URL(target);
  url.port = String(address.port);

  function cut(): void {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  }

  return {
    url: url.href,
    cut,
    restore: (other = target) => {
      ({ hostname, port } = new URL(other));
      isCut = false;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
