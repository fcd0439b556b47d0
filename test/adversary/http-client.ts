/** Requests over real HTTP from an address of one's own, with readers that read nothing or leave. */
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';

export interface HttpOrder {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** All of 127.0.0.0/8 is this machine, so that each client can have a network of its own. */
  readonly from: string;
  readonly timeoutMs?: number;
  readonly reader?: Reader;
}

/** What happens to the answer: all or nothing of it is read, or the client leaves early. */
export type Reader =
  | { readonly reads: 'all' }
  | { readonly reads: 'nothing'; readonly holdMs: number }
  | { readonly reads: 'leaves'; readonly afterMs: number };

export interface HttpAnswer {
  /** 0 when there was none. */
  readonly status: number;
  readonly text: string;
}

const textMax = 4_000_000;

export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true });

  send(order: HttpOrder): Promise<HttpAnswer> {
    const { port, method, path, body, from, reader = { reads: 'all' } } = order;
    const { promise, resolve } = Promise.withResolvers<HttpAnswer>();
    const sent = httpRequest({
      ...{ host: '127.0.0.1', port, method, path, localAddress: from },
      agent: reader.reads === 'all' ? this.#agent : false,
      headers: {
        ...order.headers,
        ...(body === undefined
          ? {}
          : {
              'content-type': 'application/json',
              'content-length': String(Buffer.byteLength(body)),
            }),
      },
    });
    sent.on('error', (error) => resolve({ status: 0, text: String(error) }));
    let isAnswered = false;
    sent.on('close', () => {
      if (!isAnswered) resolve({ status: 0, text: 'The connection ended.' });
    });
    sent.setTimeout(order.timeoutMs ?? 60_000, () => sent.destroy(new Error('No answer in time.')));
    if (reader.reads === 'leaves') setTimeout(() => sent.destroy(), reader.afterMs);
    sent.on('response', (response) => {
      isAnswered = true;
      const status = response.statusCode ?? 0;
      if (reader.reads === 'nothing' && status === 200) {
        setTimeout(() => {
          sent.destroy();
          resolve({ status, text: '' });
        }, reader.holdMs);
      } else {
        void textOf(response).then((text) => resolve({ status, text }));
      }
    });
    sent.end(body);
    return promise;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Its first part; all of it is read. */
function textOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => {
      if (text.length < textMax) text += part;
    });
    response.on('close', () => resolve(text));
    response.on('error', () => resolve(text));
  });
}
