/**
 * Writes one revision of a zone: who changed what, and through which edge. What changed is stored in its row,
 * or in parts where it is large.
 */
import { timeOfId } from '../base/ids.ts';
import { insert, type RowWrite } from '../storage/row-write.ts';
import type { DomainWith } from '../storage/tables/domains/domains.ts';
import type { ActorKind } from '../storage/tables/events/activity.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { zoneRevisionParts } from '../storage/tables/zones/zone-revision-parts.ts';
import {
  type Edge,
  type NameserverChange,
  type RecordAlteration,
  zoneRevisions,
} from '../storage/tables/zones/zone-revisions.ts';

export interface RevisionAuthor {
  readonly actor: { readonly kind: ActorKind; readonly id: string };
  /** Calendar time. */
  readonly now: number;
  /** Where the actor alone does not tell it. */
  readonly via?: Edge;
}

const edges: Readonly<Record<ActorKind, Edge>> = {
  api_key: 'api',
  user: 'dashboard',
  update_key: 'dns_update',
  operator: 'command',
  system: 'system',
};

/** A read holds a page of rows, each with at most this much, or one part. */
const partBytesMax = 32 * 1024;
/** What JSON adds to the name and the value of a record. */
const recordOverheadBytes = 100;

/** The rows of the next revision of a zone. The caller raises the number of the domain. */
export function revisionRows(
  {
    actor,
    now,
    operationId,
    via = edges[actor.kind],
  }: RevisionAuthor & { readonly operationId: string },
  domain: DomainWith<'id' | 'zoneRevision'>,
  change: {
    readonly alterations: readonly RecordAlteration[];
    readonly nameservers: NameserverChange | null;
  },
): RowWrite[] {
  const { id: domainId } = domain;
  const revision = domain.zone.zoneRevision + 1;
  const { alterations } = change;
  const bytes = alterationBytes(alterations);
  const isWhole = bytes <= partBytesMax;
  const row = insert(zoneRevisions, {
    domainId,
    revision,
    at: now,
    // The id of an operation is made when it begins.
    recordedAt: timeOfId(operationId),
    actorKind: actor.kind,
    actorId: actor.id,
    via,
    ...countsOf(alterations),
    changes: isWhole ? alterations : [],
    nameservers: change.nameservers,
    bytes,
  });
  if (isWhole) return [row];
  const parts = partsOf(alterations).map((changes, part) =>
    insert(zoneRevisionParts, { domainId, revision, part, changes }),
  );
  return [row, ...parts];
}

/** About the size of their JSON. */
export function alterationBytes(alterations: readonly RecordAlteration[]): number {
  let bytes = 0;
  for (const alteration of alterations) bytes += bytesOf(alteration);
  return bytes;
}

/** The size that counts for the quota of a zone. Names are ASCII. */
export function recordBytes({ name, value }: Pick<StoredRecord, 'name' | 'value'>): number {
  return name.length + Buffer.byteLength(value);
}

function bytesOf(alteration: RecordAlteration): number {
  let bytes = 0;
  for (const record of alteration) {
    if (record !== null) bytes += recordOverheadBytes + recordBytes(record);
  }
  return bytes;
}

/** One alteration has at most two values of 16 KB. */
function partsOf(alterations: readonly RecordAlteration[]): RecordAlteration[][] {
  const parts: RecordAlteration[][] = [];
  let left = 0;
  for (const alteration of alterations) {
    const bytes = bytesOf(alteration);
    if (bytes > left) {
      parts.push([]);
      left = partBytesMax;
    }
    parts.at(-1)?.push(alteration);
    left -= bytes;
  }
  return parts;
}

export function countsOf(alterations: readonly RecordAlteration[]): {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
} {
  const added = alterations.filter(([before]) => before === null).length;
  const removed = alterations.filter(([, after]) => after === null).length;
  return { added, changed: alterations.length - added - removed, removed };
}
