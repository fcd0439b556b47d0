/** The form of a new record. */
import type { RecordContext } from '@hostmaster/dns/records';
import { type DnsRecord, type DraftStart, inputOf, newDraft } from '../draft/record-draft.ts';
import type { RecordChanges } from '../use-record-changes.ts';
import { RecordForm } from './record-form.tsx';

export function NewRecordForm({
  start,
  context,
  records,
  create,
  onCancel,
  onDone,
}: {
  readonly start: DraftStart;
  readonly context: RecordContext;
  readonly records: readonly DnsRecord[];
  readonly create: RecordChanges['create'];
  readonly onCancel: () => void;
  readonly onDone: (record: DnsRecord) => void;
}) {
  return (
    <RecordForm
      label="New record"
      submitLabel="Save record"
      startAt={start.type === undefined ? 'new' : 'edit'}
      initial={newDraft(start)}
      context={context}
      others={records}
      onCancel={onCancel}
      submit={(draft, call) => create(inputOf(draft, context), call)}
      onDone={onDone}
    />
  );
}
