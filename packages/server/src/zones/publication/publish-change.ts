/**
 * Publishes a change of records inside the transaction of the operation: recomputes the touched
 * owner names and appends the difference to the journal, which raises the serial with the commit.
 * The caller holds the lock of the domain. A zone is opened when the registry has confirmed the
 * name; before that nothing is published.
 */
import type { RecordType } from '@hostmaster/dns/records';
import type { AddressBook } from '../../flattening/flatten-owner.ts';
import { flattenedTargets } from '../../flattening/flattened-targets.ts';
import { findTargetAddresses, followTargets } from '../../flattening/target-addresses.ts';
import { findUnfollowed, targetsOfZone } from '../../flattening/target-owners.ts';
import { deleteZoneTarget, deleteZoneTargets } from '../../storage/queries/flattening.ts';
import {
  type KeptRecord,
  keptRecords,
  listOwnerRecords,
  type OwnerSets,
  readOwnerSets,
} from '../../storage/queries/records.ts';
import { dropJournal } from '../../storage/queries/zone-journal.ts';
import {
  closeZone as closeZoneQuery,
  openZone as openZoneQuery,
} from '../../storage/queries/zones.ts';
import { type Command, command } from '../../storage/query.ts';
import type { HostmasterTx, Schema } from '../../storage/schema.ts';
import type { Domain } from '../../storage/tables/domains.ts';
import type { StoredRecord } from '../../storage/tables/records.ts';
import { nameserverRecords, soaRecord } from '../apex.ts';
import { publishOwner } from '../publish-owner.ts';
import { type RecordDifference, recordDifference } from '../record-difference.ts';
import { appendRevision, type RevisionAuthor } from '../revisions/append-revision.ts';
import { setDifference } from '../set-difference.ts';
import { appendDifference } from './append-difference.ts';

export type ChangedDomain = Pick<Domain, 'id' | 'name' | 'state'>;

/** An altered record is both removed (as it was) and added. */
export interface RecordChange {
  /** The commands that write the rows. */
  readonly commands: readonly Command<Schema>[];
  readonly removed: readonly StoredRecord[];
  readonly added: readonly StoredRecord[];
  /** The records at a name are counted up to one more than this. */
  readonly countMax: number;
  /** What the only touched owner name has, where it was read before. */
  readonly held?: OwnerSets | undefined;
  /** Runs before the rows are written, with the sizes after the change. */
  readonly check: (sizes: ReadonlyMap<string, OwnerSize>) => Promise<void>;
}

export interface OwnerSize {
  /** Of all records at the name; not exact where it was above `countMax` before. */
  readonly count: number;
  /** Of the values together, by touched type. */
  readonly characters: ReadonlyMap<RecordType, number>;
}

/** Reads the touched sets, writes the rows and publishes how the sets differ from before. */
export async function writeAndPublish(
  tx: HostmasterTx,
  domain: ChangedDomain,
  change: RecordChange,
): Promise<void> {
  const touched = await Promise.all(
    touchedOwners(change).map(async (touch) =>
      withHeld(touch, await heldOf(tx, domain, touch, change)),
    ),
  );
  await change.check(new Map(touched.map(({ owner, size }) => [owner, size])));
  await writeRows(tx, change.commands);
  if (domain.state !== 'live') return;
  const differences: RecordDifference[] = [];
  const whole: TouchedOwner[] = [];
  for (const touch of touched) {
    const difference = setDifference({ zone: domain.name, ...touch });
    if (difference === null) whole.push(touch);
    else differences.push(difference);
  }
  if (whole.length > 0) {
    differences.push(...(await publishWhole(tx, domain, whole)));
  }
  appendDifference(tx, domain, joinOwners(differences));
}

/** More are written in several batches: an import of thousands must not block other requests. */
const commandsTogether = 200;

async function writeRows(tx: HostmasterTx, commands: readonly Command<Schema>[]): Promise<void> {
  let at = 0;
  for (; commands.length - at > commandsTogether; at += commandsTogether) {
    await tx.batch(commands.slice(at, at + commandsTogether));
  }
  tx.write(commands.slice(at));
}

async function heldOf(
  tx: HostmasterTx,
  { id: domainId }: ChangedDomain,
  { owner: name, types }: TouchedOwner,
  { held, countMax }: RecordChange,
): Promise<OwnerSets> {
  if (held !== undefined) return held;
  const row = await tx.first(readOwnerSets, { domainId, name, types, countMax });
  return row ?? { ownerCount: 0, found: '[]' };
}

/** With what stays as it is, and with the size after the change. */
function withHeld(touch: TouchedOwner, held: OwnerSets) {
  const { removed, added } = touch;
  const kept = keptRecords(held, [...removed, ...added]);
  const count = held.ownerCount - removed.length + added.length;
  return { ...touch, kept, size: { count, characters: charactersByType([...kept, ...added]) } };
}

function charactersByType(records: readonly KeptRecord[]): ReadonlyMap<RecordType, number> {
  const characters = new Map<RecordType, number>();
  for (const { type, value } of records) {
    characters.set(type, (characters.get(type) ?? 0) + value.length);
  }
  return characters;
}

/** The differences of names whose sets cannot be published on their own, and the targets they name. */
async function publishWhole(
  tx: HostmasterTx,
  domain: ChangedDomain,
  touched: readonly TouchedOwner[],
): Promise<RecordDifference[]> {
  const { id: domainId, name: zone } = domain;
  const owners: (OwnerChange & TargetChange)[] = [];
  for (const touch of touched) {
    const after = await tx.all(listOwnerRecords, { domainId, name: touch.owner });
    owners.push(ownerChange(zone, touch, after));
  }
  const before = owners.flatMap(({ targetsBefore }) => targetsBefore);
  const after = new Set(owners.flatMap(({ targetsAfter }) => targetsAfter));
  await followTargets(tx, domainId, [...after]);
  const addresses = await findTargetAddresses(tx, domainId, [...before, ...after]);
  const dropped = before.filter((target) => !after.has(target));
  const unfollowed = await findUnfollowed(tx, domain, { targets: dropped, touched: owners });
  for (const target of unfollowed) await tx.run(deleteZoneTarget, { domainId, target });
  const books = { before: addresses, after: addresses };
  return owners.map((owner) => ownerDifference(zone, owner, books));
}

/** Also writes the revision; a list that stays the same is none. */
export async function publishNameservers(
  tx: HostmasterTx,
  author: RevisionAuthor,
  domain: ChangedDomain & Pick<Domain, 'nameservers' | 'zoneRevision'>,
  after: readonly string[],
): Promise<void> {
  const before = domain.nameservers;
  if (before.join() === after.join()) return;
  const nameservers = { before, after };
  await tx.batch([appendRevision(tx, author, domain, { alterations: [], nameservers })]);
  if (domain.state !== 'live') return;
  const servers = recordDifference(
    nameserverRecords(domain.name, before),
    nameserverRecords(domain.name, after),
  );
  // The journal holds a SOA only when more than its serial changes.
  const primary =
    before[0] === after[0]
      ? { removed: [], added: [] }
      : { removed: soaOf(domain, before), added: soaOf(domain, after) };
  appendDifference(tx, domain, {
    removed: [...primary.removed, ...servers.removed],
    added: [...primary.added, ...servers.added],
  });
}

/** The registry has confirmed the name: the zone is served with all records saved so far. */
export async function openZone(tx: HostmasterTx, domain: ChangedDomain): Promise<void> {
  await followTargets(tx, domain.id, await targetsOfZone(tx, domain));
  tx.write([
    command(openZoneQuery, { name: domain.name, domainId: domain.id }),
    command(dropJournal, { zone: domain.name }),
  ]);
  tx.announce({ kind: 'zone-changed', zone: domain.name, isCatalogDue: true });
}

/** The domain was released. The row stays, so that a later registration continues its serial. */
export async function closeZone(tx: HostmasterTx, domain: ChangedDomain): Promise<void> {
  await tx.batch([
    command(closeZoneQuery, { name: domain.name, domainId: domain.id }),
    command(deleteZoneTargets, { domainId: domain.id }),
    command(dropJournal, { zone: domain.name }),
  ]);
  tx.announce({ kind: 'zone-changed', zone: domain.name, isCatalogDue: true });
}

interface TouchedOwner {
  readonly owner: string;
  readonly removed: readonly StoredRecord[];
  readonly added: readonly StoredRecord[];
  /** The types to read. */
  readonly types: readonly RecordType[];
}

/**
 * A name publishes each type independently of the others, unless it has a CNAME or ALIAS. So a
 * change costs by the sets that it touches, not by the size of their neighbours.
 */
function touchedOwners(change: RecordChange): TouchedOwner[] {
  const removedAt = Map.groupBy(change.removed, ({ name }) => name);
  const addedAt = Map.groupBy(change.added, ({ name }) => name);
  return [...new Set([...removedAt.keys(), ...addedAt.keys()])].map((owner) => {
    const removed = removedAt.get(owner) ?? [];
    const added = addedAt.get(owner) ?? [];
    const types = new Set([...removed, ...added].map(({ type }) => type));
    return { owner, removed, added, types: typesRead([...types]) };
  });
}

/** Which types of a name a change of these types has to read. */
function typesRead(touched: readonly RecordType[]): readonly RecordType[] {
  return [...touched, 'CNAME', 'ALIAS'];
}

interface OwnerChange {
  readonly owner: string;
  readonly before: readonly StoredRecord[];
  readonly after: readonly StoredRecord[];
}

interface TargetChange {
  readonly targetsBefore: readonly string[];
  readonly targetsAfter: readonly string[];
}

/** `after` are the records as stored now; undoing the change gives those before it. */
function ownerChange(
  zone: string,
  { owner, removed, added }: TouchedOwner,
  after: readonly StoredRecord[],
): OwnerChange & TargetChange {
  const addedIds = new Set(added.map(({ id }) => id));
  const before = [...after.filter(({ id }) => !addedIds.has(id)), ...removed];
  return {
    owner,
    before,
    after,
    targetsBefore: flattenedTargets({ zone, owner, records: before }),
    targetsAfter: flattenedTargets({ zone, owner, records: after }),
  };
}

function ownerDifference(
  zone: string,
  { owner, before, after }: OwnerChange,
  addresses: { readonly before: AddressBook; readonly after: AddressBook },
): RecordDifference {
  return recordDifference(
    publishOwner({ zone, owner, records: before, addresses: addresses.before }).records,
    publishOwner({ zone, owner, records: after, addresses: addresses.after }).records,
  );
}

function joinOwners(differences: readonly RecordDifference[]): RecordDifference {
  const [only, ...others] = differences;
  if (only !== undefined && others.length === 0) return only;
  return {
    removed: differences.flatMap(({ removed }) => removed),
    added: differences.flatMap(({ added }) => added),
  };
}

function soaOf(domain: ChangedDomain, nameservers: readonly string[]) {
  return [soaRecord(domain.name, { primary: nameservers[0] ?? '', serial: 0 })];
}
