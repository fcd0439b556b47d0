/** Checks the signature of a webhook by the Standard Webhooks specification, wherever Web Crypto exists. */
import type { Event } from '@hostmaster/contract';

export interface WebhookMessage {
  /** As it arrived, byte for byte: parsed and printed again it has another signature. */
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…`; several while a secret is being replaced. */
  readonly secret: string | readonly string[];
  /** How old or how far ahead the message may be; default five minutes. */
  readonly toleranceSeconds?: number;
}

/**
 * The message is not from the service, was changed on its way, or is too old.
 *
 * ```ts
 * const forged = verifyWebhook({ body: `${body} `, headers, secret });
 * const status = await forged.then(
 *   () => 204,
 *   (error) => {
 *     if (error instanceof WebhookVerificationError) return 401;
 *     throw error;
 *   },
 * );
 * ```
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const toleranceSecondsDefault = 300;
const secretPrefix = 'whsec_';

/**
 * The event of a message whose signature is right. Throws `WebhookVerificationError` for any other:
 * answer 401 then, and 2xx only once the event is stored.
 *
 * ```ts
 * const event = await verifyWebhook({ body, headers, secret });
 * if (event.type === 'domain.registered') console.log(event.domain, event.data.expiresAt);
 * ```
 */
export async function verifyWebhook(message: WebhookMessage): Promise<Event> {
  const id = headerOf(message.headers, 'webhook-id');
  const timestamp = headerOf(message.headers, 'webhook-timestamp');
  const signatures = headerOf(message.headers, 'webhook-signature').split(' ');
  requireRecent(timestamp, message.toleranceSeconds ?? toleranceSecondsDefault);
  const encoder = new TextEncoder();
  const body = typeof message.body === 'string' ? encoder.encode(message.body) : message.body;
  const start = encoder.encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(start.length + body.length);
  content.set(start);
  content.set(body, start.length);
  for (const secret of [message.secret].flat()) {
    const key = await importSecret(secret);
    for (const signature of signatures) {
      if (await isSignedBy(key, signature, content)) return parseEvent(body);
    }
  }
  throw new WebhookVerificationError('No signature of the message is right.');
}

function headerOf(headers: WebhookMessage['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError(`The message has no ${name} header.`);
}

function requireRecent(timestamp: string, toleranceSeconds: number): void {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const awaySeconds = Math.abs(Date.now() / 1_000 - seconds);
  if (awaySeconds <= toleranceSeconds) return;
  throw new WebhookVerificationError(
    Number.isNaN(seconds)
      ? 'The webhook-timestamp header is not a time.'
      : `The message is ${Math.round(awaySeconds)} seconds away from this machine's clock.`,
  );
}

function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(secretPrefix) ? bytesOf(secret.slice(secretPrefix.length)) : null;
  if (bytes === null) throw new TypeError('A secret of a webhook begins with whsec_.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
}

/** Compares in constant time. */
async function isSignedBy(
  key: CryptoKey,
  signature: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const [version, base64 = ''] = signature.split(',', 2);
  const bytes = version === 'v1' ? bytesOf(base64) : null;
  return bytes !== null && crypto.subtle.verify('HMAC', key, bytes, content);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function parseEvent(body: Uint8Array): Event {
  return JSON.parse(new TextDecoder().decode(body)) as Event;
}
