/**
 * Turns a change of records into a change of the zone, inside the transaction of the operation: the
 * touched owner names are recomputed, the difference goes to the journal, the serial rises once per
 * transaction. The caller holds the lock of the domain. Nothing is published before the registry
 * has confirmed the name; then the zone appears with everything saved so far.
 */
import {
  closeZone as closeZoneQuery,
  dropJournal,
  listOwnerRecords,
  openZone as openZoneQuery,
} from '../storage/queries/zones.ts';
import type { DomainRow, HostmasterTx } from '../storage/schema.ts';
import { nameserverRecords, soaRecord } from '../zones/apex.ts';
import { differenceOf, isEmpty } from '../zones/difference.ts';
import { flattenedTargets, publishOwner } from '../zones/publish-owner.ts';
import type { Difference, StoredRecord } from '../zones/zone-record.ts';
import { announceZoneChange } from './announcements.ts';
import { appendDifference } from './append-difference.ts';
import { findTargetAddresses } from './target-addresses.ts';

export type ChangedDomain = Pick<DomainRow, 'id' | 'name' | 'state'>;

/** Called after the rows were written. An altered record is both removed (as it was) and added. */
export interface RecordChange {
  readonly removed: readonly StoredRecord[];
  readonly added: readonly StoredRecord[];
}

export async function publishRecords(
  tx: HostmasterTx,
  domain: ChangedDomain,
  change: RecordChange,
): Promise<void> {
  if (domain.state !== 'live') return;
  const owners = new Set([...change.removed, ...change.added].map(({ name }) => name));
  const differences: Difference[] = [];
  for (const owner of owners) {
    const difference = await ownerDifference(tx, { domain, owner, change });
    if (!isEmpty(difference)) differences.push(difference);
  }
  const [only, ...others] = differences;
  if (only === undefined) return;
  const whole =
    others.length === 0
      ? only
      : {
          removed: differences.flatMap(({ removed }) => removed),
          added: differences.flatMap(({ added }) => added),
        };
  await appendDifference(tx, domain, whole);
}

export async function publishNameservers(
  tx: HostmasterTx,
  domain: ChangedDomain,
  change: { readonly before: readonly string[]; readonly after: readonly string[] },
): Promise<void> {
  if (domain.state !== 'live') return;
  const { before, after } = change;
  const servers = differenceOf(
    nameserverRecords(domain.name, before),
    nameserverRecords(domain.name, after),
  );
  // The SOA is in the journal only where more of it changes than the serial.
  const primary =
    before[0] === after[0]
      ? { removed: [], added: [] }
      : { removed: soaOf(domain, before), added: soaOf(domain, after) };
  await appendDifference(tx, domain, {
    removed: [...primary.removed, ...servers.removed],
    added: [...primary.added, ...servers.added],
  });
}

/** The registry has confirmed the name: all that was saved so far is published. */
export async function openZone(tx: HostmasterTx, domain: ChangedDomain): Promise<void> {
  await tx.run(openZoneQuery, { name: domain.name, domainId: domain.id });
  await tx.run(dropJournal, { zone: domain.name });
  tx.afterCommit(() => announceZoneChange({ zone: domain.name, isCatalogDue: true }));
}

/** The name is no longer ours. The row stays, so that a later registration goes on from its serial. */
export async function closeZone(tx: HostmasterTx, domain: ChangedDomain): Promise<void> {
  await tx.run(closeZoneQuery, { name: domain.name, domainId: domain.id });
  await tx.run(dropJournal, { zone: domain.name });
  tx.afterCommit(() => announceZoneChange({ zone: domain.name, isCatalogDue: true }));
}

/** The rows show how it is; undoing the change shows how it was. */
async function ownerDifference(
  tx: HostmasterTx,
  work: { readonly domain: ChangedDomain; readonly owner: string; readonly change: RecordChange },
): Promise<Difference> {
  const { domain, owner, change } = work;
  const after = await tx.all(listOwnerRecords, { domainId: domain.id, name: owner });
  const addedIds = new Set(change.added.map(({ id }) => id));
  const before = [
    ...after.filter(({ id }) => !addedIds.has(id)),
    ...change.removed.filter(({ name }) => name === owner),
  ];
  const zone = domain.name;
  const targets = [
    ...flattenedTargets({ zone, owner, records: before }),
    ...flattenedTargets({ zone, owner, records: after }),
  ];
  const addresses = await findTargetAddresses(tx, targets);
  return differenceOf(
    publishOwner({ zone, owner, records: before, addresses }).records,
    publishOwner({ zone, owner, records: after, addresses }).records,
  );
}

function soaOf(domain: ChangedDomain, nameservers: readonly string[]) {
  return [soaRecord(domain.name, { primary: nameservers[0] ?? '', serial: 0 })];
}
