/** What changed between two versions of published records. */
import { condenseDifferences, type ResourceRecord, recordKey } from '@hostmaster/dns';
import { soaRecord } from './apex.ts';
import type { Difference } from './zone-record.ts';

export const noDifference: Difference = { removed: [], added: [] };

export function isEmpty(difference: Difference): boolean {
  return difference.removed.length === 0 && difference.added.length === 0;
}

export function differenceOf(
  before: readonly ResourceRecord[],
  after: readonly ResourceRecord[],
): Difference {
  if (before.length === 0 || after.length === 0) return { removed: before, added: after };
  const keysBefore = new Set(before.map(recordKey));
  const keysAfter = new Set(after.map(recordKey));
  return {
    removed: before.filter((record) => !keysAfter.has(recordKey(record))),
    added: after.filter((record) => !keysBefore.has(recordKey(record))),
  };
}

/** One difference with the effect of all, oldest first; what came and went again is left out. */
export function joinDifferences(differences: readonly Difference[]): Difference {
  const [only, ...others] = differences;
  if (only === undefined) return noDifference;
  if (others.length === 0) return only;
  const joined = condenseDifferences(
    differences.map((difference) => ({ ...difference, oldSoa: anySoa, newSoa: anySoa })),
  );
  return joined ?? noDifference;
}

/** Condensing looks at removed and added records only. */
const anySoa = soaRecord('invalid', { primary: 'invalid', serial: 0 });
