/** What a new list of nameservers publishes: the NS records of the apex, and the SOA with its primary. */
import type { Change } from '../changes/change.ts';
import { zoneDifference } from '../changes/zone-edit.ts';
import { type RevisionAuthor, revisionRows } from '../revisions/append-revision.ts';
import {
  type DomainFields,
  type DomainWith,
  domains,
  type SoaSettings,
} from '../storage/tables/domains/domains.ts';
import { nameserverRecords, type SoaDomain, soaRecord } from '../zones/apex.ts';
import { type RecordDifference, recordDifference } from '../zones/record-difference.ts';
import type { ZoneDomain } from './touched-owners.ts';

export interface NameserverPublication {
  /** Fields of the domain, for the caller's update of its row. */
  readonly set: Partial<Pick<DomainFields, 'zoneRevision'>>;
  readonly change: Change;
}

/** Also writes the revision; a list that stays the same is none. The caller has locked the domain. */
export function publishNameservers(
  author: RevisionAuthor & { readonly operationId: string },
  {
    domain,
    soaDefaults,
  }: {
    readonly domain: ZoneDomain & SoaDomain & DomainWith<'zoneRevision'>;
    readonly soaDefaults: SoaSettings;
  },
  after: readonly string[],
): NameserverPublication {
  const before = domain.zone.nameservers;
  if (before.join() === after.join()) return { set: {}, change: {} };
  const nameservers = { before, after };
  return {
    set: { zoneRevision: domain.zone.zoneRevision + 1 },
    change: {
      rows: revisionRows(author, domain, { alterations: [], nameservers }),
      zones:
        domain.state === 'live'
          ? zoneDifference(
              domain,
              apexDifference(domain, domains.changed(domain, { nameservers: after }), soaDefaults),
            )
          : [],
    },
  };
}

/** What the apex publishes before and after a change of the nameservers or of the SOA. */
export function apexDifference(
  before: SoaDomain,
  after: SoaDomain,
  soaDefaults: SoaSettings,
): RecordDifference {
  const recordsOf = (domain: SoaDomain) => [
    soaRecord(domain, { soaDefaults, serial: 0 }),
    ...nameserverRecords(domain.name, domain.zone.nameservers),
  ];
  // The journal holds a SOA only when more than its serial changes.
  return recordDifference(recordsOf(before), recordsOf(after));
}
