/** Every adapter to the outside, with a server that speaks its protocol, and its outcomes in a word. */
import { readFileSync } from 'node:fs';
import { decodeMessage, encodeMessage, makeQuery, Name, rrTypes } from '@hostmaster/dns';
import { DnsExchangeError } from '@hostmaster/dns/node';
import { deleteDomain, EppNotSentError, EppOutcomeUnknownError } from '@hostmaster/epp';
import type { Protocol } from '@hostmaster/test-rig/misbehaving-peer';
import { clTRIDOf, greeting, response } from '../../packages/epp/src/fixtures/scripted-server.ts';
import { encodeFrame, FrameReader } from '../../packages/epp/src/frame.ts';
import { OutsidePool } from '../../packages/server/src/adapters/epp/outside-pool.ts';
import { openOidcProvider } from '../../packages/server/src/adapters/oidc/open-oidc-provider.ts';
import { fetchText } from '../../packages/server/src/adapters/rdap/fetch-text.ts';
import { openStripeCheckout } from '../../packages/server/src/adapters/stripe/stripe-checkout.ts';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { askDns } from '../../packages/server/src/base/dns/ask-dns.ts';
import type { Refusal } from '../../packages/server/src/base/errors.ts';
import { outsideCall } from '../../packages/server/src/base/outside-call.ts';
import { openSmtpMailer } from '../../packages/server/src/mail/smtp-mailer.ts';
import { CheckoutUnavailable } from '../../packages/server/src/payments/payment-method.ts';
import { postEvent } from '../../packages/server/src/webhooks/post-event.ts';

export interface Adapter {
  readonly protocol: Protocol;
  readonly tls?: { readonly cert: string; readonly key: string };
  /** What a call comes to when the peer is sound. */
  readonly success: string;
  /** It keeps connections for later calls. */
  readonly keepsOpen?: boolean;
  open(peer: { readonly port: number; readonly stopping: AbortSignal }): Calls;
}

export interface Calls {
  /** The outcome in a word. Rejects for an error that is not of the adapter's own types. */
  call(): Promise<string>;
  close?(): Promise<void>;
}

/** What one call may take. The defaults of the libraries are longer by far. */
export const limitMs = 500;
/** Does not fit into the buffers of a connection. */
const longText = 'x'.repeat(4_000_000);

const webhook: Adapter = {
  protocol: answerHttp('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
  success: 'answered 200',
  open: ({ port, stopping }) => ({
    async call() {
      const targets = { allowsPrivate: true, requiresHttps: false, resolve: async () => [] };
      const url = `http://127.0.0.1:${port}/`;
      const message = { url, headers: {}, body: longText, limitMs, stopping };
      const { status, problem } = await postEvent(targets, message);
      return status === null ? `problem: ${problem}` : `answered ${status}`;
    },
  }),
};

const session = JSON.stringify({
  id: 'cs_1',
  status: 'open',
  payment_status: 'unpaid',
  client_reference_id: 'top_1',
  url: 'https://checkout.stripe.com/c/cs_1',
  amount_total: 1_000,
  currency: 'eur',
  payment_intent: null,
});

const stripe: Adapter = {
  protocol: answerHttp(`HTTP/1.1 200 OK\r\ncontent-length: ${session.length}\r\n\r\n${session}`),
  success: 'session',
  open: ({ port, stopping }) => ({
    async call() {
      const apiUrl = `http://127.0.0.1:${port}`;
      const checkout = openStripeCheckout({
        secretKey: 'sk',
        apiUrl,
        openMsMax: limitMs,
        stopping,
      });
      const urls = { successUrl: 'https://a.example/', cancelUrl: 'https://a.example/' };
      try {
        await checkout.open({ topUpId: 'top_1', attempt: 1, amountCents: 1_000, ...urls });
        return 'session';
      } catch (error) {
        if (error instanceof CheckoutUnavailable) return 'unavailable';
        throw error;
      }
    },
  }),
};

const smtp: Adapter = {
  protocol(socket, say) {
    let isBody = false;
    let text = '';
    say('220 ready\r\n');
    socket.onData((chunk) => {
      text = isBody ? text.slice(-5) + chunk.toString() : text + chunk.toString();
      if (isBody && !text.endsWith('\r\n.\r\n')) return;
      const lines = isBody ? ['.'] : text.split('\r\n').slice(0, -1);
      text = '';
      for (const line of lines) {
        isBody = line === 'DATA';
        say(isBody ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
  },
  success: 'sent',
  open: ({ port, stopping }) => ({
    async call() {
      const mailer = openSmtpMailer({ url: `smtp://127.0.0.1:${port}`, sendMs: limitMs, stopping });
      const text = longText.slice(0, 1_000);
      const [from, to] = ['a@names.example', 'b@names.example'];
      const mail = { messageId: '<1@names.example>', from, to, subject: 'S', text, html: text };
      return mailer.send({ ...mail, date: new Date(0) }).then(
        () => 'sent',
        (error: Error) => `unsent: ${error.message}`,
      );
    },
  }),
};

const dns: Adapter = {
  protocol(socket, say) {
    socket.onData((chunk) => {
      const query = decodeMessage(chunk.subarray(2));
      const packet = encodeMessage({ ...query, response: true });
      say(Buffer.concat([Uint8Array.of(packet.length >> 8, packet.length & 255), packet]));
    });
  },
  success: 'answer',
  open: ({ port, stopping }) => ({
    async call() {
      const query = makeQuery(7, { name: Name.parse('example.com'), type: rrTypes.A });
      const options = { address: '127.0.0.1', port, timeoutMs: limitMs, stopping };
      try {
        await askDns(query, { ...options, transport: 'tcp', nowSeconds: () => 0 });
        return 'answer';
      } catch (error) {
        if (error instanceof DnsExchangeError) return 'no answer';
        throw error;
      }
    },
  }),
};

const rdap: Adapter = {
  protocol: answerHttp('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
  success: 'answered 200',
  open: ({ port, stopping }) => ({
    async call() {
      const targets = { allowsPrivate: true, requiresHttps: false, resolve: async () => [] };
      const request = { url: `http://127.0.0.1:${port}/`, accept: '*/*', bytesMax: 1_000 };
      const limit = { peer: 'the RDAP server', totalMs: limitMs, stopping };
      return outsideCall(limit, (scope) => fetchText(scope, targets, request)).then(
        ({ status }) => `answered ${status}`,
        (error: Error) => `problem: ${error.message}`,
      );
    },
  }),
};

const oidc: Adapter = {
  protocol(socket, say) {
    let head = '';
    socket.onData((chunk) => {
      head += chunk.toString('latin1');
      const [, host] = /\r\nhost: (\S+)\r\n/i.exec(head) ?? [];
      if (host === undefined || !head.includes('\r\n\r\n')) return;
      const issuer = `http://${host}`;
      const body = JSON.stringify({ issuer, authorization_endpoint: `${issuer}/authorize` });
      say(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n`);
      say(`content-length: ${body.length}\r\n\r\n${body}`);
    });
  },
  success: 'a page to sign in at',
  open: ({ port, stopping }) => ({
    async call() {
      const provider = openOidcProvider(
        {
          id: 'acme',
          name: 'Acme',
          issuer: `http://127.0.0.1:${port}`,
          clientId: 'hostmaster',
          clientSecret: 'secret',
          scope: 'openid',
          allowsPrivate: true,
          mailDomains: [],
          isOnlyWay: false,
          secondFactor: 'never',
          domainClaim: null,
          workspaces: [],
        },
        { clock: systemClock, stopping, resolve: async () => [], limitMs },
      );
      const redirectUri = 'https://hostmaster.example/oidc/acme/callback';
      const attempt = { redirectUri, state: 's', nonce: 'n', codeVerifier: 'v', isFresh: false };
      return provider.authorizationUrl(attempt).then(
        () => 'a page to sign in at',
        (error: Refusal) => error.code,
      );
    },
  }),
};

const pem = (name: string) =>
  readFileSync(new URL(`../../packages/epp/src/fixtures/tls/${name}.pem`, import.meta.url), 'utf8');

const epp: Adapter = {
  protocol(socket, say) {
    const reader = new FrameReader();
    say(encodeFrame(greeting()));
    socket.onData((chunk) => {
      for (const body of reader.push(chunk)) {
        say(response({ clTRID: clTRIDOf(body.toString()) }));
      }
    });
  },
  tls: { cert: pem('server'), key: pem('server.key') },
  success: 'done',
  keepsOpen: true,
  open({ port, stopping }) {
    const pool = new OutsidePool({
      host: '127.0.0.1',
      port,
      tls: { ca: pem('ca') },
      credentials: { clientId: 'hostmaster', password: 'correct horse' },
      connectTimeoutMs: limitMs,
      greetingTimeoutMs: limitMs,
      queueTimeoutMs: limitMs,
      commandTimeoutMs: limitMs,
      backoff: { baseMs: 1, maxMs: 1 },
      stopping,
    });
    return {
      async call() {
        try {
          await pool.send(deleteDomain, { name: 'a.example' });
          return 'done';
        } catch (error) {
          if (error instanceof EppNotSentError) return 'not sent';
          if (error instanceof EppOutcomeUnknownError) return 'unknown';
          throw error;
        }
      },
      close: () => pool.close(),
    };
  },
};

export const adapters = { webhook, rdap, oidc, stripe, smtp, dns, epp };

/** Answers when it has the end of a request, or at once when there is no body to wait for. */
export function answerHttp(...parts: readonly string[]): Protocol {
  return (socket, say) => {
    let head = '';
    let bodyBytes = 0;
    socket.onData((chunk) => {
      const isHead = !head.includes('\r\n\r\n');
      if (isHead) head += chunk.toString('latin1');
      const [, length = '0'] = /content-length: (\d+)/i.exec(head) ?? [];
      bodyBytes += isHead ? Math.max(0, head.length - head.indexOf('\r\n\r\n') - 4) : chunk.length;
      if (head.includes('\r\n\r\n') && bodyBytes >= Number(length))
        for (const part of parts) say(part);
    });
  };
}
