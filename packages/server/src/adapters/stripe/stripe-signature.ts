/**
 * Webhooks are signed over their exact bytes: `Stripe-Signature: t=SECONDS,v1=HEX[,v1=HEX]`, each v1
 * an HMAC-SHA256 of `SECONDS.body`. While a secret is being replaced there is one for each secret.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { minuteMs } from '@hostmaster/contract/durations';

const toleranceMs = 5 * minuteMs;

export function isSigned(webhook: {
  readonly header: string;
  readonly body: Uint8Array;
  readonly secret: string;
  readonly now: number;
}): boolean {
  const { seconds, signatures } = parse(webhook.header);
  if (seconds === null) return false;
  if (Math.abs(webhook.now - Number(seconds) * 1_000) > toleranceMs) return false;
  const expected = sign({ ...webhook, seconds });
  return signatures.some((signature) => isSame(Buffer.from(signature, 'hex'), expected));
}

/** The value that Stripe sends after `v1=`. */
export function sign(message: {
  readonly seconds: string;
  readonly body: Uint8Array;
  readonly secret: string;
}): Buffer {
  return createHmac('sha256', message.secret)
    .update(`${message.seconds}.`)
    .update(message.body)
    .digest();
}

function parse(header: string): { seconds: string | null; signatures: string[] } {
  let seconds: string | null = null;
  const signatures: string[] = [];
  for (const part of header.split(',')) {
    const equals = part.indexOf('=');
    const name = part.slice(0, equals).trim();
    const value = part.slice(equals + 1).trim();
    if (name === 't' && /^\d{1,12}$/.test(value)) seconds = value;
    if (name === 'v1' && /^[0-9a-f]{64}$/.test(value)) signatures.push(value);
  }
  return { seconds, signatures };
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
