/** The form of an existing record, with the reason when it was reopened. */
import { type RecordContext, typeLabel } from '@hostmaster/dns/records';
import { Banner } from '../../../ui/layout/banner.tsx';
import { ConflictNotice } from '../conflict-notice.tsx';
import { type DnsRecord, inputOf, type RecordDraft } from '../draft/record-draft.ts';
import { fullName } from '../record-list.ts';
import type { Editing } from '../use-editing.ts';
import { RecordForm } from './record-form.tsx';

export function EditForm({
  editing,
  context,
  records,
  onSave,
  onCancel,
}: {
  readonly editing: Editing;
  readonly context: RecordContext;
  readonly records: readonly DnsRecord[];
  /** Called with the draft; the page saves it optimistically. */
  readonly onSave: (draft: RecordDraft) => void;
  readonly onCancel: () => void;
}) {
  const { record, draft, outcome } = editing;
  return (
    <RecordForm
      label={`Edit ${typeLabel(record.type)} record of ${fullName(record.name, context.origin)}`}
      submitLabel={submitLabel(editing)}
      startAt="edit"
      initial={draft}
      context={context}
      recordId={record.id}
      others={records.filter(({ id }) => id !== record.id)}
      onCancel={onCancel}
      submit={(written) => Promise.resolve(written)}
      onDone={onSave}
      notice={(written) => (
        <>
          {outcome?.kind === 'failed' && (
            <Banner tone="bad" isUrgent title="Couldn't save">
              {outcome.message}
            </Banner>
          )}
          {outcome?.kind === 'conflict' && (
            <ConflictNotice now={outcome.now} mine={inputOf(written, context)} onKeep={onCancel} />
          )}
        </>
      )}
    />
  );
}

function submitLabel({ isGone, outcome }: Editing): string {
  if (isGone) return 'Create again';
  return outcome?.kind === 'conflict' ? 'Save my version' : 'Save';
}
