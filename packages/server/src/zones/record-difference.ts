/** The difference between two versions of published records, as the journal and IXFR hold it. */
import { condenseDifferences, type ResourceRecord } from '@hostmaster/dns';
import { catalogSoa } from './catalog.ts';
import { octetText } from './octet-text.ts';

export interface RecordDifference {
  readonly removed: readonly ResourceRecord[];
  readonly added: readonly ResourceRecord[];
}

const noDifference: RecordDifference = { removed: [], added: [] };

export function isEmpty(difference: RecordDifference): boolean {
  return difference.removed.length === 0 && difference.added.length === 0;
}

/**
 * Both sides are published records, so their names are canonical and equal bytes mean equal
 * records.
 */
export function recordDifference(
  before: readonly ResourceRecord[],
  after: readonly ResourceRecord[],
): RecordDifference {
  if (before.length === 0 || after.length === 0) return { removed: before, added: after };
  const keysBefore = before.map(exactKey);
  const keysAfter = after.map(exactKey);
  const isBefore = new Set(keysBefore);
  const isAfter = new Set(keysAfter);
  return {
    removed: before.filter((_, index) => !isAfter.has(keysBefore[index] ?? '')),
    added: after.filter((_, index) => !isBefore.has(keysAfter[index] ?? '')),
  };
}

function exactKey({ name, type, ttlSeconds, rdata }: ResourceRecord): string {
  return `${type} ${ttlSeconds} ${name.key} ${octetText(rdata)}`;
}

/**
 * One difference with the effect of all, oldest first. Records added and removed again are left
 * out.
 */
export function joinDifferences(differences: readonly RecordDifference[]): RecordDifference {
  const [only, ...others] = differences;
  if (only === undefined) return noDifference;
  if (others.length === 0) return only;
  const joined = condenseDifferences(
    differences.map((difference) => ({ ...difference, oldSoa: anySoa, newSoa: anySoa })),
  );
  return joined ?? noDifference;
}

/** `condenseDifferences` ignores the SOA records. */
const anySoa = catalogSoa('invalid', 0);
