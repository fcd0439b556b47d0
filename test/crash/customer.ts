/**
 * A customer who keeps every receipt: sends requests that can be told apart afterwards and notes
 * what was acknowledged, what was refused, and what was never answered.
 */
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export type Wish =
  | { readonly kind: 'register'; readonly name: string; readonly years: number }
  /** One renewal per name and number of years, so that its term can be recognised. */
  | { readonly kind: 'renew'; readonly name: string; readonly years: number }
  /** No two records have the same value. */
  | { readonly kind: 'record'; readonly name: string; readonly value: string };

export type Fate = 'acknowledged' | 'refused' | 'unanswered';

export interface Receipt {
  readonly wish: Wish;
  readonly fate: Fate;
  /** 0 when unanswered. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: AnswerBody;
}

/** The parts of answers that tests look at. */
export interface AnswerBody {
  readonly code?: string;
  readonly domain?: { readonly name: string; readonly creditsCharged: number };
  readonly record?: { readonly id: string };
}

export interface RequestOptions {
  readonly idempotencyKey?: string;
}

const contact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '+44.2079460000',
  address1: '12 St James Square',
  city: 'London',
  stateProvince: 'London',
  postalCode: 'SW1Y 4JH',
  country: 'GB',
};

export class Customer {
  readonly receipts: Receipt[] = [];
  readonly #apiKey: string;
  #url = '';
  #agent = new Agent();

  constructor(apiKey: string) {
    this.#apiKey = apiKey;
  }

  /** From now on requests go to this server; connections to an earlier one are given up. */
  turnTo(server: { readonly url: string }, options: { readonly keepAlive?: boolean } = {}): void {
    this.#agent.destroy();
    this.#agent = new Agent({ keepAlive: options.keepAlive ?? true, maxSockets: 64 });
    this.#url = server.url;
  }

  async ask(wish: Wish, options: RequestOptions = {}): Promise<Receipt> {
    const receipt = await this.#send(wish, options);
    this.receipts.push(receipt);
    return receipt;
  }

  /** All at once. */
  askAll(wishes: readonly Wish[]): Promise<Receipt[]> {
    return Promise.all(wishes.map((wish) => this.ask(wish)));
  }

  /** A settled starting point: names that are registered and live. */
  async mustRegister(names: readonly string[]): Promise<void> {
    const receipts = await this.askAll(names.map((name) => ({ kind: 'register', name, years: 1 })));
    const failed = receipts.find((receipt) => receipt.fate !== 'acknowledged');
    if (failed !== undefined) {
      throw new Error(`Not registered: ${failed.status} ${JSON.stringify(failed.body)}`);
    }
  }

  async #send(wish: Wish, options: RequestOptions): Promise<Receipt> {
    const { path, body } = requestOf(wish);
    const headers = {
      'x-api-key': this.#apiKey,
      'content-type': 'application/json',
      ...(options.idempotencyKey === undefined
        ? {}
        : { 'idempotency-key': options.idempotencyKey }),
    };
    const { promise, resolve, reject } = Promise.withResolvers<Omit<Receipt, 'wish' | 'fate'>>();
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
        // Cut off in the middle of an answer is no answer.
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
      return { wish, fate: answer.status === 200 ? 'acknowledged' : 'refused', ...answer };
    } catch {
      return { wish, fate: 'unanswered', status: 0, headers: {}, body: {} };
    }
  }
}

function requestOf(wish: Wish): { readonly path: string; readonly body: object } {
  switch (wish.kind) {
    case 'register':
      return {
        path: '/v1/domains',
        body: { domain: wish.name, years: wish.years, contact },
      };
    case 'renew':
      return { path: `/v1/domains/${wish.name}/renew`, body: { years: wish.years } };
    case 'record':
      return {
        path: `/v1/domains/${wish.name}/dns`,
        body: { type: 'TXT', name: 'load', value: wish.value },
      };
  }
}
