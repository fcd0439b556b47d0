/** The settings of the DNS server that are more than an address or a number. */
import { availableParallelism } from 'node:os';
import type { SocketSetting } from '../base/setting-addresses.ts';
import { ConfigError, integer } from '../base/setting-values.ts';
import { normaliseNameserver } from '../domains/nameserver-name.ts';

export interface DnsTlsConfig {
  readonly listen: readonly SocketSetting[];
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** Null when DNS over TLS is off. */
export function dnsTls(given: {
  readonly listen: readonly SocketSetting[];
  readonly certificateFile: string | null;
  readonly keyFile: string | null;
}): DnsTlsConfig | null {
  const { listen, certificateFile, keyFile } = given;
  if (listen.length === 0) return null;
  if (certificateFile !== null && keyFile !== null) return { listen, certificateFile, keyFile };
  throw new ConfigError(
    'HOSTMASTER_DNS_TLS_LISTEN needs HOSTMASTER_DNS_TLS_CERTIFICATE and HOSTMASTER_DNS_TLS_KEY.',
  );
}

/** Where NOTIFY is sent from by default: the addresses that the server listens on, except those that mean all. */
export function sourcesOf(listen: readonly SocketSetting[]): readonly string[] {
  return listen.map(({ host }) => host).filter((host) => host !== '0.0.0.0' && host !== '::');
}

/** Each has a cache of its own, which would add up on a machine with many cores. */
const workersDefaultMax = 8;

export function dnsWorkers(text: string, name: string): number {
  // Other systems cannot share a port, or do not spread packets over its sockets.
  const canSharePorts = ['linux', 'freebsd'].includes(process.platform);
  if (text === '') return canSharePorts ? Math.min(availableParallelism(), workersDefaultMax) : 1;
  return integer({ min: 1, max: 64 })(text, name);
}

export function nsid(text: string, name: string): string {
  if (/^[\x21-\x7e]{1,64}$/.test(text)) return text;
  throw new ConfigError(`${name} must have 1 to 64 printable characters without spaces.`);
}

export function serverVersion(text: string, name: string): string {
  if (/^[\x20-\x7e]{1,64}$/.test(text)) return text;
  throw new ConfigError(`${name} must have 1 to 64 printable ASCII characters.`);
}

export function zoneName(text: string, name: string): string {
  const zone = normaliseNameserver(text);
  if (zone !== null) return zone;
  throw new ConfigError(`${name} must be a name such as catalog.example.net, not "${text}".`);
}

/** None when the text is empty. */
export function nameservers(text: string, name: string): readonly string[] {
  if (text === '') return [];
  const names = text.split(',').map((part) => normaliseNameserver(part.trim()));
  const valid = names.filter((part) => part !== null);
  if (
    valid.length === names.length &&
    new Set(valid).size === valid.length &&
    valid.length >= 2 &&
    valid.length <= 13
  ) {
    return valid;
  }
  throw new ConfigError(
    `${name} must be 2 to 13 different hostnames separated by commas, not "${text}".`,
  );
}
