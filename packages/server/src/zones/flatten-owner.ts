/**
 * Flattening at one owner name: ALIAS records, and CNAME records where the DNS allows no CNAME, are
 * published as the addresses of their targets.
 */
import { rrTypes } from '@hostmaster/dns';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import type { Candidate } from './fitting-sets.ts';
import type { Warn } from './zone-record.ts';

export interface TargetAddresses {
  /** The smallest TTL of the chain that led to the addresses. */
  readonly ttlSeconds: number;
  /** RDATA of A (four octets) and AAAA (sixteen octets). */
  readonly addresses: readonly Uint8Array[];
}

/** What targets resolve to, by lower-case host name. */
export type AddressBook = Pick<ReadonlyMap<string, TargetAddresses>, 'get'>;

export interface FlattenedRecord {
  readonly stored: StoredRecord;
  /** Lower-case host name. */
  readonly target: string;
}

const ttlSecondsMin = 60;

/** Addresses saved at the name itself win over those of targets, and a delegation excludes them. */
export function flattenOwner(input: {
  readonly flattened: readonly FlattenedRecord[];
  /** What else the name publishes. */
  readonly others: readonly Candidate[];
  readonly addresses: AddressBook;
  readonly warn: Warn<StoredRecord>;
}): Candidate[] {
  const { flattened, others, addresses, warn } = input;
  const types = new Set(others.map(({ type }) => type));
  const candidates: Candidate[] = [];
  for (const { stored, target } of flattened) {
    if (types.has(rrTypes.A) || types.has(rrTypes.AAAA)) {
      warn(
        stored,
        'address_at_name',
        'not published: A or AAAA records at the same name take precedence',
      );
      continue;
    }
    if (types.has(rrTypes.NS)) {
      warn(stored, 'below_delegation', 'not published: the name is delegated by NS records');
      continue;
    }
    const found = addressCandidates(stored, addresses.get(target));
    candidates.push(...found);
    if (found.length === 0) {
      warn(stored, 'target_without_address', `publishes nothing: ${target} has no known address`);
    } else if (stored.type === 'CNAME') {
      warn(
        stored,
        'flattened',
        `published as the addresses of ${target}, because a CNAME cannot stand here`,
      );
    }
  }
  return candidates;
}

/** TTL = min(record, max(60, chain)). Nothing for a target without known addresses. */
function addressCandidates(stored: StoredRecord, target: TargetAddresses | undefined): Candidate[] {
  if (target === undefined) return [];
  const ttlSeconds = Math.min(stored.ttlSeconds, Math.max(ttlSecondsMin, target.ttlSeconds));
  return target.addresses.map((rdata) => ({
    type: rdata.length === 4 ? rrTypes.A : rrTypes.AAAA,
    rdata,
    ttlSeconds,
    stored,
  }));
}
