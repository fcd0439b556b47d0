/** What a new list of nameservers publishes: the NS records of the apex, and the SOA with its primary. */
import { type Change, combine, noChange } from '../changes/change.ts';
import { type ZoneEdit, zoneDifference } from '../changes/zone-edit.ts';
import { type RevisionAuthor, revisionRows } from '../revisions/append-revision.ts';
import { update } from '../storage/row-write.ts';
import {
  type DomainFields,
  type DomainWith,
  domains,
  type SoaSettings,
} from '../storage/tables/domains/domains.ts';
import { nameserverRecords, type SoaDomain, servedNameservers, soaRecord } from '../zones/apex.ts';
import { type RecordDifference, recordDifference } from '../zones/record-difference.ts';
import type { ZoneDomain } from './touched-owners.ts';

export interface NameserverPublication {
  /** Fields of the domain, for the caller's update of its row. */
  readonly set: Partial<Pick<DomainFields, 'zoneRevision' | 'servedNameservers'>>;
  readonly change: Change;
}

/** Also writes the revision; a list that stays the same is none, and is published where it was held. The caller has locked the domain. */
export function publishNameservers(
  author: RevisionAuthor & { readonly operationId: string },
  {
    domain,
    soaDefaults,
  }: {
    readonly domain: ZoneDomain & ApexDomain & DomainWith<'zoneRevision'>;
    readonly soaDefaults: SoaSettings;
  },
  { nameservers: after, isHeld }: NewNameservers,
): NameserverPublication {
  const before = domain.zone.nameservers;
  if (before.join() === after.join()) {
    if (isHeld || domain.zone.servedNameservers === null) return { set: {}, change: {} };
    return releaseHeld(domain, soaDefaults);
  }
  const held = isHeld ? servedNameservers(domain) : null;
  const changed = domains.changed(domain, { nameservers: after, servedNameservers: held });
  return {
    set: { zoneRevision: domain.zone.zoneRevision + 1, servedNameservers: held },
    change: {
      rows: revisionRows(author, domain, { alterations: [], nameservers: { before, after } }),
      zones: publishedChange(domain, changed, soaDefaults),
    },
  };
}

/** As `publishNameservers`, for the row itself: the zone gets those that it had to wait for, where there are any. */
export function publishHeld(
  domain: ZoneDomain & ApexDomain & DomainWith<'id'>,
  soaDefaults: SoaSettings,
): Change {
  if (domain.zone.servedNameservers === null) return noChange;
  const { set, change } = releaseHeld(domain, soaDefaults);
  return combine({ rows: [update(domains, { id: domain.id }, set)] }, change);
}

/** Their list has its revision already. */
function releaseHeld(
  domain: ZoneDomain & ApexDomain,
  soaDefaults: SoaSettings,
): NameserverPublication {
  const set = { servedNameservers: null };
  const zones = publishedChange(domain, domains.changed(domain, set), soaDefaults);
  return { set, change: { zones } };
}

/** Nothing is published before the registry has confirmed the name. */
function publishedChange(
  before: ZoneDomain & ApexDomain,
  after: ApexDomain,
  soaDefaults: SoaSettings,
): readonly ZoneEdit[] {
  if (before.state !== 'live') return [];
  return zoneDifference(before, apexDifference(before, after, soaDefaults));
}

export interface NewNameservers {
  readonly nameservers: readonly string[];
  /** The zone keeps those that it has until it is unsigned: resolvers would reject the answers of these. */
  readonly isHeld: boolean;
}

/** A domain as its apex shows it. */
export type ApexDomain = SoaDomain & DomainWith<'servedNameservers'>;

/** What the apex publishes before and after a change of the nameservers or of the SOA. */
export function apexDifference(
  before: ApexDomain,
  after: ApexDomain,
  soaDefaults: SoaSettings,
): RecordDifference {
  const recordsOf = (domain: ApexDomain) => {
    const nameservers = servedNameservers(domain);
    const { soa } = domain.zone;
    return [
      soaRecord({ name: domain.name, zone: { nameservers, soa } }, { soaDefaults, serial: 0 }),
      ...nameserverRecords(domain.name, nameservers),
    ];
  };
  // The journal holds a SOA only when more than its serial changes.
  return recordDifference(recordsOf(before), recordsOf(after));
}
