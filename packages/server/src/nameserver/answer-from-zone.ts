/** Answers a question from the zone that contains its name, whether or not the cache holds it whole. */
import { rrTypes } from '@hostmaster/dns';
import type { HostmasterReader } from '../storage/schema.ts';
import { answerQuestion, type ZoneAnswer } from '../zones/answer-question.ts';
import { signAnswer } from '../zones/sign-answer.ts';
import { type DnsQuestion, LargeZone } from './large-zone.ts';
import type { ServedZone, ZoneCache, ZoneSource } from './zone-cache.ts';

/** A zone that changes with each attempt is answered from as it is. */
const attemptsMax = 3;

/** DS records of a name are those of the zone that it is delegated from (RFC 4035, section 3.1.4.1). */
async function zoneOf(cache: ZoneCache, { name, type }: DnsQuestion): Promise<ServedZone | null> {
  const parent = type === rrTypes.DS ? name.parent() : null;
  const outer = parent === null ? null : await cache.find(parent);
  return outer ?? cache.find(name);
}

/** Null when no served zone contains the name. The source is that of an answer that may be kept. */
export async function answerFromZone(
  zones: { readonly cache: ZoneCache; readonly reader: () => HostmasterReader },
  question: DnsQuestion,
): Promise<(ZoneAnswer & { readonly source?: ZoneSource }) | null> {
  for (let attempt = 1; ; attempt += 1) {
    const zone = await zoneOf(zones.cache, question);
    if (zone === null) return null;
    if (!(zone instanceof LargeZone)) {
      const source = { zone: zone.origin.toHostname(), content: zone, version: zone.version };
      const answer = answerQuestion(zone, question);
      const isSigned = question.dnssecOk && zone.isSigned;
      return { ...(isSigned ? signAnswer(zone, question, answer) : answer), source };
    }
    const answer = await zone.answer(zones.reader(), question, attempt === attemptsMax);
    if (answer !== null) return answer;
    zones.cache.markStale(zone.origin.toHostname());
    if (attempt === attemptsMax) return null;
  }
}
