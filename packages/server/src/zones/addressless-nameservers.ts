/**
 * Nameservers inside their own zone without an address in it: the zone cannot be resolved or
 * loaded.
 */
import { Name, rrTypes } from '@hostmaster/dns';
import type { RecordType } from '@hostmaster/dns/records';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { lookUp } from './lookup.ts';
import { storedNames } from './stored-names.ts';

export interface NameserversInput {
  readonly zone: string;
  readonly nameservers: readonly string[];
  readonly records: readonly Pick<StoredRecord, 'name' | 'type'>[];
  /** What counts as an address. In a zone file an ALIAS does not. */
  readonly addressTypes: readonly RecordType[];
}

export function addresslessNameservers(input: NameserversInput): string[] {
  const { zone, nameservers, records, addressTypes } = input;
  const own = nameservers.filter((host) => host === zone || host.endsWith(`.${zone}`));
  if (own.length === 0) return [];
  const names = storedNames(zone, records);
  return own.filter((host) => {
    const { key } = Name.parse(host);
    const found = lookUp(names, { key, type: rrTypes.A });
    // Below a delegation the records at the name itself are glue.
    const held = found.kind === 'exists' ? found.records : names.at(key);
    return !held.some(({ type }) => addressTypes.includes(type));
  });
}
