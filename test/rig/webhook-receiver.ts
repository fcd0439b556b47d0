/**
 * A real HTTP server that receives webhooks and keeps every request. `answer` decides what each gets:
 * a status, no answer at all, or a connection that ends.
 */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: { readonly id: string; readonly type: string; readonly domain: string | null };
}

export type ReceiverAnswer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | 'silence'
  | 'hang up';

export class WebhookReceiver {
  readonly received: Received[] = [];
  readonly #server: Server;
  answer: (request: Received, count: number) => ReceiverAnswer = () => ({ status: 200 });

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<WebhookReceiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        const received: Received = {
          path: request.url ?? '',
          headers: request.headers,
          body,
          event: JSON.parse(body) as Received['event'],
        };
        receiver.received.push(received);
        const answer = receiver.answer(received, receiver.received.length);
        if (answer === 'silence') return;
        if (answer === 'hang up') request.socket.destroy();
        else response.writeHead(answer.status, answer.headers ?? {}).end(answer.body ?? '');
      });
    });
    const receiver = new WebhookReceiver(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hooks`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Which events were received, each as often as it was. */
  get domains(): (string | null)[] {
    return this.received.map(({ event }) => event.domain);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}
