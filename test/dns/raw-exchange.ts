/** The same packets for several servers, and what each sends back, without any interpretation. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { openTcp } from '../../packages/dns/src/client/tcp-connection.ts';

const timeoutMs = 20_000;

export class RawClient implements AsyncDisposable {
  readonly #port: number;
  readonly #socket: Socket;

  private constructor(port: number, socket: Socket) {
    this.#port = port;
    this.#socket = socket;
  }

  static async open(port: number): Promise<RawClient> {
    const socket = createSocket('udp4');
    socket.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new RawClient(port, socket);
  }

  /** One question at a time; over TCP a connection for each, because servers close idle ones. */
  async ask(transport: 'udp' | 'tcp', packet: Uint8Array): Promise<Uint8Array> {
    if (transport === 'tcp') {
      const place = { address: '127.0.0.1', port: this.#port, timeoutMs };
      await using connection = await openTcp(place);
      connection.send(packet);
      return await connection.receive();
    }
    const answered = once(this.#socket, 'message', { signal: AbortSignal.timeout(timeoutMs) });
    this.#socket.send(packet);
    const [reply]: Uint8Array[] = await answered;
    return reply ?? new Uint8Array();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
  }
}
