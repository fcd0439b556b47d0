/** Changes of the comments of sets, as part of a change of sets. */
import { quotaExceeded } from '../../base/errors.ts';
import type { Limits } from '../../base/limits.ts';
import { listSetComments } from '../../storage/queries/records/set-comments.ts';
import { insert, type RowWrite, remove, update } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import { type SetComment, setComments } from '../../storage/tables/records/set-comments.ts';

export interface CommentChange {
  /** Relative to the zone, `@` for the apex. */
  readonly owner: string;
  readonly type: string;
  /** Those that the set has afterwards. */
  readonly comments: readonly SetComment[];
}

export interface HeldComments {
  readonly domainId: string;
  /** By owner name and type. */
  readonly bySet: ReadonlyMap<string, readonly SetComment[]>;
}

export async function loadComments(
  reader: HostmasterReader,
  { id: domainId }: Pick<Domain, 'id'>,
): Promise<HeldComments> {
  const rows = await reader.all(listSetComments, { domainId });
  return { domainId, bySet: new Map(rows.map((row) => [commentKey(row), row.comments])) };
}

export function commentKey({
  name,
  type,
}: {
  readonly name: string;
  readonly type: string;
}): string {
  return `${name} ${type}`;
}

export function commentRows(
  { domainId, bySet }: HeldComments,
  changes: readonly CommentChange[],
  limits: Pick<Limits, 'commentedSets'>,
): RowWrite[] {
  const rows: RowWrite[] = [];
  const sets = new Set(bySet.keys());
  for (const { owner: name, type, comments } of changes) {
    // A large deletion has thousands of these, and few zones have comments.
    if (comments.length === 0 && sets.size === 0) continue;
    const place = { domainId, name, type };
    const key = commentKey(place);
    const isHeld = sets.has(key);
    if (comments.length === 0) {
      if (isHeld) rows.push(remove(setComments, place));
      sets.delete(key);
    } else {
      rows.push(
        isHeld
          ? update(setComments, place, { comments })
          : insert(setComments, { ...place, comments }),
      );
      sets.add(key);
    }
  }
  if (sets.size > bySet.size && sets.size > limits.commentedSets) {
    throw quotaExceeded(
      `${limits.commentedSets} sets with comments in one domain`,
      'Delete comments that are no longer needed.',
    );
  }
  return rows;
}
