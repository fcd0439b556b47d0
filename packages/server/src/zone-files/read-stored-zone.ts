/**
 * Reads the stored view of a zone as resource records: SOA and NS of the apex, and the customer's
 * own records. It serves zone transfers of customers' keys and the PowerDNS-compatible API.
 */
import type { ResourceRecord } from '@hostmaster/dns';
import { Pace } from '../base/fairness/pace.ts';
import { listOwnerRecords } from '../storage/queries/records/records.ts';
import { findZone } from '../storage/queries/zones/zones.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { Domain, DomainWith, SoaSettings } from '../storage/tables/domains/domains.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { nameserverRecords, soaRecord } from '../zones/apex.ts';
import { shownRecords, storedOwner } from '../zones/stored-owner.ts';
import { type Owners, ownerPages } from './owner-pages.ts';

export type StoredDomain = DomainWith<'id' | 'name' | 'nameservers' | 'soa'>;

export interface StoredZone {
  /** Zero for a domain that is not served yet. */
  readonly serial: number;
  readonly soa: ResourceRecord;
  readonly nameservers: readonly ResourceRecord[];
  /** All records but the apex SOA and NS, in pages of whole owner names. */
  pages(): AsyncGenerator<readonly ResourceRecord[]>;
  /** The records at one name, relative to the zone. */
  at(owner: string): Promise<readonly ResourceRecord[]>;
}

/** Call it within one snapshot, in which the pages are read too unless they come from elsewhere. */
export async function readStoredZone(
  reader: HostmasterReader,
  domain: StoredDomain,
  soaDefaults: SoaSettings,
  owners: () => AsyncGenerator<Owners> = () => ownerPages(reader, domain.id),
): Promise<StoredZone> {
  const { id: domainId, name: zone } = domain;
  const { nameservers } = domain.zone;
  const serial = await servedSerial(reader, domain);
  const view = (owner: string, records: readonly StoredRecord[]) =>
    shownRecords({ zone, owner }, storedOwner({ zone, owner, records }).shown);
  return {
    serial,
    soa: soaRecord(domain, { soaDefaults, serial }),
    nameservers: nameserverRecords(zone, nameservers),
    async *pages() {
      const pace = new Pace();
      for await (const page of owners()) {
        const records: ResourceRecord[] = [];
        for (const [owner, stored] of page) {
          records.push(...view(owner, stored));
          await pace.step();
        }
        yield records;
      }
    },
    async at(owner) {
      return view(owner, await reader.all(listOwnerRecords, { domainId, name: owner }));
    },
  };
}

/** A zone outlives its registration, so it may still belong to an earlier one. */
export async function servedSerial(
  reader: HostmasterReader,
  { id, name }: Pick<Domain, 'id' | 'name'>,
): Promise<number> {
  const served = await reader.first(findZone, { name });
  return served?.domainId === id ? served.serial : 0;
}
