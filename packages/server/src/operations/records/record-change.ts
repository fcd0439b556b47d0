/**
 * Every change of records, from any edge: rows, revision, what is published, and what happened. The
 * caller has validated names and values and has loaded the domain with its lock.
 */
import { limits as contractLimits } from '@hostmaster/contract';
import type { Refusal } from '../../base/errors.ts';
import type { Change } from '../../changes/change.ts';
import { convergenceJob } from '../../changes/job-kinds.ts';
import { happened } from '../../facts/fact.ts';
import type { RecordFact } from '../../facts/records.ts';
import { publishRecords } from '../../publication/publish-records.ts';
import {
  loadTouchedOwners,
  type PlannedOwner,
  type TouchedOwners,
} from '../../publication/touched-owners.ts';
import { countsOf, revisionRows } from '../../revisions/append-revision.ts';
import { type HistorySize, loadHistorySize, pruneRows } from '../../revisions/history-size.ts';
import { isSameRecord } from '../../revisions/read-revisions.ts';
import type { NamedOwnerSets } from '../../storage/queries/records/records.ts';
import { insert, type RowWrite, remove, update } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { type DomainWith, domains } from '../../storage/tables/domains/domains.ts';
import { records, type StoredRecord } from '../../storage/tables/records/records.ts';
import type { Edge, RecordAlteration } from '../../storage/tables/zones/zone-revisions.ts';
import type { Call } from '../operation.ts';
import { isPending, recordView } from '../views.ts';
import { findDnameConflict } from './dname-places.ts';
import {
  loadRecordsSize,
  type RecordLimits,
  type RecordsSize,
  requireRecordQuota,
} from './record-quota.ts';

export type RecordEdit =
  | { readonly kind: 'create'; readonly record: StoredRecord }
  | { readonly kind: 'update'; readonly before: StoredRecord; readonly after: StoredRecord }
  | { readonly kind: 'delete'; readonly record: StoredRecord };

export type RecordDomain = DomainWith<
  | 'id'
  | 'workspaceId'
  | 'name'
  | 'state'
  | 'signing'
  | 'nameservers'
  | 'servedNameservers'
  | 'soa'
  | 'desiredRevision'
  | 'recordCount'
  | 'recordBytes'
  | 'zoneRevision'
  | 'revisionBytes'
>;

type ChangeCall = Pick<Call, 'actor' | 'now' | 'operationId'>;

/** Edits of a zone, with what their decision needs. */
export interface LoadedEdits {
  readonly domain: RecordDomain;
  readonly edits: readonly RecordEdit[];
  /** Those that change something. */
  readonly alterations: readonly RecordAlteration[];
  readonly removed: readonly StoredRecord[];
  readonly added: readonly StoredRecord[];
  readonly touched: TouchedOwners;
  /** The records of the zone before the change. */
  readonly size: RecordsSize;
  readonly history: HistorySize;
  /** Why its DNAME records could not stand where they would. */
  readonly dnameConflict: Refusal | null;
  readonly limits: RecordLimits;
  /** Where the quotas were checked before, for the whole change of which this is a step. */
  readonly isWithinQuota: boolean;
}

/** At most one edit per record. */
export async function loadEdits(
  reader: HostmasterReader,
  change: {
    readonly domain: RecordDomain;
    readonly edits: readonly RecordEdit[];
    readonly limits: RecordLimits;
    /** What the owner name has, where the change is of one record and this was read before. */
    readonly held?: NamedOwnerSets | undefined;
    /** The owner names that the edits touch, where they were read before (edit-steps.ts). */
    readonly planned?: readonly PlannedOwner[] | undefined;
    /** Where it was looked for before, at this revision of the zone. */
    readonly dnameConflict?: Refusal | null | undefined;
    readonly isWithinQuota?: boolean;
  },
): Promise<LoadedEdits> {
  const { domain, edits, limits, held, planned, isWithinQuota = false } = change;
  const { alterations, removed, added } = sidesOf(edits);
  const countMax = limits.recordsPerName;
  const [touched, size, history, dnameConflict] = await Promise.all([
    loadTouchedOwners(reader, domain, { removed, added, countMax, held, planned }),
    loadRecordsSize(reader, domain, { removed, added, limits }),
    loadHistorySize(reader, domain, { alterations, bytesMax: limits.revisionBytes }),
    change.dnameConflict === undefined
      ? findDnameConflict(reader, domain, { removed, added, held, pace: null })
      : change.dnameConflict,
  ]);
  const sides = { alterations, removed, added };
  return { domain, edits, ...sides, touched, size, history, dnameConflict, limits, isWithinQuota };
}

/** What edits change: each alteration, and the records before and after it. */
export function sidesOf(
  edits: readonly RecordEdit[],
): Pick<LoadedEdits, 'alterations' | 'removed' | 'added'> {
  const alterations: RecordAlteration[] = [];
  const removed: StoredRecord[] = [];
  const added: StoredRecord[] = [];
  for (const edit of edits) {
    const alteration = alterationOf(edit);
    const [before, after] = alteration;
    if (isSameRecord(before, after)) continue;
    alterations.push(alteration);
    if (before !== null) removed.push(before);
    if (after !== null) added.push(after);
  }
  return { alterations, removed, added };
}

/** Returns the revision of the zone after the change, too. */
export function changeRecords(
  call: ChangeCall,
  loaded: LoadedEdits,
  /** Where the actor alone does not tell how the change came in. */
  via?: Edge,
): { readonly revision: number; readonly change: Change } {
  const { domain, alterations } = loaded;
  if (alterations.length === 0) {
    const revision = domain.zone.zoneRevision;
    return { revision, change: { facts: [happened(call, factOf(loaded, revision))] } };
  }
  if (loaded.dnameConflict !== null) throw loaded.dnameConflict;
  if (!loaded.isWithinQuota) requireRecordQuota(loaded);
  const revision = domain.zone.zoneRevision + 1;
  const author = { ...call, ...(via === undefined ? {} : { via }) };
  const publication = publishRecords(domain, loaded.touched);
  const glue = glueChange(loaded);
  return {
    revision,
    change: {
      rows: [
        ...alterations.map((alteration) => rowOf(call, domain, alteration)),
        ...revisionRows(author, domain, { alterations, nameservers: null }),
        ...pruneRows(domain, loaded.history),
        update(domains, { id: domain.id }, { ...countersOf(loaded), ...glue.set }),
        ...publication.rows,
      ],
      zones: publication.zones,
      announce: publication.announce,
      jobs: glue.jobs,
      facts: [happened(call, factOf(loaded, revision))],
    },
  };
}

function countersOf(loaded: LoadedEdits) {
  const { domain, size, history } = loaded;
  return {
    zoneRevision: domain.zone.zoneRevision + 1,
    recordCount: size.count + size.growth.count,
    recordBytes: size.bytes + size.growth.bytes,
    revisionBytes: history.bytes,
  };
}

/** The registry holds the addresses of nameservers inside the domain (glue). */
function glueChange({ domain, added, removed }: LoadedEdits) {
  if (![...removed, ...added].some((record) => isGlue(domain, record))) return { jobs: [] };
  // Raised, so that a job that has already read the records reads them again.
  const set = { desiredRevision: domain.registry.desiredRevision + 1 };
  return { set, jobs: isPending(domain) ? [] : [convergenceJob({ domainId: domain.id })] };
}

function isGlue(domain: RecordDomain, { type, name }: StoredRecord): boolean {
  if (type !== 'A' && type !== 'AAAA') return false;
  const host = name === '@' ? domain.name : `${name}.${domain.name}`;
  return domain.zone.nameservers.includes(host);
}

export function alterationOf(edit: RecordEdit): RecordAlteration {
  switch (edit.kind) {
    case 'create':
      return [null, edit.record];
    case 'update':
      return [edit.before, edit.after];
    case 'delete':
      return [edit.record, null];
  }
}

/** A change of one record names it; of many the revision has the records. */
function factOf({ domain, edits, alterations }: LoadedEdits, revision: number): RecordFact {
  const names = new Set<string>();
  for (const alteration of alterations) {
    for (const record of alteration) if (record !== null) names.add(record.name);
  }
  const zone = {
    revision,
    ...countsOf(alterations),
    names: [...names].slice(0, contractLimits.eventNamesMax),
  };
  const { name } = domain;
  const [only, ...others] = edits;
  if (only === undefined || others.length > 0) {
    return { kind: 'records.change', domain: name, ...zone };
  }
  if (only.kind === 'update') {
    const [before, after] = [recordView(only.before), recordView(only.after)];
    return { kind: 'record.update', domain: name, before, after, zone };
  }
  return { kind: `record.${only.kind}`, domain: name, ...recordView(only.record), zone };
}

function rowOf(
  { now }: ChangeCall,
  { id: domainId }: RecordDomain,
  [before, after]: RecordAlteration,
): RowWrite {
  if (after === null) return remove(records, { id: before?.id ?? '' });
  if (before === null) return insert(records, { ...after, domainId, createdAt: now });
  // Indexes are written for each column that is named, whether its value differs or not.
  return update(records, { id: after.id }, changedFields(before, after));
}

function changedFields(before: StoredRecord, after: StoredRecord): Partial<StoredRecord> {
  return {
    ...(before.type === after.type ? {} : { type: after.type }),
    ...(before.name === after.name ? {} : { name: after.name }),
    ...(before.ttlSeconds === after.ttlSeconds ? {} : { ttlSeconds: after.ttlSeconds }),
    ...(before.value === after.value ? {} : { value: after.value }),
  };
}
