/** Keeps the history of a zone within its bytes: a change that goes beyond them deletes the oldest. */
import { listOldestRevisions } from '../storage/queries/zones/zone-revisions.ts';
import type { RowWrite } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { statement } from '../storage/statements.ts';
import type { Domain, DomainWith } from '../storage/tables/domains/domains.ts';
import type { RecordAlteration } from '../storage/tables/zones/zone-revisions.ts';
import { alterationBytes } from './append-revision.ts';

export interface HistorySize {
  /** After the change. */
  readonly bytes: number;
  /** What the change adds. */
  readonly added: number;
  /** Revisions up to this one are deleted; 0 for none. */
  readonly deletedUpTo: number;
}

/** More than one change adds, so that a history always gets short enough. */
const deletedMax = 1_000;

export async function loadHistorySize(
  reader: HostmasterReader,
  {
    id: domainId,
    zone: { zoneRevision, revisionBytes },
  }: DomainWith<'id' | 'zoneRevision' | 'revisionBytes'>,
  {
    alterations,
    bytesMax,
  }: { readonly alterations: readonly RecordAlteration[]; readonly bytesMax: number },
): Promise<HistorySize> {
  const added = alterationBytes(alterations);
  let bytes = revisionBytes + added;
  let deletedUpTo = 0;
  if (bytes <= bytesMax) return { bytes, added, deletedUpTo };
  const page = { domainId, upTo: zoneRevision, limit: deletedMax };
  for (const oldest of await reader.all(listOldestRevisions, page)) {
    if (bytes <= bytesMax) break;
    bytes -= oldest.bytes;
    deletedUpTo = oldest.revision;
  }
  return { bytes, added, deletedUpTo };
}

export function pruneRows({ id }: Pick<Domain, 'id'>, { deletedUpTo }: HistorySize): RowWrite[] {
  return deletedUpTo === 0 ? [] : deleteUpTo(id, deletedUpTo);
}

export function deleteUpTo(domainId: string, upTo: number): RowWrite[] {
  return [
    statement('pruneRevisions', { domainId, upTo }),
    statement('pruneRevisionParts', { domainId, upTo }),
  ];
}
