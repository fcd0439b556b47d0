/** The form of a new record, with what others changed at its name in the meantime. */
import type { RecordContext } from '@hostmaster/dns/records';
import { useState } from 'react';
import { type RecordDifference, RecordDifferences } from '../../../domains/record-differences.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import type { KeptDraft } from '../draft/kept-draft.ts';
import { type DnsRecord, type DraftStart, inputOf, newDraft } from '../draft/record-draft.ts';
import type { RecordChanges, RecordListSnapshot } from '../use-record-changes.ts';
import { RecordForm } from './record-form.tsx';

export function NewRecordForm({
  start,
  kept,
  context,
  seen,
  create,
  onCancel,
  onDone,
}: {
  readonly start: DraftStart;
  /** What was typed before the tab was changed. */
  readonly kept: KeptDraft;
  readonly context: RecordContext;
  /** The list that is on screen. */
  readonly seen: RecordListSnapshot;
  readonly create: RecordChanges['create'];
  readonly onCancel: () => void;
  readonly onDone: (record: DnsRecord) => void;
}) {
  const [initial] = useState(() => kept.read() ?? newDraft(start));
  const [changes, setChanges] = useState<readonly RecordDifference[] | null>(null);
  return (
    <RecordForm
      label="New record"
      submitLabel={changes === null ? 'Save record' : 'Add anyway'}
      startAt={start.type === undefined ? 'new' : 'edit'}
      initial={initial}
      onDraft={kept.keep}
      context={context}
      others={seen.records}
      onCancel={onCancel}
      submit={(draft, { idempotencyKey }) =>
        create(inputOf(draft, context), { idempotencyKey, seen })
      }
      onDone={(outcome) =>
        outcome.kind === 'created' ? onDone(outcome.record) : setChanges(outcome.changes)
      }
      notice={() =>
        changes !== null && (
          <>
            <Banner tone="warn" isUrgent title="Other records with this name have changed">
              Your record hasn't been added yet. Check the updated list, then add it if you still
              need it.
            </Banner>
            <RecordDifferences changes={changes} />
          </>
        )
      }
    />
  );
}
