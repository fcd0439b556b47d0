/**
 * Stripe for tests: a real HTTP server with the two calls of Checkout, its payment page, and signed
 * webhooks. Like Stripe it keeps the answer to an Idempotency-Key, errors included, and refuses the
 * same key with other parameters.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { sign } from '../../packages/server/src/adapters/stripe/stripe-signature.ts';

export interface StripeSession {
  id: string;
  object: 'checkout.session';
  url: string | null;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  amount_total: number;
  currency: string;
  client_reference_id: string;
  payment_intent: string | null;
  success_url: string;
  cancel_url: string;
}

/** What happens to the next calls. */
export type StripeFault =
  /** Done, and the connection breaks before the answer. */
  | 'lost-reply'
  /** A 500, kept under the key. */
  | 'error'
  /** Answers only after `release`. */
  | 'slow'
  /** Not reached at all. */
  | 'down';

export interface SignedEvent {
  readonly id: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const secretKey = 'sk_test_stand_in';
const webhookSecret = 'whsec_stand_in';

export class StripeStandIn {
  readonly #sessions = new Map<string, StripeSession>();
  readonly #answers = new Map<string, { form: string; status: number; body: unknown }>();
  readonly #faults: StripeFault[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #held = Promise.withResolvers<void>();
  #count = 0;
  #url = '';
  /** Every call that came in, as `POST /v1/checkout/sessions`. */
  readonly calls: string[] = [];
  /** Where the payment page reports what was paid; null for nowhere. */
  webhookUrl: string | null = null;

  static async open(): Promise<StripeStandIn> {
    const stripe = new StripeStandIn();
    await new Promise<void>((resolve) => stripe.#server.listen(0, '127.0.0.1', resolve));
    const address = stripe.#server.address();
    if (address === null || typeof address === 'string') throw new Error('No port was given.');
    stripe.#url = `http://127.0.0.1:${address.port}`;
    return stripe;
  }

  /** What makes a service use it. */
  get settings() {
    return {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      HOSTMASTER_STRIPE_API: this.#url,
    } as const;
  }

  get sessions(): readonly StripeSession[] {
    return [...this.#sessions.values()];
  }

  sessionOf(topUpId: string): StripeSession {
    const found = this.sessions.findLast((session) => session.client_reference_id === topUpId);
    if (found === undefined) throw new Error(`No session is known for ${topUpId}.`);
    return found;
  }

  /** The next calls meet these, one each. */
  fail(...faults: readonly StripeFault[]): void {
    this.#faults.push(...faults);
  }

  /** Lets slow answers go. */
  release(): void {
    this.#held.resolve();
    this.#held = Promise.withResolvers<void>();
  }

  /** The customer pays; no webhook is sent. */
  pay(session: StripeSession): StripeSession {
    session.status = 'complete';
    session.payment_status = 'paid';
    session.payment_intent ??= `pi_${session.id}`;
    session.url = null;
    return session;
  }

  expire(session: StripeSession): StripeSession {
    session.status = 'expired';
    session.url = null;
    return session;
  }

  event(
    type: string,
    object: object,
    options: { readonly id?: string; readonly secret?: string; readonly at?: number } = {},
  ): SignedEvent {
    this.#count += 1;
    const id = options.id ?? `evt_${this.#count}`;
    const body = JSON.stringify({ id, object: 'event', type, data: { object } });
    const seconds = String(Math.floor((options.at ?? Date.now()) / 1_000));
    const secret = options.secret ?? webhookSecret;
    const signature = sign({ seconds, secret, body: Buffer.from(body) }).toString('hex');
    return {
      id,
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `t=${seconds},v1=${signature},v0=${'0'.repeat(64)}`,
      },
    };
  }

  async close(): Promise<void> {
    this.release();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const paying = /^\/pay\/(\w+)$/.exec(path)?.[1];
    if (paying !== undefined) return this.#showPage(request, response, paying);
    this.calls.push(`${request.method} ${path}`);
    const fault = this.#faults.shift();
    const body = await readBody(request);
    if (fault === 'down') {
      request.socket.destroy();
      return;
    }
    const answer = this.#answerTo(request, body, fault);
    if (fault === 'slow') await this.#held.promise;
    if (fault === 'lost-reply') {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  }

  #answerTo(
    request: IncomingMessage,
    form: string,
    fault: StripeFault | undefined,
  ): { status: number; body: unknown } {
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      return refusal(401, 'Invalid API Key provided.');
    }
    const path = request.url ?? '';
    if (request.method === 'GET') {
      const session = this.#sessions.get(path.replace('/v1/checkout/sessions/', ''));
      if (fault === 'error') return refusal(500, 'An error occurred.');
      return session === undefined
        ? refusal(404, 'No such checkout session.')
        : { status: 200, body: session };
    }
    if (path !== '/v1/checkout/sessions') return refusal(404, 'Unrecognized request URL.');
    const key = String(request.headers['idempotency-key'] ?? '');
    const kept = this.#answers.get(key);
    if (kept !== undefined) {
      return kept.form === form ? kept : refusal(400, 'Keys must be used with one request only.');
    }
    const answer = fault === 'error' ? refusal(500, 'An error occurred.') : this.#create(form);
    // The answer as it was: what becomes of the session later does not change it.
    if (key !== '') this.#answers.set(key, structuredClone({ form, ...answer }));
    return answer;
  }

  #create(form: string): { status: number; body: unknown } {
    const fields = new URLSearchParams(form);
    const need = (name: string) => fields.get(name) ?? '';
    const price = 'line_items[0][price_data]';
    if (need('mode') !== 'payment' || need('line_items[0][quantity]') !== '1') {
      return refusal(400, 'Missing required param.');
    }
    this.#count += 1;
    const id = `cs_test_${this.#count}`;
    const session: StripeSession = {
      id,
      object: 'checkout.session',
      url: `${this.#url}/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: Number(need(`${price}[unit_amount]`)),
      currency: need(`${price}[currency]`),
      client_reference_id: need('client_reference_id'),
      payment_intent: null,
      success_url: need('success_url'),
      cancel_url: need('cancel_url'),
    };
    this.#sessions.set(id, session);
    return { status: 200, body: session };
  }

  /** What the customer sees: a button that pays and a link that does not. */
  async #showPage(
    request: IncomingMessage,
    response: ServerResponse,
    sessionId: string,
  ): Promise<void> {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) {
      response.writeHead(404).end();
      return;
    }
    if (request.method === 'POST') {
      await readBody(request);
      const event = this.event('checkout.session.completed', this.pay(session));
      if (this.webhookUrl !== null) {
        const { body, headers } = event;
        await fetch(this.webhookUrl, { method: 'POST', headers, body });
      }
      response.writeHead(303, { location: session.success_url }).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html lang="en"><title>Checkout</title><h1>Pay ${(session.amount_total / 100).toFixed(2)} USD</h1><form method="post"><button>Pay</button></form><a href="${session.cancel_url}">Cancel</a></html>`,
    );
  }
}

function refusal(status: number, message: string): { status: number; body: unknown } {
  return { status, body: { error: { type: 'api_error', message } } };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
