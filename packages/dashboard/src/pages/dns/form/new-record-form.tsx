/** The form of a new record, with what others changed at its name in the meantime. */
import type { RecordContext } from '@hostmaster/dns/records';
import { useState } from 'react';
import { type RecordDifference, RecordDifferences } from '../../../domains/record-differences.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { type DnsRecord, type DraftStart, inputOf, newDraft } from '../draft/record-draft.ts';
import type { RecordChanges, RecordListSnapshot } from '../use-record-changes.ts';
import { RecordForm } from './record-form.tsx';

export function NewRecordForm({
  start,
  context,
  seen,
  create,
  onCancel,
  onDone,
}: {
  readonly start: DraftStart;
  readonly context: RecordContext;
  /** The list that is on screen. */
  readonly seen: RecordListSnapshot;
  readonly create: RecordChanges['create'];
  readonly onCancel: () => void;
  readonly onDone: (record: DnsRecord) => void;
}) {
  const [changes, setChanges] = useState<readonly RecordDifference[] | null>(null);
  return (
    <RecordForm
      label="New record"
      submitLabel={changes === null ? 'Save record' : 'Add anyway'}
      startAt={start.type === undefined ? 'new' : 'edit'}
      initial={newDraft(start)}
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
            <Banner tone="warn" isUrgent title="The records of this name have changed">
              Your record isn't added yet. The list is up to date again; add your record if it still
              fits.
            </Banner>
            <RecordDifferences changes={changes} />
          </>
        )
      }
    />
  );
}
