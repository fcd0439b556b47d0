/** What a resolution changes about a target: the addresses to publish, and the next refresh. Pure. */

import { isPublicAddress } from '../base/addresses/public-address.ts';
import type { FlatteningTarget } from '../storage/tables/zones/flattening-targets.ts';
import { addressesOf, addressTexts, isSameAddresses } from '../zone-data/target-addresses.ts';
import type { Resolution } from './resolve-target.ts';

export type KnownTarget = Pick<
  FlatteningTarget,
  'name' | 'outcome' | 'ttlSeconds' | 'addresses' | 'failures'
>;

export interface RefreshedTarget
  extends Pick<FlatteningTarget, 'outcome' | 'ttlSeconds' | 'addresses' | 'ownZone' | 'failures'> {
  readonly refreshInMs: number;
}

const ttlSecondsMin = 60;
const ttlSecondsMax = 86_400;
/** A host without an address may get one at any time. */
const negativeSeconds = 60;
/** A change of one of our own zones refreshes its targets anyway. */
const ownSecondsMax = 60;
const backoffSecondsMin = 5;
const backoffSecondsMax = 300;

export function applyResolution(
  known: KnownTarget,
  resolution: Resolution,
  rules: { readonly arePrivateAllowed: boolean },
): RefreshedTarget {
  const { ownZone } = resolution;
  const before = addressesOf(known).addresses;
  const pick = (fresh: readonly Uint8Array[] | null, length: number) =>
    fresh ?? before.filter((rdata) => rdata.length === length);
  const hasFailed = resolution.v4 === null || resolution.v6 === null;
  if (resolution.v4 === null && resolution.v6 === null) return keep(known, ownZone);
  const all = [...pick(resolution.v4, 4), ...pick(resolution.v6, 16)];
  const allowed = rules.arePrivateAllowed ? all : all.filter(isPublicAddress);
  const addresses = addressTexts(allowed);
  const chainSeconds = clamp(resolution.ttlSeconds);
  const isSame = known.outcome === 'found' && isSameAddresses(addresses, known.addresses);
  const found = allowed.length > 0;
  const refreshSeconds = Math.min(
    found ? chainSeconds : negativeSeconds,
    hasFailed ? backoffSeconds(known.failures) : ttlSecondsMax,
    ownZone === null ? ttlSecondsMax : ownSecondsMax,
  );
  return {
    outcome: found ? 'found' : 'none',
    // The TTLs of a cache count down and start again: taking a higher one would only raise serials.
    ttlSeconds: found ? (isSame ? Math.min(known.ttlSeconds, chainSeconds) : chainSeconds) : 0,
    addresses,
    ownZone,
    failures: hasFailed ? known.failures + 1 : 0,
    refreshInMs: refreshSeconds * 1_000,
  };
}

/** No resolver answered: the last addresses stay published. */
function keep(known: KnownTarget, ownZone: string | null): RefreshedTarget {
  return {
    outcome: known.outcome,
    ttlSeconds: known.ttlSeconds,
    addresses: known.addresses,
    ownZone,
    failures: known.failures + 1,
    refreshInMs: backoffSeconds(known.failures) * 1_000,
  };
}

function backoffSeconds(failures: number): number {
  return Math.min(backoffSecondsMin * 2 ** Math.min(failures, 10), backoffSecondsMax);
}

function clamp(ttlSeconds: number): number {
  return Math.min(Math.max(ttlSeconds, ttlSecondsMin), ttlSecondsMax);
}
