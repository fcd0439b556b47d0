/** How a change touches what is served: a difference of published records, or a zone's start and end. */
import type { ServiceEvent } from '../base/events.ts';
import { type RowWrite, removeAll, update } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import { domainSecondaries } from '../storage/tables/domain-secondaries/domain-secondaries.ts';
import { dnssecProblems } from '../storage/tables/domains/dnssec-problems.ts';
import { domainDnssec } from '../storage/tables/domains/domain-dnssec.ts';
import { domains } from '../storage/tables/domains/domains.ts';
import { followedCds } from '../storage/tables/domains/followed-cds.ts';
import { flatteningUses } from '../storage/tables/zones/flattening-uses.ts';
import { zoneJournal } from '../storage/tables/zones/zone-journal.ts';
import type { SigningDomain } from '../zone-data/sign-difference.ts';
import { isEmpty, type RecordDifference } from '../zones/record-difference.ts';

/** Its state says whether what it publishes is signed. */
export type ZoneSubject = SigningDomain;

export type ZoneEdit =
  | {
      readonly kind: 'difference';
      readonly domain: ZoneSubject;
      readonly difference: RecordDifference;
    }
  /** The registry has confirmed the name: the zone is served with all records saved so far. */
  | { readonly kind: 'open'; readonly domain: Pick<ZoneSubject, 'id' | 'name'> }
  /** The domain was released. The row stays, so that a later registration continues its serial. */
  | { readonly kind: 'close'; readonly domain: ZoneSubject };

/** No edit where nothing published differs. */
export function zoneDifference(
  { id, name, zone: { signing } }: ZoneSubject,
  difference: RecordDifference,
): readonly ZoneEdit[] {
  if (isEmpty(difference)) return [];
  return [{ kind: 'difference', domain: { id, name, zone: { signing } }, difference }];
}

/** Differences are written late (storage/late-writes.ts): those of one commit raise the serial once. */
export function zoneRows(edit: ZoneEdit): readonly RowWrite[] {
  const { id: domainId, name } = edit.domain;
  switch (edit.kind) {
    case 'difference':
      return [];
    case 'open':
      return [statement('openZone', { name, domainId }), removeAll(zoneJournal, { zone: name })];
    case 'close':
      return [
        statement('closeZone', { name, domainId }),
        removeAll(domainSecondaries, { domainId }),
        removeAll(flatteningUses, { domainId }),
        removeAll(zoneJournal, { zone: name }),
        removeAll(dnssecProblems, { domainId }),
        removeAll(domainDnssec, { domainId }),
        removeAll(followedCds, { domainId }),
        ...(edit.domain.zone.signing === 'off' ? [] : endOf(domainId)),
      ];
  }
}

/** What is left of its signatures is deleted in steps (publication/zone-signer.ts). */
function endOf(id: string): readonly RowWrite[] {
  return [update(domains, { id }, { signing: 'ending', servedNameservers: null })];
}

export function zoneEvent({ kind, domain }: ZoneEdit): ServiceEvent {
  return { kind: 'zone-changed', zone: domain.name, isCatalogDue: kind !== 'difference' };
}
