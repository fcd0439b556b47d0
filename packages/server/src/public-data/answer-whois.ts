/** Answers WHOIS queries from what RDAP publishes. */
import { isHostname, toAsciiName } from '../domains/host-labels.ts';
import { readPublicDomain } from '../operations/public-data/read-public-domain.ts';
import type { PublicationPolicy } from '../rdap/publication-policy.ts';
import { publishedDomain } from '../rdap/published-domain.ts';
import { whoisLine, whoisText } from '../rdap/whois-text.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';

export interface WhoisParts {
  readonly database: HostmasterDatabase;
  readonly policy: PublicationPolicy;
  calendarNow(reader: HostmasterReader): Promise<number>;
}

/** `domain example.com` is what some clients send for `example.com`. */
export async function answerWhois(parts: WhoisParts, query: string): Promise<string> {
  const { database, policy } = parts;
  const text = query.replace(/^domain\s+/i, '');
  const name = toAsciiName(text.endsWith('.') ? text.slice(0, -1) : text);
  if (name === null || !isHostname(name)) return whoisLine('The query is not a domain name.');
  database.beginTurn();
  const facts = await readPublicDomain(database, name);
  // The same words whatever is the reason, as in RDAP.
  if (facts === null) return whoisLine('No match for this domain.');
  const at = await parts.calendarNow(database);
  return whoisText(publishedDomain(facts, policy), policy, { at });
}
