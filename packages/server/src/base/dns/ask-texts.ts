/**
 * Asks recursive resolvers for the texts of names that other operators serve. A search takes some seconds
 * at most and an owner has few of them at a time: what is beyond that is not known.
 */
import { DnsFormatError, GrammarError, Name, rrTypes } from '@hostmaster/dns';
import { askUpstream, type Upstream } from './ask-resolvers.ts';

/** The texts at a name, each with its strings joined; null where they are not known. */
export type FindTexts = (host: string) => Promise<readonly string[] | null>;

export interface TextSearches {
  search<T>(owner: string, work: (findTexts: FindTexts) => Promise<T>): Promise<T>;
}

const questionMs = 1_000;
const searchMs = 5_000;
const serversMax = 2;
const searchesMax = 4;

/** Without resolvers nothing is known. */
export function textSearches(upstream: Upstream): TextSearches {
  const asked = {
    ...upstream,
    servers: upstream.servers.slice(0, serversMax),
    timeoutMs: questionMs,
  };
  const underWay = new Map<string, number>();
  return {
    async search(owner, work) {
      const count = underWay.get(owner) ?? 0;
      if (count >= searchesMax) return work(async () => null);
      underWay.set(owner, count + 1);
      try {
        return await work(finderOf(asked));
      } finally {
        const others = (underWay.get(owner) ?? 1) - 1;
        if (others === 0) underWay.delete(owner);
        else underWay.set(owner, others);
      }
    },
  };
}

function finderOf(upstream: Upstream): FindTexts {
  const until = upstream.clock.now() + searchMs;
  return async (text) => {
    const host = parseHost(text);
    if (host === null || upstream.clock.now() >= until) return null;
    const answer = await askUpstream(upstream, { host, type: rrTypes.TXT });
    return answer === null || answer.next !== null ? null : answer.rdata.map(joinStrings);
  };
}

/** What another domain includes may be no name at all. */
function parseHost(text: string): Name | null {
  try {
    return Name.parse(text);
  } catch (error) {
    if (error instanceof GrammarError || error instanceof DnsFormatError) return null;
    throw error;
  }
}

/** Each string has its length before it (RFC 1035, section 3.3.14). */
function joinStrings(rdata: Uint8Array): string {
  const strings: Uint8Array[] = [];
  for (let at = 0; at < rdata.length; at += 1 + (rdata[at] ?? 0)) {
    strings.push(rdata.subarray(at + 1, at + 1 + (rdata[at] ?? 0)));
  }
  return Buffer.concat(strings).toString('utf8');
}
