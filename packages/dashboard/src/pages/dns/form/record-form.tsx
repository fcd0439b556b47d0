/** The form for one record, new or existing. Enter saves, Escape cancels. */
import { grammarOf, type RecordType, recordTypes, typeLabel } from '@hostmaster/dns/records';
import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { SubmitButton } from '../../../forms/form-fields.tsx';
import { FormView } from '../../../forms/form-view.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import type { Option } from '../../../ui/controls/option.ts';
import { Select } from '../../../ui/controls/select.tsx';
import { draftConflicts } from '../draft/draft-conflicts.ts';
import { draftProblems, draftWarning } from '../draft/draft-problems.ts';
import {
  type DnsRecord,
  inputOf,
  type RecordDraft,
  withText,
  withType,
} from '../draft/record-draft.ts';
import { fieldsOf } from '../draft/value-parts.ts';
import { NameFields } from './name-fields.tsx';
import { useRecordPreview } from './record-preview.ts';
import { TtlField } from './ttl-field.tsx';
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts';
import { ValueFields } from './value-fields.tsx';

export interface RecordFormProps<R> extends RecordFormOptions<R> {
  readonly label: string;
  readonly submitLabel: string;
  readonly onCancel: () => void;
  /** Above the fields: why the form was reopened. Gets what is typed so far. */
  readonly notice?: (draft: RecordDraft) => ReactNode;
  /** Which field gets the initial focus. */
  readonly startAt: 'new' | 'edit';
  /** The record that is edited. */
  readonly recordId?: string;
  /** Called with what is typed, from the first change on. */
  readonly onDraft?: (draft: RecordDraft) => void;
  /** The other records of the zone. */
  readonly others: readonly DnsRecord[];
}

/** What most records are; the others follow in alphabetical order. */
const commonTypes: readonly RecordType[] = ['A', 'AAAA', 'CNAME', 'MX', 'TXT'];

/** A type without a name here is offered only to records that have it. */
function typeOptions(current: RecordType): readonly Option<RecordType>[] {
  const types = new Set<RecordType>([...commonTypes, ...recordTypes, current]);
  return [...types].map((type) => ({
    value: type,
    label: typeLabel(type),
    hint: grammarOf(type).description,
  }));
}

export function RecordForm<R>({
  label,
  submitLabel,
  onCancel,
  notice,
  startAt,
  onDraft,
  others,
  recordId,
  ...options
}: RecordFormProps<R>) {
  const form = useRecordForm(options);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = frame.current?.querySelector<HTMLElement>(`[data-start=${startAt}]`);
    frame.current?.scrollIntoView({ block: 'nearest' });
    field?.focus();
    // A row gets the height of its form only now, and the page may have been too short to scroll.
    let next = requestAnimationFrame(() => {
      next = requestAnimationFrame(() => field?.scrollIntoView({ block: 'nearest' }));
    });
    return () => cancelAnimationFrame(next);
  }, [startAt]);
  const { draft, context } = form;
  const { initial } = options;
  useEffect(() => {
    if (draft !== initial) onDraft?.(draft);
  }, [draft, initial, onDraft]);
  const isSound = Object.keys(draftProblems(draft, context)).length === 0;
  const input = isSound ? { ...inputOf(draft, context), ...edited(recordId) } : null;
  const warnings = new Set([
    ...listOf(draftWarning(draft, context)),
    ...useRecordPreview(context.origin, input, others),
    ...(isSound ? draftConflicts(draft, context, others) : []),
  ]);
  const cancelOnEscape = (event: KeyboardEvent<HTMLDivElement>) => {
    // Escape in a popup above the form closes only the popup.
    const isInside = event.target instanceof Node && frame.current?.contains(event.target);
    if (event.key === 'Escape' && isInside && !form.isSubmitting) onCancel();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys that its fields do not
    <div
      ref={frame}
      onKeyDown={cancelOnEscape}
      className="scroll-mt-28 scroll-mb-4 bg-sunken px-4 py-4 max-md:scroll-mt-48 max-md:scroll-mb-20 md:px-5"
    >
      <FormView form={form} label={label}>
        {notice?.(draft)}
        <div className="flex flex-wrap items-start gap-3">
          <Field label="Type" className="w-36 max-md:flex-1">
            {(control) => (
              <Select
                {...control}
                options={typeOptions(draft.type)}
                value={draft.type}
                onChange={(type) => form.change(withType(draft, type), 'value')}
              />
            )}
          </Field>
          <NameFields form={form} />
        </div>
        <div className="flex flex-wrap items-start gap-3">
          <ValueFields form={form} />
          <TtlField form={form} />
        </div>
        <div role="status" className="flex flex-col gap-2 empty:hidden">
          {[...warnings].map((warning) => (
            <p key={warning} className="flex items-start gap-2 text-sm text-warn-ink">
              <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
              <span>{warning}</span>
            </p>
          ))}
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2">
          {(fieldsOf(draft.type).length > 1 || draft.isText) && (
            <Button
              variant="ghost"
              size="sm"
              className="mr-auto -ml-2.5"
              onClick={() => form.change(withText(draft, !draft.isText, context), 'value')}
            >
              {draft.isText ? 'Edit as fields' : 'Edit as text'}
            </Button>
          )}
          <Button size="sm" onClick={onCancel}>
            Cancel
          </Button>
          <SubmitButton form={form} size="sm">
            {submitLabel}
          </SubmitButton>
        </div>
      </FormView>
    </div>
  );
}

function listOf(warning: string | null): readonly string[] {
  return warning === null ? [] : [warning];
}

function edited(recordId: string | undefined): { readonly recordId?: string } {
  return recordId === undefined ? {} : { recordId };
}
