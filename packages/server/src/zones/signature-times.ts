/**
 * When signatures begin, end and are made again, by the machine's clock: resolvers live in the real
 * world. The moment is spread by the name of the zone, so that zones that were signed together are not
 * signed again together.
 */
import { dayMs, hourMs } from '@hostmaster/contract/durations';
import type { Validity } from '@hostmaster/dns/dnssec';

const validMs = 14 * dayMs;
/** For resolvers with a slow clock. */
const inceptionMs = hourMs;
const refreshBeforeEndMs = 5 * dayMs;
/** With it four days and eight hours are left, which is more than a SOA lets a secondary answer alone. */
const spreadMs = 16 * hourMs;

/**
 * Signatures that are made again later than this were made by a clock that was ahead, and are not valid yet.
 * Those made less far ahead are valid within the hours of the spread.
 */
export const refreshWithinMs = validMs - refreshBeforeEndMs + spreadMs + inceptionMs;

export interface SignatureTimes {
  readonly validity: Validity;
  /** When signatures of these times are made again. */
  readonly refreshAt: number;
}

export function signatureTimes(zone: string, now: number): SignatureTimes {
  const validity = {
    inception: Math.floor((now - inceptionMs) / 1_000),
    expiration: Math.floor((now + validMs) / 1_000),
  };
  const refreshAt = validity.expiration * 1_000 - refreshBeforeEndMs + spreadOf(zone);
  return { validity, refreshAt };
}

/** When signatures end that are made again at this time. */
export function endOfSignatures(zone: string, refreshAt: number): number {
  return refreshAt - spreadOf(zone) + refreshBeforeEndMs;
}

/** The same for a zone each time. */
function spreadOf(zone: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < zone.length; at += 1) {
    hash = Math.imul(hash ^ zone.charCodeAt(at), 0x01000193);
  }
  return Math.floor(((hash >>> 0) / 2 ** 32) * spreadMs);
}
