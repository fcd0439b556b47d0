/** What a new list of nameservers publishes: the NS records of the apex, and the SOA with its primary. */
import type { Change } from '../changes/change.ts';
import { zoneDifference } from '../changes/zone-edit.ts';
import { type RevisionAuthor, revisionRows } from '../revisions/append-revision.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import { nameserverRecords, soaRecord } from '../zones/apex.ts';
import { recordDifference } from '../zones/record-difference.ts';
import type { ZoneDomain } from './touched-owners.ts';

export interface NameserverPublication {
  /** Fields of the domain, for the caller's update of its row. */
  readonly set: Partial<Pick<Domain, 'zoneRevision'>>;
  readonly change: Change;
}

/** Also writes the revision; a list that stays the same is none. The caller has locked the domain. */
export function publishNameservers(
  author: RevisionAuthor & { readonly operationId: string },
  domain: ZoneDomain & Pick<Domain, 'nameservers' | 'zoneRevision'>,
  after: readonly string[],
): NameserverPublication {
  const before = domain.nameservers;
  if (before.join() === after.join()) return { set: {}, change: {} };
  const nameservers = { before, after };
  return {
    set: { zoneRevision: domain.zoneRevision + 1 },
    change: {
      rows: revisionRows(author, domain, { alterations: [], nameservers }),
      zones:
        domain.state === 'live'
          ? zoneDifference(domain, apexDifference(domain.name, nameservers))
          : [],
    },
  };
}

function apexDifference(
  zone: string,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
) {
  const servers = recordDifference(nameserverRecords(zone, before), nameserverRecords(zone, after));
  // The journal holds a SOA only when more than its serial changes.
  if (before[0] === after[0]) return servers;
  return {
    removed: [soaOf(zone, before), ...servers.removed],
    added: [soaOf(zone, after), ...servers.added],
  };
}

function soaOf(zone: string, nameservers: readonly string[]) {
  return soaRecord(zone, { primary: nameservers[0] ?? '', serial: 0 });
}
