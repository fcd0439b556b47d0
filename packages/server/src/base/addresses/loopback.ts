/** Hosts that never leave this machine. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A name or an address, an IPv6 one with or without brackets. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) return host === 'localhost';
  return ipaddr.parse(address).range() === 'loopback';
}
