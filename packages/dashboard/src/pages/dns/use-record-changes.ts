/**
 * Optimistic changes to records, rolled back when they fail. Before a record is changed or deleted it
 * is compared with the current one, so that concurrent changes are not overwritten.
 */
import { typeLabel } from '@hostmaster/dns/records';
import { HostmasterError } from '@hostmaster/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { explainError } from '../../api/explain-error.ts';
import { noticeRefusal } from '../../api/query-client.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { randomKey } from '../../forms/random-key.ts';
import { showToast } from '../../ui/toast-queue.ts';
import { asRecord, type DnsRecord, type RecordInput } from './draft/record-draft.ts';
import { watchPublication } from './publication-query.ts';
import { changesBetween, fullName, sameRecord, withoutRecord, withRecord } from './record-list.ts';
import { loadRecords, type Records, recordsKey } from './records-query.ts';
import { useDeletionNotice } from './use-deletion-notice.ts';

export type SaveOutcome =
  | { readonly kind: 'saved' }
  /** Changed elsewhere: the current record, null when it was deleted. */
  | { readonly kind: 'conflict'; readonly now: DnsRecord | null }
  | { readonly kind: 'failed'; readonly message: string };

export interface RecordChanges {
  create(input: RecordInput, call: { readonly idempotencyKey: string }): Promise<DnsRecord>;
  save(before: DnsRecord, after: RecordInput): Promise<SaveOutcome>;
  /** Creates a record again that was deleted while it was edited. */
  recreate(input: RecordInput): Promise<SaveOutcome>;
  remove(record: DnsRecord): Promise<void>;
}

export function useRecordChanges(domain: string): RecordChanges {
  const { api, workspaceId } = useWorkspace();
  const queries = useQueryClient();
  const place = { workspaceId, domain };
  const queryKey = recordsKey(place);
  const announceDeletion = useDeletionNotice({
    domain,
    onUndo: (records) => {
      for (const record of records) void restore(record, randomKey());
    },
  });

  function show(change: (records: readonly DnsRecord[]) => readonly DnsRecord[]): void {
    queries.setQueryData<Records>(
      queryKey,
      (data) => data && { ...data, records: change(data.records) },
    );
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

  async function findNow(id: string): Promise<DnsRecord | null> {
    const { records } = await loadRecords(place);
    return records.find((record) => record.id === id) ?? null;
  }

  async function create(
    input: RecordInput,
    call: { readonly idempotencyKey: string },
  ): Promise<DnsRecord> {
    const answer = await api.createRecord({ domain, ...input }, call);
    const record = asRecord(answer.record);
    await begin((records) => withRecord(records, record));
    settle();
    return record;
  }

  async function save(before: DnsRecord, after: RecordInput): Promise<SaveOutcome> {
    const changes = changesBetween(before, after);
    if (changes === null) return { kind: 'saved' };
    await begin((records) => withRecord(records, { ...after, id: before.id }));
    try {
      const now = await findNow(before.id);
      if (now === null || !(sameRecord(now, before) || sameRecord(now, after))) {
        show((records) =>
          now === null ? withoutRecord(records, before.id) : withRecord(records, now),
        );
        return { kind: 'conflict', now };
      }
      const { record } = await api.updateRecord({ domain, recordId: before.id, ...changes });
      show((records) => withRecord(records, asRecord(record)));
      return { kind: 'saved' };
    } catch (error) {
      noticeRefusal(error);
      if (isGone(error)) {
        show((records) => withoutRecord(records, before.id));
        return { kind: 'conflict', now: null };
      }
      show((records) => withRecord(records, before));
      return { kind: 'failed', message: explainError(error).message };
    } finally {
      settle();
    }
  }

  async function recreate(input: RecordInput): Promise<SaveOutcome> {
    try {
      await create(input, { idempotencyKey: randomKey() });
      return { kind: 'saved' };
    } catch (error) {
      noticeRefusal(error);
      return { kind: 'failed', message: explainError(error).message };
    }
  }

  async function remove(record: DnsRecord): Promise<void> {
    const { id } = record;
    await begin((records) => withoutRecord(records, id));
    try {
      const now = await findNow(id);
      if (now !== null && !sameRecord(now, record)) {
        show((records) => withRecord(records, now));
        showToast({
          tone: 'bad',
          title: "Couldn't delete the record",
          description: 'It changed in the meantime. Review it and try again.',
        });
        return;
      }
      if (now !== null) await api.deleteRecord({ domain, recordId: id });
      announceDeletion(record);
    } catch (error) {
      noticeRefusal(error);
      if (isGone(error)) return;
      show((records) => withRecord(records, record));
      showToast({
        tone: 'bad',
        title: "Couldn't delete the record",
        description: explainError(error).message,
      });
    } finally {
      settle();
    }
  }

  async function restore(record: DnsRecord, idempotencyKey: string): Promise<void> {
    const { id: _, ...input } = record;
    try {
      await create(input, { idempotencyKey });
      showToast({
        title: `${typeLabel(record.type)} record restored`,
        description: fullName(record.name, domain),
      });
    } catch (error) {
      noticeRefusal(error);
      showToast({
        tone: 'bad',
        title: "Couldn't restore the record",
        description: explainError(error).message,
        action: { label: 'Try again', onClick: () => void restore(record, idempotencyKey) },
      });
    }
  }

  return { create, save, recreate, remove };
}

function isGone(error: unknown): boolean {
  return error instanceof HostmasterError && error.code === 'record_not_found';
}
