/**
 * Where a webhook may point. A customer chooses the address, and the service inside its own network
 * connects to it: so only public addresses are allowed, and what was checked is what is connected to.
 * Neither the words nor the time of a refusal show which names our resolver knows.
 */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseIpAddress } from '@hostmaster/dns';
import { getDomain } from 'tldts';
import { isPublicAddress } from '../base/addresses/public-address.ts';
import { invalidRequest } from '../base/errors.ts';
import { type CallScope, outsideCall } from '../base/outside-call.ts';

export interface WebhookTargets {
  /** Private and loopback addresses too. */
  readonly allowsPrivate: boolean;
  readonly requiresHttps: boolean;
  /** How long a lookup takes that finds no public address, and at most; 3 seconds by default. */
  readonly lookupMs?: number;
  /** The addresses of a host; rejects when there are none. */
  resolve(hostname: string): Promise<readonly string[]>;
}

const urlLengthMax = 2_048;
const lookupMsDefault = 3_000;
/** RFC 6761 and 6762, and the suffixes that ICANN and the IETF reserve for private networks. */
const localName = /^[^.]*$|(?:^|\.)(?:localhost|local|internal|home\.arpa|onion)$/;

/** Asks the resolvers itself: the system's lookup blocks a thread for each slow name. */
export function createResolver(servers: readonly string[]): WebhookTargets['resolve'] {
  const resolver = new Resolver({ timeout: 1_000, tries: 2, maxTimeout: 2_000 });
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

/** Refuses by the text alone: nothing is looked up, and nothing is connected to. */
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
  if (!targets.allowsPrivate && isLocal(hostOf(url))) {
    throw refuse('must lead to a public address');
  }
  return url;
}

/** One error for all reasons: no such name, no answer, or an address that is not public. */
export class NoPublicAddress extends Error {
  override readonly name = 'NoPublicAddress';

  constructor() {
    super('The host has no public address.');
  }
}

/** The addresses to connect to. Rejects with NoPublicAddress, always after the same time. */
export async function targetAddresses(
  scope: CallScope,
  targets: WebhookTargets,
  url: URL,
): Promise<readonly string[]> {
  const hostname = hostOf(url);
  const { allowsPrivate, lookupMs = lookupMsDefault } = targets;
  if (!allowsPrivate && isLocal(hostname)) throw new NoPublicAddress();
  if (isIP(hostname) !== 0) return [hostname];
  // RFC 6761: the name is never looked up.
  if (/(?:^|\.)localhost$/.test(hostname)) return ['127.0.0.1', '::1'];
  const endsAt = performance.now() + lookupMs;
  const limit = { peer: 'the resolver', totalMs: lookupMs, stopping: scope.signal };
  const addresses = await outsideCall(limit, () => targets.resolve(hostname)).catch(() => []);
  if (addresses.length > 0 && (allowsPrivate || addresses.every(isPublic))) return addresses;
  await delay(Math.max(0, endsAt - performance.now()), undefined, { signal: scope.signal });
  throw new NoPublicAddress();
}

/** Targets that share an operator: the registrable domain of the host, or its address. */
export function targetHost(url: string): string {
  const hostname = hostOf(new URL(url));
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function isLocal(hostname: string): boolean {
  return isIP(hostname) === 0 ? localName.test(hostname) : !isPublic(hostname);
}

function isPublic(address: string): boolean {
  const octets = parseIpAddress(address);
  return octets !== null && isPublicAddress(octets);
}
