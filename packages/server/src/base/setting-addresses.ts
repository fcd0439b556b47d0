/** Reads settings that are addresses: where the service listens, and whom it asks and believes. */
import { isIP } from 'node:net';
import { parseSocketAddress } from './addresses/socket-address.ts';
import { ConfigError } from './setting-values.ts';

export interface SocketSetting {
  readonly host: string;
  readonly port: number;
}

export interface ResolverSetting {
  readonly address: string;
  readonly port: number;
}

/** `127.0.0.1:9464` or `[::1]:9464`. */
export function socket(text: string, name: string): SocketSetting {
  const { address: host, port = null } = parseSocketAddress(text) ?? {};
  if (host !== undefined && port !== null) return { host, port };
  throw new ConfigError(
    `${name} must be an address and a port such as 127.0.0.1:9464, not "${text}".`,
  );
}

/** `10.0.0.0/8,2001:db8::1`, a number of proxies up to 9, or `false`. */
export function trustedProxies(text: string, name: string): number | readonly string[] {
  if (text === 'false') return [];
  if (/^\d$/.test(text)) return Number(text);
  const networks = text.split(',').map((part) => part.trim());
  if (networks.every(isNetwork)) return networks;
  const reason = text === 'true' ? '"true" would believe every client' : `not "${text}"`;
  throw new ConfigError(
    `${name} must be addresses or networks such as 127.0.0.1,10.0.0.0/8, or a number of proxies such as 1; ${reason}.`,
  );
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

/** `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` or `[2001:db8::1]:5353`; null when it is none. */
export function parseResolver(text: string): ResolverSetting | null {
  const parsed = parseSocketAddress(text);
  if (parsed === null || parsed.port === 0) return null;
  return { address: parsed.address, port: parsed.port ?? 53 };
}

/** Empty: none is named. */
export function resolvers(text: string, name: string): readonly ResolverSetting[] {
  if (text === '') return [];
  return text.split(',').map((part) => {
    const resolver = parseResolver(part.trim());
    if (resolver !== null) return resolver;
    throw new ConfigError(
      `${name} must be addresses such as 192.0.2.1:53, separated by commas, not "${text}".`,
    );
  });
}

/** `127.0.0.1:5300`, `192.0.2.1:53,[2001:db8::1]:53`; none for `off`. */
export function sockets(text: string, name: string): readonly SocketSetting[] {
  if (text === 'off') return [];
  return text.split(',').map((part) => {
    const { address: host, port = null } = parseSocketAddress(part.trim()) ?? {};
    if (host !== undefined && port !== null) return { host, port };
    throw new ConfigError(
      `${name} must be addresses with a port such as 192.0.2.1:53,[2001:db8::1]:53, or off, not "${text}".`,
    );
  });
}

/** Addresses without a port. */
export function addresses(text: string, name: string): readonly string[] {
  const sources = text.split(',').map((part) => part.trim());
  if (sources.every((source) => isIP(source) !== 0)) return sources;
  throw new ConfigError(`${name} must be addresses such as 192.0.2.1,2001:db8::1, not "${text}".`);
}
