/** How to undo one change of a zone, given what its records are now. Pure. */
import type { Input } from '@hostmaster/contract';
import type { RecordDifference } from '../../../domains/record-differences.tsx';

type StoredRecord = NonNullable<RecordDifference['before']>;
type Edits = Required<Pick<Input<'changeRecords'>, 'creates' | 'updates' | 'deletes'>>;

export interface UndoPlan {
  readonly edits: Edits;
  /** What the edits change. */
  readonly changes: readonly RecordDifference[];
  /** What was changed again since: undoing it would overwrite the later change. */
  readonly changedSince: readonly RecordDifference[];
}

export function planUndo(
  undone: readonly RecordDifference[],
  records: readonly StoredRecord[],
): UndoPlan {
  const byId = new Map(records.map((record) => [record.id, record]));
  const edits: Edits = { creates: [], updates: [], deletes: [] };
  const changes: RecordDifference[] = [];
  const changedSince: RecordDifference[] = [];
  for (const difference of undone) {
    const { before, after } = difference;
    const now = byId.get((after ?? before)?.id ?? '');
    if (isSame(now, before)) continue;
    if (before === undefined && after !== undefined && isSame(now, after)) {
      edits.deletes.push({ id: after.id });
      changes.push({ kind: 'removed', before: after });
    } else if (before !== undefined && after !== undefined && isSame(now, after)) {
      edits.updates.push(before);
      changes.push({ kind: 'changed', before: after, after: before });
    } else if (before !== undefined && after === undefined && now === undefined) {
      // An undo of the deletion creates an equal record with an id of its own.
      if (records.some((record) => sameContent(record, before))) continue;
      const { id: _, ...content } = before;
      edits.creates.push(content);
      changes.push({ kind: 'added', after: before });
    } else changedSince.push(difference);
  }
  return { edits, changes, changedSince };
}

function isSame(a: StoredRecord | undefined, b: StoredRecord | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameContent(a, b);
}

function sameContent(a: StoredRecord, b: StoredRecord): boolean {
  return a.type === b.type && a.name === b.name && a.ttl === b.ttl && a.value === b.value;
}
