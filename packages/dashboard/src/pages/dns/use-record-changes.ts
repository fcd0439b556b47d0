/**
 * Optimistic changes to records, rolled back when they fail. Each is sent on condition that the records
 * are still what the person saw, so that concurrent changes are never overwritten.
 */
import { HostmasterError } from '@hostmaster/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { changeConditionally } from '../../api/change-conditionally.ts';
import { explainError } from '../../api/explain-error.ts';
import { noticeRefusal } from '../../api/query-client.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import type { RecordDifference } from '../../domains/record-differences.tsx';
import { randomKey } from '../../forms/random-key.ts';
import { asRecord, type DnsRecord, type RecordInput } from './draft/record-draft.ts';
import { watchPublication } from './publication-query.ts';
import {
  changesBetween,
  differencesAt,
  sameRecord,
  withoutRecord,
  withRecord,
} from './record-list.ts';
import { loadRecords, type Records, recordsKey } from './records-query.ts';
import { type Deletions, useDeletions } from './use-deletions.ts';

export type SaveOutcome =
  | { readonly kind: 'saved' }
  /** Changed elsewhere: the current record, null when it was deleted. */
  | { readonly kind: 'conflict'; readonly now: DnsRecord | null; readonly version: string }
  | { readonly kind: 'failed'; readonly message: string };

export type CreateOutcome =
  | { readonly kind: 'created'; readonly record: DnsRecord }
  /** What others changed at the name of the new record. The list shows it now. */
  | { readonly kind: 'conflict'; readonly changes: readonly RecordDifference[] };

/** A record as the person saw it, in a list of this version. */
export interface RecordSnapshot {
  readonly record: DnsRecord;
  readonly version: string;
}

export type RecordListSnapshot = Pick<Records, 'records' | 'version'>;

export interface RecordChanges {
  /** `seen` is the list that the person saw. */
  create(
    input: RecordInput,
    call: { readonly idempotencyKey: string; readonly seen: RecordListSnapshot },
  ): Promise<CreateOutcome>;
  save(before: RecordSnapshot, after: RecordInput): Promise<SaveOutcome>;
  /** Creates a record again that was deleted while it was edited. */
  recreate(input: RecordInput): Promise<SaveOutcome>;
  remove: Deletions['remove'];
}

export function useRecordChanges(domain: string): RecordChanges {
  const { api, workspaceId } = useWorkspace();
  const queries = useQueryClient();
  const place = { workspaceId, domain };
  const queryKey = recordsKey(place);
  const { remove } = useDeletions({ domain, begin, show, showState, settle });

  function show(change: (records: readonly DnsRecord[]) => readonly DnsRecord[]): void {
    queries.setQueryData<Records>(
      queryKey,
      (data) => data && { ...data, records: change(data.records) },
    );
  }

  function showState(now: Records): void {
    queries.setQueryData<Records>(queryKey, now);
  }

  /** Cancels running queries, whose responses would be outdated. */
  async function begin(change: Parameters<typeof show>[0]): Promise<void> {
    await queries.cancelQueries({ queryKey });
    show(change);
  }

  function settle(): void {
    // Other pages, such as the activity, reload when they are opened.
    void queries.invalidateQueries({ queryKey: [workspaceId], refetchType: 'none' });
    void queries.invalidateQueries({ queryKey });
    watchPublication(place);
  }

  async function create(
    input: RecordInput,
    {
      idempotencyKey,
      seen,
    }: { readonly idempotencyKey: string; readonly seen: RecordListSnapshot },
  ): Promise<CreateOutcome> {
    const outcome = await changeConditionally({
      version: seen.version,
      load: () => loadRecords(place),
      isUnaffected: (now) => differencesAt(input.name, seen.records, now.records).length === 0,
      send: (ifMatch) => api.createRecord({ domain, ...input }, { idempotencyKey, ifMatch }),
    });
    if (outcome.kind === 'conflict') {
      showState(outcome.now);
      settle();
      const changes = differencesAt(input.name, seen.records, outcome.now.records);
      return { kind: 'conflict', changes };
    }
    const record = asRecord(outcome.result.record);
    await begin((records) => withRecord(records, record));
    settle();
    return { kind: 'created', record };
  }

  async function save(
    { record: before, version }: RecordSnapshot,
    after: RecordInput,
  ): Promise<SaveOutcome> {
    const changes = changesBetween(before, after);
    if (changes === null) return { kind: 'saved' };
    await begin((records) => withRecord(records, { ...after, id: before.id }));
    try {
      const outcome = await changeConditionally({
        version,
        load: () => loadRecords(place),
        isUnaffected: (now) => isEither(findIn(now, before.id), before, after),
        send: (ifMatch) =>
          api.updateRecord({ domain, recordId: before.id, ...changes }, { ifMatch }),
      });
      if (outcome.kind === 'conflict') {
        showState(outcome.now);
        return {
          kind: 'conflict',
          now: findIn(outcome.now, before.id),
          version: outcome.now.version,
        };
      }
      const { record } = outcome.result;
      show((records) => withRecord(records, asRecord(record)));
      return { kind: 'saved' };
    } catch (error) {
      noticeRefusal(error);
      if (isGone(error)) {
        show((records) => withoutRecord(records, before.id));
        return { kind: 'conflict', now: null, version };
      }
      show((records) => withRecord(records, before));
      return { kind: 'failed', message: explainError(error).message };
    } finally {
      settle();
    }
  }

  async function recreate(input: RecordInput): Promise<SaveOutcome> {
    try {
      const idempotencyKey = randomKey();
      // The person knows that the record is gone; what else is at its name does not matter.
      for (;;) {
        const seen = await loadRecords(place);
        const { kind } = await create(input, { idempotencyKey, seen });
        if (kind === 'created') return { kind: 'saved' };
      }
    } catch (error) {
      noticeRefusal(error);
      return { kind: 'failed', message: explainError(error).message };
    }
  }

  return { create, save, recreate, remove };
}

function findIn({ records }: Records, id: string): DnsRecord | null {
  return records.find((record) => record.id === id) ?? null;
}

/** An equal change by another person is no conflict. */
function isEither(now: DnsRecord | null, before: RecordInput, after: RecordInput): boolean {
  return now !== null && (sameRecord(now, before) || sameRecord(now, after));
}

function isGone(error: unknown): boolean {
  return error instanceof HostmasterError && error.code === 'record_not_found';
}
