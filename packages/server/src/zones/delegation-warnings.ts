/** Records that a delegation hides from answers, and DS records without a delegation. */

import type { StoredRecord } from '../storage/tables/records/records.ts';
import { findCut } from './lookup.ts';
import type { ZoneNames } from './names/zone-names.ts';
import { ownerKey, storedNames } from './stored-names.ts';
import type { ZoneWarning } from './zone-record.ts';

type NamedRecord = Pick<StoredRecord, 'id' | 'type' | 'name'>;

/**
 * Addresses may be glue; everything else at or below a delegated name belongs to the child zone. The
 * records may be some of a zone: `names` has the NS records of all of it.
 */
export function delegationWarnings(
  zone: string,
  records: readonly NamedRecord[],
  names: ZoneNames<NamedRecord> = storedNames(
    zone,
    records.filter(({ type }) => type === 'NS'),
  ),
): ZoneWarning[] {
  return records.flatMap(({ id, type, name }): ZoneWarning[] => {
    if (type === 'A' || type === 'AAAA') return [];
    const key = ownerKey(zone, name);
    const cut = findCut(names, key);
    if (cut === null && type === 'DS') {
      return [
        {
          recordId: id,
          code: 'no_delegation',
          message: `without effect: ${name} has no NS records`,
        },
      ];
    }
    if (cut === null || (cut === key && (type === 'NS' || type === 'DS'))) return [];
    const delegated = names.at(cut)[0]?.name;
    return [
      {
        recordId: id,
        code: 'below_delegation',
        message: `never answered: ${delegated} is delegated by NS records`,
      },
    ];
  });
}
