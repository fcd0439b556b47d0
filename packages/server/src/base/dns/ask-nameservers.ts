/** Asks the nameservers of a zone themselves, at their public addresses, and not by a resolver. */
import {
  classes,
  DnsFormatError,
  type Message,
  makeMessage,
  Name,
  presentIpAddress,
  rrTypes,
} from '@hostmaster/dns';
import { DnsExchangeError } from '@hostmaster/dns/node';
import { isPublicAddress } from '../addresses/public-address.ts';
import { askDns } from './ask-dns.ts';
import { askUpstream, type Upstream } from './ask-resolvers.ts';

export interface NameserverSource {
  /** Resolvers that know the addresses of nameservers. */
  readonly upstream: Upstream;
  /** Private and loopback addresses too. */
  readonly allowsPrivate: boolean;
  /** Where a nameserver listens; 53 except in tests. */
  portOf(address: string): number;
}

const addressesMax = 4;
const timeoutMs = 2_000;
const udpPayloadBytes = 1_232;

/** At most four; none where no resolver knows a public one. */
export async function addressesOf(
  { upstream, allowsPrivate }: NameserverSource,
  host: string,
): Promise<readonly string[]> {
  const found = await Promise.all(
    [rrTypes.A, rrTypes.AAAA].map((type) =>
      askUpstream(upstream, { host: Name.parse(host), type }),
    ),
  );
  return found
    .flatMap((answer) => (answer?.rdata ?? []).slice(0, addressesMax / 2))
    .filter((rdata) => allowsPrivate || isPublicAddress(rdata))
    .map(presentIpAddress);
}

/** The answers to questions about one name, with signatures; null where one has no answer. */
export async function askNameserver(
  { upstream, portOf }: NameserverSource,
  address: string,
  { name, types }: { readonly name: string; readonly types: readonly number[] },
): Promise<readonly Message[] | null> {
  const { clock, random, stopping } = upstream;
  const nowSeconds = () => Math.floor(clock.now() / 1_000);
  const answers: Message[] = [];
  try {
    // One after the other: one that is silent costs one wait.
    for (const type of types) {
      const message = makeMessage(random.below(65_536), {
        questions: [{ name: Name.parse(name), type, class: classes.IN }],
        edns: { udpPayloadBytes, version: 0, dnssecOk: true, options: [] },
      });
      const place = { address, port: portOf(address), timeoutMs };
      answers.push(await askDns(message, { ...place, nowSeconds, stopping }));
    }
  } catch (error) {
    if (error instanceof DnsExchangeError || error instanceof DnsFormatError) return null;
    throw error;
  }
  return answers;
}
