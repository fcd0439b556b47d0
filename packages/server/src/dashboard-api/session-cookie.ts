/** The one cookie: a random value that names a session, or nobody yet. */
import type { FastifyRequest } from 'fastify';
import { sessionLifeMs } from '../accounts/sessions.ts';

/** `__Host-` binds it to this very host; browsers accept that over TLS only. */
function cookieName(isSecure: boolean): string {
  return isSecure ? '__Host-hostmaster' : 'hostmaster';
}

/** Null when there is none, or none that we could have made. */
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

/** A visitor's cookie goes with the browser window, a session's stays. */
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
