/**
 * Where a webhook may point. A customer chooses the address, and the service inside its own network
 * connects to it: so only public addresses are allowed, and what was checked is what is connected to.
 */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { parseIpAddress } from '@hostmaster/dns';
import { invalidRequest } from '../base/errors.ts';
import { isPublicAddress } from '../base/public-address.ts';

export interface WebhookTargets {
  /** Private and loopback addresses too. */
  readonly allowsPrivate: boolean;
  readonly requiresHttps: boolean;
  /** The addresses of a host; throws when there are none. */
  resolve(hostname: string): Promise<readonly string[]>;
}

const urlLengthMax = 2_048;

/** Asks the resolvers itself: the system's lookup blocks a thread for each slow name. */
export function createResolver(servers: readonly string[]): WebhookTargets['resolve'] {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return async (hostname) => {
    const found = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (addresses.length === 0) throw new Error(`${hostname} has no address.`);
    return addresses;
  };
}

/** What the text alone shows; the address behind a name is checked by `targetAddresses`. */
export function parseWebhookUrl(text: string, targets: WebhookTargets): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const refuse = (message: string) => invalidRequest({ path: 'url', message });
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw refuse('must be an https:// address');
  }
  if (targets.requiresHttps && url.protocol !== 'https:') {
    throw refuse('must be an https:// address: http:// works in the sandbox only');
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('must not contain a user name or a password');
  }
  if (text.length > urlLengthMax) throw refuse(`must have at most ${urlLengthMax} characters`);
  return url;
}

export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/** The addresses to connect to. Throws PrivateAddress if one of them is not public. */
export async function targetAddresses(
  targets: WebhookTargets,
  url: URL,
): Promise<readonly string[]> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const addresses = await addressesOf(targets, hostname);
  if (!targets.allowsPrivate && !addresses.every(isPublic)) {
    throw new PrivateAddress(`${hostname} is not a public address.`);
  }
  return addresses;
}

function isPublic(address: string): boolean {
  const octets = parseIpAddress(address);
  return octets !== null && isPublicAddress(octets);
}

async function addressesOf(targets: WebhookTargets, hostname: string): Promise<readonly string[]> {
  if (isIP(hostname) !== 0) return [hostname];
  // RFC 6761: the name is never looked up.
  if (/(?:^|\.)localhost$/.test(hostname)) return ['127.0.0.1', '::1'];
  return targets.resolve(hostname);
}
