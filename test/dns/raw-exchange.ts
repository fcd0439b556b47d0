/** The same packets for several servers, and what each sends back, without any interpretation. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { openTcp, type TcpConnection } from '../../packages/dns/src/client/tcp-connection.ts';

const timeoutMs = 5_000;

export class RawClient implements AsyncDisposable {
  readonly #socket: Socket;
  readonly #connection: TcpConnection;

  private constructor(socket: Socket, connection: TcpConnection) {
    this.#socket = socket;
    this.#connection = connection;
  }

  static async open(port: number): Promise<RawClient> {
    const socket = createSocket('udp4');
    socket.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new RawClient(socket, await openTcp({ address: '127.0.0.1', port, timeoutMs }));
  }

  /** One question at a time. */
  async ask(transport: 'udp' | 'tcp', packet: Uint8Array): Promise<Uint8Array> {
    if (transport === 'tcp') {
      this.#connection.send(packet);
      return this.#connection.receive();
    }
    const answered = once(this.#socket, 'message', { signal: AbortSignal.timeout(timeoutMs) });
    this.#socket.send(packet);
    const [reply]: Uint8Array[] = await answered;
    return reply ?? new Uint8Array();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
    await this.#connection[Symbol.asyncDispose]();
  }
}
