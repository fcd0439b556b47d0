/**
 * A change must come from the dashboard itself: from its origin, and with a token that only a page of
 * that origin can read. The token is bound to the cookie, so nothing about it is stored.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../base/errors.ts';

export function csrfToken(key: Buffer, cookieValue: string): string {
  return createHmac('sha256', key).update(cookieValue).digest('base64url');
}

/** Accepts the public URL's origin and the origin the request was sent to. */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin } = request.headers;
  const own = [new URL(publicUrl).origin, `${request.protocol}://${request.host}`];
  if (origin !== undefined && own.includes(origin)) return;
  throw new Refusal('csrf_refused', 'This request did not come from the dashboard.');
}

export function requireToken(
  request: FastifyRequest,
  expected: { readonly keys: readonly Buffer[]; readonly cookieValue: string | null },
): void {
  const header = request.headers['x-csrf-token'];
  const { keys, cookieValue } = expected;
  if (typeof header === 'string' && cookieValue !== null) {
    const given = Buffer.from(header);
    const isTokenOf = (key: Buffer) => {
      const token = Buffer.from(csrfToken(key, cookieValue));
      return given.length === token.length && timingSafeEqual(given, token);
    };
    if (keys.some(isTokenOf)) return;
  }
  throw new Refusal('csrf_refused', 'The page is out of date. Reload it and try again.');
}
