/**
 * Where DNAME records may stand (RFC 6672, sections 2.3 and 2.4): one at a name, not beside a delegation, and
 * with no record below it. Nameservers refuse a whole zone otherwise, so a change that would lead to it is
 * refused. A large change is compared before its commit, in slices with rests: a name may have more than a
 * hundred above it.
 */
import { loadEach } from '@hostmaster/storage';
import { invalidRequest, quotaExceeded, type Refusal } from '../../base/errors.ts';
import { Pace } from '../../base/fairness/pace.ts';
import {
  countOwnersSets,
  dnamesOf,
  listDnames,
  listDnamesBetween,
  type NamedOwnerSets,
} from '../../storage/queries/records/records.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Domain, DomainWith } from '../../storage/tables/domains/domains.ts';
import type { StoredRecord } from '../../storage/tables/records/records.ts';
import { rangesOfNames, recordsBelow } from '../../zone-data/records-below.ts';
import { NameSet, namesAbove } from '../../zones/names/name-set.ts';
import { PlanOutdated } from './persist-plan.ts';

interface Sides {
  readonly removed: readonly StoredRecord[];
  readonly added: readonly StoredRecord[];
}

interface DnameChange extends Sides {
  /** What the owner name has, where the change is of one record and this was read before. */
  readonly held?: NamedOwnerSets | undefined;
  /** Null inside of a commit, whose change has few records. */
  readonly pace: Pace | null;
}

/** Why its DNAME records could not stand where they would, at one revision of the zone. */
export interface PlannedDnames {
  readonly zone: PlannedZone;
  readonly conflict: Refusal | null;
}

type PlannedZone = DomainWith<'id' | 'zoneRevision'>;

interface Zone {
  readonly reader: HostmasterReader;
  readonly domainId: string;
}

/** Each new DNAME reads the names of the whole zone. */
const newDnamesMax = 20;
const namesPerPage = 100;
/** Labels of the names that a commit compares. */
export const labelsPerCommit = 500;
/** Names of a large change that are looked up. Where there are more, the zone is read once instead. */
const lookedUpMax = 1_000;

/** Why the zone could not be published after a change; null where it can. */
export async function findDnameConflict(
  reader: HostmasterReader,
  { id: domainId }: Pick<Domain, 'id'>,
  change: DnameChange,
): Promise<Refusal | null> {
  if (change.added.length === 0) return null;
  const zone = { reader, domainId };
  return (await conflictOfWritten(zone, change)) ?? (await conflictWithHeld(zone, change));
}

/**
 * Whether these records are too much to be compared inside of a commit: a new DNAME record is compared with
 * all names of the zone, and each name with those above it.
 */
export function isComparedBefore(
  written: readonly { readonly name?: string | undefined; readonly type?: string | undefined }[],
): boolean {
  const labels = written.reduce((sum, { name = '' }) => sum + name.split('.').length, 0);
  return labels > labelsPerCommit || written.some(({ type }) => type === 'DNAME');
}

/** Before the commit of a change of few records; null where the commit itself compares them. */
export async function planDnames(
  reader: HostmasterReader,
  zone: PlannedZone,
  sides: Sides,
): Promise<PlannedDnames | null> {
  if (!isComparedBefore(sides.added)) return null;
  const conflict = await findDnameConflict(reader, zone, { ...sides, pace: new Pace() });
  return { zone, conflict };
}

/** Undefined where nothing was planned. */
export function plannedConflict(
  planned: PlannedDnames | null,
  zone: PlannedZone,
): Refusal | null | undefined {
  if (planned !== null && !isCurrent(planned.zone, zone)) throw new PlanOutdated();
  return planned?.conflict;
}

function isCurrent(planned: PlannedZone, zone: PlannedZone): boolean {
  return planned.id === zone.id && planned.zone.zoneRevision === zone.zone.zoneRevision;
}

/** The DNAME records that the change writes. */
async function conflictOfWritten(zone: Zone, change: DnameChange): Promise<Refusal | null> {
  const { removed, added, pace } = change;
  const written = added.filter(isDname);
  if (written.length === 0) return null;
  const replaced = new Set(removed.filter(isDname).map(({ name }) => name));
  const isNew = ({ name }: StoredRecord) => !replaced.has(name);
  const fresh = written.filter(isNew);
  if (fresh.length > newDnamesMax) {
    return quotaExceeded(
      `${newDnamesMax} new DNAME records at once`,
      'Send them in several requests.',
    );
  }
  const seen = new Set<string>();
  for (const { name } of written) {
    if (seen.has(name)) return secondDname(name);
    seen.add(name);
  }
  const beside = await conflictBeside(zone, [...seen], change);
  if (beside !== null) return beside;
  const dnames = new NameSet(seen);
  for (const record of added) {
    await pace?.step();
    if (isDelegation(record) && dnames.has(record.name)) return delegatedToo(record.name);
    const dname = dnames.above(record.name);
    if (dname !== undefined) return redirectsAll(dname, record.name);
  }
  const isGone = goneIn(change);
  return findBelow(
    zone,
    fresh.map(({ name }) => name),
    { isGone, pace },
  );
}

/** What stays at the names that have a DNAME record after the change. */
async function conflictBeside(
  { reader, domainId }: Zone,
  dnames: readonly string[],
  { removed, pace }: DnameChange,
): Promise<Refusal | null> {
  const gone = new Map<string, number>();
  for (const { name, type } of removed) {
    const key = `${name} ${type}`;
    if (type === 'DNAME' || type === 'NS') gone.set(key, (gone.get(key) ?? 0) + 1);
  }
  for (let start = 0; start < dnames.length; start += namesPerPage) {
    const names = dnames.slice(start, start + namesPerPage);
    const sets = await reader.all(countOwnersSets, { domainId, names });
    for (const { name, type, count } of sets) {
      if (count <= (gone.get(`${name} ${type}`) ?? 0)) continue;
      if (type === 'DNAME') return secondDname(name);
      if (type === 'NS' && name !== '@') return delegatedToo(name);
    }
    await pace?.step();
  }
  return null;
}

/** A record that stays below one of these names; null when there is none. */
async function findBelow(
  { reader, domainId }: Zone,
  names: readonly string[],
  { isGone, pace }: { readonly isGone: (record: Named) => boolean; readonly pace: Pace | null },
): Promise<Refusal | null> {
  if (names.length === 0) return null;
  for await (const range of rangesOfNames(reader, domainId)) {
    // A commit compares one range; larger zones are compared before it (planDnames).
    if (pace === null && range.after !== '') throw new PlanOutdated();
    for (const name of names) {
      const kept = (await recordsBelow(reader, name, range)).find((one) => !isGone(one));
      if (kept !== undefined) return redirectsAll(name, kept.name);
      await pace?.step();
    }
  }
  return null;
}

type Named = Pick<StoredRecord, 'id' | 'name'>;

function goneIn({ removed, added }: Sides): (record: Named) => boolean {
  const gone = new Set([...removed, ...added].map((record) => record.id));
  return ({ id }) => gone.has(id);
}

/** The DNAME records of the zone that the change leaves as they are. */
async function conflictWithHeld(zone: Zone, change: DnameChange): Promise<Refusal | null> {
  const { removed, added, held, pace } = change;
  const names =
    held === undefined ? await findDnames(zone, change) : dnamesOf(held).map((dname) => dname.name);
  if (names.length === 0) return null;
  const gone = new Set(removed.filter(isDname).map(({ name }) => name));
  const dnames = new NameSet(names.filter((name) => !gone.has(name)));
  const known = new Set(removed.map(({ name }) => name));
  for (const record of added) {
    await pace?.step();
    const { name } = record;
    if (isDelegation(record) && dnames.has(name)) return delegatedToo(name);
    const dname = known.has(name) ? undefined : dnames.above(name);
    if (dname !== undefined) return redirectedBy(name, dname);
  }
  return null;
}

/** The names with a DNAME record among those that matter to the change, or all of the zone. */
async function findDnames(
  { reader, domainId }: Zone,
  { pace, ...sides }: DnameChange,
): Promise<readonly string[]> {
  const places = await placesOf(sides, pace);
  if (places.size === 0) return [];
  if (pace !== null && places.size > lookedUpMax) return findAllDnames({ reader, domainId }, pace);
  const found = await loadEach(reader, listDnames, { domainId, names: [...places] });
  return found.map(({ name }) => name);
}

/** A zone may have a DNAME record at each of its names. */
async function findAllDnames({ reader, domainId }: Zone, pace: Pace): Promise<readonly string[]> {
  const dnames: string[] = [];
  for await (const range of rangesOfNames(reader, domainId)) {
    const found = await reader.all(listDnamesBetween, range);
    for (const { name } of found) dnames.push(name);
    await pace.step();
  }
  return dnames;
}

/**
 * The names above new owner names, and those that become delegated. With a pace, some of them where they
 * are more than are looked up.
 */
async function placesOf(
  { removed, added }: Sides,
  pace: Pace | null,
): Promise<ReadonlySet<string>> {
  const known = new Set(removed.map(({ name }) => name));
  const above = new Set<string>();
  const delegated = new Set<string>();
  for (const record of added) {
    await pace?.step();
    if (isDelegation(record)) delegated.add(record.name);
    if (known.has(record.name)) continue;
    for (const name of namesAbove(record.name)) {
      // Then those above it are there, too.
      if (above.has(name)) break;
      above.add(name);
    }
    if (pace !== null && above.size + delegated.size > lookedUpMax) break;
  }
  return above.union(delegated);
}

/** As placesOf, of one new record. */
export function placesAbove(record: StoredRecord): readonly string[] {
  const above = [...namesAbove(record.name)];
  return isDelegation(record) ? [record.name, ...above] : above;
}

export function isDname({ type }: Pick<StoredRecord, 'type'>): boolean {
  return type === 'DNAME';
}

export function isDelegation({ type, name }: StoredRecord): boolean {
  return type === 'NS' && name !== '@';
}

export function secondDname(name: string): Refusal {
  return refused(`"${name}" can have one DNAME record only`);
}

export function delegatedToo(name: string): Refusal {
  return refused(`"${name}" cannot have both NS and DNAME records`);
}

/** For a new DNAME record. */
export function redirectsAll(dname: string, lower: string): Refusal {
  return refused(
    `the DNAME at "${dname}" redirects all names below it, and "${lower}" has records`,
  );
}

/** For a new record below one. */
function redirectedBy(lower: string, dname: string): Refusal {
  return refused(
    `the DNAME at "${dname}" redirects all names below it, so "${lower}" cannot have records`,
  );
}

function refused(message: string): Refusal {
  return invalidRequest({ path: 'name', message });
}
