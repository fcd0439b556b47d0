/** Nameservers inside their own zone that it gives no address: nobody can find them, or load the zone. */
import type { RecordType } from '@hostmaster/dns/records';
import type { StoredRecord } from './zone-record.ts';

export interface NameserversInput {
  readonly zone: string;
  readonly nameservers: readonly string[];
  readonly records: readonly Pick<StoredRecord, 'name' | 'type'>[];
  /** What counts as an address: in a zone file an ALIAS is none. */
  readonly addressTypes: readonly RecordType[];
}

export function addresslessNameservers(input: NameserversInput): string[] {
  const { zone, nameservers, records, addressTypes } = input;
  const own = nameservers.filter((host) => host === zone || host.endsWith(`.${zone}`));
  if (own.length === 0) return [];
  const names = new Set(records.map(({ name }) => name));
  const addressed = new Set(
    records.filter(({ type }) => addressTypes.includes(type)).map(({ name }) => name),
  );
  return own.filter((host) => {
    const name = host === zone ? '@' : host.slice(0, -zone.length - 1);
    const isThere = name === '@' || names.has(name);
    return !addressed.has(isThere ? name : wildcardFor(name, names));
  });
}

/** The wildcard that stands in for a name without records; the name itself where there is none. */
function wildcardFor(name: string, names: ReadonlySet<string>): string {
  const labels = name.split('.');
  const wildcards = labels.map((_, index) => ['*', ...labels.slice(index + 1)].join('.'));
  return wildcards.find((wildcard) => names.has(wildcard)) ?? name;
}
