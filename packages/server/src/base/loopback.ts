/** Hosts that never leave this machine. */
import { BlockList, isIP } from 'node:net';

const networks = new BlockList();
networks.addSubnet('127.0.0.0', 8);
networks.addAddress('::1', 'ipv6');

/** A name or an address, an IPv6 one with or without brackets. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) return host === 'localhost';
  return networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
