/**
 * Gives every zone a new serial and no journal, so that secondaries transfer each zone in full, as
 * after a restore.
 */
import { rrTypes } from '@hostmaster/dns';
import type { ChangeWork } from '../../changes/persist.ts';
import { countZones } from '../../storage/queries/zones/zones.ts';
import { statement } from '../../storage/statements.ts';
import { apexSortKey } from '../../zones/sort-key.ts';

/** The answer is the number of zones. */
export const republishZones: ChangeWork<number, number> = {
  keys: [],
  owner: '',
  commit: 'alone',
  load: async (reader) => Number((await reader.first(countZones, {}))?.count ?? 0),
  decide: (zones) => ({
    answer: zones,
    change: {
      rows: [
        statement('raiseAllSerials', {}),
        statement('raiseSerialFloors', {}),
        statement('makeSerialsDue', { sortKey: apexSortKey, type: rrTypes.SOA }),
        statement('dropJournals', {}),
      ],
      announce: [{ kind: 'signing-changed' }],
    },
  }),
};
