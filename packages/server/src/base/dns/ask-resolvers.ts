/** Asks recursive resolvers for records of one type at a name and reads the CNAME chain to them. */
import {
  classes,
  DnsFormatError,
  type Message,
  makeMessage,
  Name,
  type ResourceRecord,
  rcodes,
  rrTypes,
} from '@hostmaster/dns';
import { DnsExchangeError } from '@hostmaster/dns/node';
import type { MachineClock } from '../clock.ts';
import type { RandomSource } from '../random.ts';
import { askDns } from './ask-dns.ts';

export interface Upstream {
  readonly servers: readonly { readonly address: string; readonly port: number }[];
  readonly clock: MachineClock;
  readonly random: RandomSource;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
  /** For one query to one server; default 2 s. */
  readonly timeoutMs?: number;
}

export interface UpstreamQuestion {
  readonly host: Name;
  readonly type: number;
  /** Resolvers answer also what they cannot validate. */
  readonly isUnchecked?: boolean;
  /** Only an answer that the resolver has validated counts (the AD bit; RFC 6840, section 5.7). */
  readonly isValidated?: boolean;
}

/** The answer of the first resolver that has one. */
export interface UpstreamAnswer {
  readonly rdata: readonly Uint8Array[];
  /** The smallest TTL of the chain; infinite when the chain has no record. */
  readonly ttlSeconds: number;
  /** The next host to resolve, if the resolver stopped before the end of the chain. */
  readonly next: Name | null;
}

const timeoutMsDefault = 2_000;
const chainMax = 16;

/** Tries the servers in order; a timeout or an error reply leads to the next. Null when all fail. */
export async function askUpstream(
  upstream: Upstream,
  question: UpstreamQuestion,
): Promise<UpstreamAnswer | null> {
  for (const server of upstream.servers) {
    const reply = await ask(upstream, server, question);
    if (question.isValidated === true && reply?.authenticData !== true) continue;
    if (reply?.rcode === rcodes.NXDOMAIN) return nothing;
    if (reply?.rcode === rcodes.NOERROR) return readAnswer(reply, question);
  }
  return null;
}

const nothing = { rdata: [], ttlSeconds: Number.POSITIVE_INFINITY, next: null } as const;

async function ask(
  upstream: Upstream,
  server: Upstream['servers'][number],
  question: UpstreamQuestion,
): Promise<Message | null> {
  const { host: name, type } = question;
  const message = makeMessage(upstream.random.below(65_536), {
    recursionDesired: true,
    checkingDisabled: question.isUnchecked === true,
    authenticData: question.isValidated === true,
    questions: [{ name, type, class: classes.IN }],
    edns: { udpPayloadBytes: 1_232, version: 0, dnssecOk: false, options: [] },
  });
  try {
    return await askDns(message, {
      ...server,
      stopping: upstream.stopping,
      timeoutMs: upstream.timeoutMs ?? timeoutMsDefault,
      nowSeconds: () => Math.floor(upstream.clock.now() / 1_000),
    });
  } catch (error) {
    if (error instanceof DnsExchangeError || error instanceof DnsFormatError) return null;
    throw error;
  }
}

function readAnswer(reply: Message, question: UpstreamQuestion): UpstreamAnswer {
  let host = question.host;
  let ttlSeconds = Number.POSITIVE_INFINITY;
  const at = (type: number) => (record: ResourceRecord) =>
    record.type === type && record.class === classes.IN && record.name.equals(host);
  for (let links = 0; links < chainMax; links += 1) {
    const found = reply.answers.filter(at(question.type));
    if (found.length > 0) {
      const rdata = found.map((record) => record.rdata);
      const ttls = found.map((record) => record.ttlSeconds);
      return { rdata, ttlSeconds: Math.min(ttlSeconds, ...ttls), next: null };
    }
    const cname = reply.answers.find(at(rrTypes.CNAME));
    if (cname === undefined) {
      // A SOA marks the end of the chain: NODATA (RFC 2308).
      const isEnd = links === 0 || reply.authorities.some(({ type }) => type === rrTypes.SOA);
      return { rdata: [], ttlSeconds, next: isEnd ? null : host };
    }
    ttlSeconds = Math.min(ttlSeconds, cname.ttlSeconds);
    host = Name.fromTrustedWire(cname.rdata);
  }
  return nothing;
}
