/**
 * Opens a TCP port with several listening sockets. In each turn of the event loop Node accepts one
 * connection per socket. Secondaries open a connection for each transfer, so a busy process with one
 * socket would serve only as many transfers as it has turns.
 */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

const socketsPerPort = 16;
/** Other systems cannot share a port, or do not spread connections over its sockets. */
const canSharePorts = ['linux', 'freebsd'].includes(process.platform);

export interface TcpPort {
  readonly host: string;
  /** 0 chooses a free one. */
  readonly port: number;
  readonly onConnection: (socket: Socket) => void;
}

export async function openTcpServers(options: TcpPort): Promise<{
  readonly port: number;
  readonly servers: readonly Server[];
}> {
  if (!canSharePorts) {
    const server = await open(options, { reusePort: false });
    return { port: portOf(server), servers: [server] };
  }
  if (options.port !== 0) await refuseTakenPort(options);
  const servers: Server[] = [];
  let { port } = options;
  try {
    for (let count = 0; count < socketsPerPort; count += 1) {
      const server = await open({ ...options, port }, { reusePort: true });
      servers.push(server);
      port = portOf(server);
    }
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
  return { port, servers };
}

/** Sockets that share a port share it with other processes, too. One that does not share finds out. */
async function refuseTakenPort(options: TcpPort): Promise<void> {
  const server = await open(options, { reusePort: false });
  server.close();
  await once(server, 'close');
}

async function open(
  { host, port, onConnection }: TcpPort,
  { reusePort }: { readonly reusePort: boolean },
): Promise<Server> {
  const server = createServer({ noDelay: true, allowHalfOpen: true }, onConnection);
  server.listen({ host, port, reusePort });
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}
