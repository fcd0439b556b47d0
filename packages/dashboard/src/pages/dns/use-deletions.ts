/** Deleting records and its undo: each is one request for all records, which succeeds or fails as one. */
import { useQueryClient } from '@tanstack/react-query';
import { changeConditionally } from '../../api/change-conditionally.ts';
import { explainError } from '../../api/explain-error.ts';
import { noticeRefusal } from '../../api/query-client.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { randomKey } from '../../forms/random-key.ts';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { asRecord, type DnsRecord } from './draft/record-draft.ts';
import { sameRecord, withRecord } from './record-list.ts';
import { loadRecords, type Records, recordsKey } from './records-query.ts';
import { describeRecords, useDeletionNotice } from './use-deletion-notice.ts';

export interface Deletions {
  /** `version` is that of the list in which the person saw the records. */
  remove(records: readonly DnsRecord[], version: string): Promise<void>;
}

type Change = (records: readonly DnsRecord[]) => readonly DnsRecord[];

/** What useRecordChanges does with the cached list. */
interface ShownList {
  readonly domain: string;
  readonly begin: (change: Change) => Promise<void>;
  readonly show: (change: Change) => void;
  readonly showState: (now: Records) => void;
  readonly settle: () => void;
}

export function useDeletions({ domain, begin, show, showState, settle }: ShownList): Deletions {
  const { api, workspaceId } = useWorkspace();
  const queries = useQueryClient();
  const place = { workspaceId, domain };
  const load = () => loadRecords(place);
  const announceDeletion = useDeletionNotice({
    domain,
    onUndo: (records) => void restore(records, randomKey()),
  });

  async function remove(records: readonly DnsRecord[], version: string): Promise<void> {
    const isChosen = ({ id }: DnsRecord) => records.some((record) => record.id === id);
    await begin((list) => list.filter((record) => !isChosen(record)));
    try {
      const outcome = await changeConditionally({
        version,
        load,
        isUnaffected: (now) => changedSince(records, now).length === 0,
        send: async (ifMatch, now) => {
          const deletes = (now?.records.filter(isChosen) ?? records).map(({ id }) => ({ id }));
          // Others may have deleted all of them.
          if (deletes.length > 0) await api.changeRecords({ domain, deletes }, { ifMatch });
        },
      });
      if (outcome.kind === 'conflict') {
        showState(outcome.now);
        showFailure(records, 'delete', changedMessage(changedSince(records, outcome.now), records));
      } else announceDeletion(records);
    } catch (error) {
      noticeRefusal(error);
      show((list) => records.reduce<readonly DnsRecord[]>(withRecord, list));
      showFailure(records, 'delete', explainError(error).message);
    } finally {
      settle();
    }
  }

  /** The same key is used again when the answer was lost. */
  async function restore(records: readonly DnsRecord[], key: string): Promise<void> {
    try {
      const outcome = await changeConditionally({
        version:
          queries.getQueryData<Records>(recordsKey(place))?.version ?? (await load()).version,
        load,
        isUnaffected: () => true,
        send: async (ifMatch, now) => {
          // Others may have created some of them again.
          const creates = records
            .filter((record) => now?.records.some((one) => sameRecord(one, record)) !== true)
            .map(({ id: _, ...input }) => input);
          if (creates.length === 0) return [];
          const idempotencyKey = `${key}-${creates.length}`;
          const answer = await api.changeRecords({ domain, creates }, { ifMatch, idempotencyKey });
          return answer.created.map(asRecord);
        },
      });
      const created = outcome.kind === 'done' ? outcome.result : [];
      await begin((list) => created.reduce<readonly DnsRecord[]>(withRecord, list));
      settle();
      showToast(describeRecords(records, { domain, verb: 'restored' }));
    } catch (error) {
      noticeRefusal(error);
      showFailure(records, 'restore', explainError(error).message, () => restore(records, key));
    }
  }

  return { remove };
}

function changedSince(records: readonly DnsRecord[], now: Records): readonly DnsRecord[] {
  const current = new Map(now.records.map((record) => [record.id, record]));
  return records.filter((record) => {
    const found = current.get(record.id);
    return found !== undefined && !sameRecord(found, record);
  });
}

function changedMessage(changed: readonly DnsRecord[], all: readonly DnsRecord[]): string {
  if (all.length === 1) return 'It changed in the meantime. Review it and try again.';
  const count = changed.length === 1 ? 'One of them' : `${changed.length.toLocaleString()} of them`;
  return `${count} changed in the meantime. Nothing was deleted. Review them and try again.`;
}

function showFailure(
  records: readonly DnsRecord[],
  verb: 'delete' | 'restore',
  description: string,
  retry?: () => Promise<void>,
): void {
  showToast({
    tone: 'bad',
    title: `Couldn't ${verb} the ${records.length === 1 ? 'record' : 'records'}`,
    description,
    ...(retry === undefined ? {} : { action: { label: 'Try again', onClick: () => void retry() } }),
  });
}
