/**
 * Passkeys belong to a host name: the one of the public address. A service at a loopback address is also
 * reached as `localhost`, which browsers accept.
 */
import { isIP } from 'node:net';
import { Refusal } from '../base/errors.ts';

export interface RelyingParty {
  /** The host name that passkeys are bound to. */
  readonly id: string;
  readonly origin: string;
}

/** Refuses origins where browsers offer no passkeys. */
export function relyingPartyOf(publicUrl: string, origin: string | null): RelyingParty {
  const own = new URL(publicUrl);
  const page = URL.canParse(origin ?? '') ? new URL(origin ?? '') : own;
  const isOwn = page.origin === own.origin && isHostName(own.hostname);
  const isLocal = page.hostname === 'localhost' && isLoopback(own.hostname);
  if (isOwn || isLocal) return { id: page.hostname, origin: page.origin };
  throw new Refusal(
    'passkeys_unavailable',
    isLoopback(own.hostname)
      ? 'Passkeys need a host name. Open the dashboard at localhost instead.'
      : `Passkeys work at ${own.origin} only, and need a host name there.`,
  );
}

function isHostName(hostname: string): boolean {
  return isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
