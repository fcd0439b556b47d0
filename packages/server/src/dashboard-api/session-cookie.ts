/**
 * The cookies: a random value that identifies a session, or a visitor who is not signed in, and one
 * that identifies the browser beyond its sessions.
 */
import type { FastifyRequest } from 'fastify';
import { deviceLifeMs } from '../users/devices.ts';

export type CookieKind = 'session' | 'device';

const names: Readonly<Record<CookieKind, string>> = {
  session: 'hostmaster',
  device: 'hostmaster-device',
};

/** The prefix `__Host-` binds the cookie to this host; browsers accept it over TLS only. */
function cookieName(kind: CookieKind, isSecure: boolean): string {
  return `${isSecure ? '__Host-' : ''}${names[kind]}`;
}

/** Null when the cookie is absent, repeated or malformed. */
export function readCookie(
  request: FastifyRequest,
  isSecure: boolean,
  kind: CookieKind = 'session',
): string | null {
  const prefix = `${cookieName(kind, isSecure)}=`;
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
  options: { readonly isSecure: boolean; readonly lifeMs: number | null },
): string {
  const { isSecure, lifeMs: maxAgeMs } = options;
  return header(`${cookieName('session', isSecure)}=${value}`, { isSecure, maxAgeMs });
}

export function deviceCookieHeader(value: string, isSecure: boolean): string {
  const maxAgeMs = deviceLifeMs;
  return header(`${cookieName('device', isSecure)}=${value}`, { isSecure, maxAgeMs });
}

function header(
  pair: string,
  options: { readonly isSecure: boolean; readonly maxAgeMs: number | null },
): string {
  return [
    pair,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(options.isSecure ? ['Secure'] : []),
    ...(options.maxAgeMs === null ? [] : [`Max-Age=${options.maxAgeMs / 1_000}`]),
  ].join('; ');
}
