/** Addresses that stand in for a target where the DNS allows no CNAME. */
import { rrTypes } from '@hostmaster/dns';

export interface TargetAddresses {
  /** The smallest TTL of the chain that led to the addresses. */
  readonly ttlSeconds: number;
  /** RDATA of A (four octets) and AAAA (sixteen octets). */
  readonly addresses: readonly Uint8Array[];
}

const ttlSecondsMin = 60;

/** TTL = min(record, max(60, chain)). Nothing for a target without known addresses. */
export function addressesOf(
  target: TargetAddresses | undefined,
  recordTtlSeconds: number,
): { type: number; rdata: Uint8Array; ttlSeconds: number }[] {
  if (target === undefined) return [];
  const ttlSeconds = Math.min(recordTtlSeconds, Math.max(ttlSecondsMin, target.ttlSeconds));
  return target.addresses.map((rdata) => ({
    type: rdata.length === 4 ? rrTypes.A : rrTypes.AAAA,
    rdata,
    ttlSeconds,
  }));
}
