/** The cookie: a random value that identifies a session, or a visitor who is not signed in. */
import type { FastifyRequest } from 'fastify';
import { sessionLifeMs } from '../accounts/sessions.ts';

/** The prefix `__Host-` binds the cookie to this host; browsers accept it over TLS only. */
function cookieName(isSecure: boolean): string {
  return isSecure ? '__Host-hostmaster' : 'hostmaster';
}

/** Null when the cookie is absent, repeated or malformed. */
export function readCookie(request: FastifyRequest, isSecure: boolean): string | null {
  const prefix = `${cookieName(isSecure)}=`;
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length));
  const [value, ...others] = values;
  return others.length === 0 && value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
}

/** Without a session the cookie ends with the browser; with one it persists. */
export function cookieHeader(
  value: string,
  options: { readonly isSecure: boolean; readonly isSession: boolean },
): string {
  return [
    `${cookieName(options.isSecure)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(options.isSecure ? ['Secure'] : []),
    ...(options.isSession ? [`Max-Age=${sessionLifeMs / 1_000}`] : []),
  ].join('; ');
}
