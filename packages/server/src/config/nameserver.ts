/** The settings of the DNS server that are more than an address or a number. */
import { resolve } from 'node:path';
import { dnsListen, type SocketSetting } from '../base/setting-addresses.ts';
import { ConfigError } from '../base/setting-values.ts';
import { normaliseNameserver } from '../domains/nameserver-name.ts';

export interface DnsTlsConfig {
  readonly listen: readonly SocketSetting[];
  readonly certificateFile: string;
  readonly keyFile: string;
}

export function dnsTls(given: {
  readonly listen: string;
  readonly certificateFile: string;
  readonly keyFile: string;
}): DnsTlsConfig | null {
  const listen = dnsListen(given.listen, 'HOSTMASTER_DNS_TLS_LISTEN');
  if (listen.length === 0) return null;
  if (given.certificateFile === '' || given.keyFile === '') {
    throw new ConfigError(
      'HOSTMASTER_DNS_TLS_LISTEN needs HOSTMASTER_DNS_TLS_CERTIFICATE and HOSTMASTER_DNS_TLS_KEY.',
    );
  }
  return {
    listen,
    certificateFile: resolve(given.certificateFile),
    keyFile: resolve(given.keyFile),
  };
}

export function dnsNsid(text: string): string | null {
  if (text === '') return null;
  if (/^[\x21-\x7e]{1,64}$/.test(text)) return text;
  throw new ConfigError(
    'HOSTMASTER_DNS_NSID must have 1 to 64 printable characters without spaces.',
  );
}

export function catalogZone(text: string): string {
  const name = normaliseNameserver(text);
  if (name !== null) return name;
  throw new ConfigError(
    `HOSTMASTER_CATALOG_ZONE must be a name such as catalog.example.net, not "${text}".`,
  );
}

export function nameservers(text: string): readonly string[] {
  const names = text.split(',').map((name) => normaliseNameserver(name.trim()));
  const valid = names.filter((name) => name !== null);
  if (
    valid.length === names.length &&
    new Set(valid).size === valid.length &&
    valid.length >= 2 &&
    valid.length <= 13
  ) {
    return valid;
  }
  throw new ConfigError(
    `HOSTMASTER_NAMESERVERS must be 2 to 13 different hostnames separated by commas, not "${text}".`,
  );
}
