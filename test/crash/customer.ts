/**
 * A customer that sends distinguishable requests and records which of them were acknowledged,
 * refused, or never answered.
 */

import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { requiredContact as contact } from '@hostmaster/test-rig/contact';

export type CustomerChange =
  | { readonly kind: 'register'; readonly name: string; readonly years: number }
  /** One renewal per name and number of years, so that its term can be recognised. */
  | { readonly kind: 'renew'; readonly name: string; readonly years: number }
  /** From the rival registrar, which gives up the name at once. */
  | { readonly kind: 'transfer'; readonly name: string }
  /** No two records have the same value. */
  | { readonly kind: 'record'; readonly name: string; readonly value: string };

export type RequestOutcome = 'acknowledged' | 'refused' | 'unanswered';

export interface Receipt {
  readonly change: CustomerChange;
  readonly outcome: RequestOutcome;
  /** 0 when unanswered. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: AnswerBody;
}

/** The parts of answers that tests check. */
export interface AnswerBody {
  readonly code?: string;
  readonly domain?: { readonly name: string; readonly creditsCharged: number };
  readonly transfer?: { readonly creditsCharged: number };
  readonly record?: { readonly id: string };
}

export interface RequestOptions {
  readonly idempotencyKey?: string;
}

export class Customer {
  readonly receipts: Receipt[] = [];
  readonly #apiKey: string;
  #url = '';
  #agent = new Agent();

  constructor(apiKey: string) {
    this.#apiKey = apiKey;
  }

  /** From now on requests go to this server; connections to the previous one are closed. */
  useServer(
    server: { readonly url: string },
    options: { readonly keepAlive?: boolean } = {},
  ): void {
    this.#agent.destroy();
    this.#agent = new Agent({ keepAlive: options.keepAlive ?? true, maxSockets: 64 });
    this.#url = server.url;
  }

  async send(change: CustomerChange, options: RequestOptions = {}): Promise<Receipt> {
    const receipt = await this.#request(change, options);
    this.receipts.push(receipt);
    return receipt;
  }

  /** All at once. */
  sendAll(changes: readonly CustomerChange[]): Promise<Receipt[]> {
    return Promise.all(changes.map((change) => this.send(change)));
  }

  /** Fails when a registration is not acknowledged. */
  async registerAll(names: readonly string[]): Promise<void> {
    const receipts = await this.sendAll(
      names.map((name) => ({ kind: 'register', name, years: 1 })),
    );
    const failed = receipts.find((receipt) => receipt.outcome !== 'acknowledged');
    if (failed !== undefined) {
      throw new Error(`Not registered: ${failed.status} ${JSON.stringify(failed.body)}`);
    }
  }

  async #request(change: CustomerChange, options: RequestOptions): Promise<Receipt> {
    const { path, body } = requestOf(change);
    const headers = {
      'x-api-key': this.#apiKey,
      'content-type': 'application/json',
      ...(options.idempotencyKey === undefined
        ? {}
        : { 'idempotency-key': options.idempotencyKey }),
    };
    const { promise, resolve, reject } =
      Promise.withResolvers<Omit<Receipt, 'change' | 'outcome'>>();
    const request = httpRequest(
      `${this.#url}${path}`,
      { method: 'POST', headers, agent: this.#agent },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('error', reject);
        // A response that is cut off counts as unanswered.
        response.on('close', () => {
          if (!response.complete) reject(new Error('The answer broke off.'));
        });
        response.on('end', () => {
          const { statusCode = 0 } = response;
          resolve({ status: statusCode, headers: response.headers, body: JSON.parse(text) });
        });
      },
    );
    request.on('error', reject);
    request.end(JSON.stringify(body));
    try {
      const answer = await promise;
      return { change, outcome: answer.status === 200 ? 'acknowledged' : 'refused', ...answer };
    } catch {
      return { change, outcome: 'unanswered', status: 0, headers: {}, body: {} };
    }
  }
}

function requestOf(change: CustomerChange): { readonly path: string; readonly body: object } {
  switch (change.kind) {
    case 'register':
      return {
        path: '/v1/domains',
        body: { domain: change.name, years: change.years, contact },
      };
    case 'transfer':
      return {
        path: '/v1/domains/transfers',
        body: { domain: change.name, authCode: 'Rival-Code-1', contact },
      };
    case 'renew':
      return { path: `/v1/domains/${change.name}/renew`, body: { years: change.years } };
    case 'record':
      return {
        path: `/v1/domains/${change.name}/dns`,
        body: { type: 'TXT', name: 'load', value: change.value },
      };
  }
}
