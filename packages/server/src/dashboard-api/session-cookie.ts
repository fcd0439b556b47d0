/**
 * The cookies: a random value that identifies a session, or a visitor who is not signed in, one that
 * identifies the browser beyond its sessions, and a sealed one while a sign-in at a provider is open.
 */
import { minuteMs } from '@hostmaster/contract/durations';
import type { FastifyRequest } from 'fastify';
import { deviceLifeMs } from '../users/devices.ts';

export type CookieKind = 'session' | 'device' | 'attempt';

const attemptMs = 10 * minuteMs;

const names: Readonly<Record<CookieKind, string>> = {
  session: 'hostmaster',
  device: 'hostmaster-device',
  attempt: 'hostmaster-sign-in',
};

const forms: Readonly<Record<CookieKind, RegExp>> = {
  session: /^[\w-]{43}$/,
  device: /^[\w-]{43}$/,
  attempt: /^[\w+/=-]{1,2000}$/,
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
  return others.length === 0 && value !== undefined && forms[kind].test(value) ? value : null;
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

/** An empty one ends at once. */
export function attemptCookieHeader(sealed: string | null, isSecure: boolean): string {
  const pair = `${cookieName('attempt', isSecure)}=${sealed ?? ''}`;
  return header(pair, { isSecure, maxAgeMs: sealed === null ? 0 : attemptMs });
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
