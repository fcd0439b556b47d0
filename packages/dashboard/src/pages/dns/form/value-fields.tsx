/** The value of a record: one input per field of its type, or one text input. */
import { parseRecordValue, type RecordField } from '@hostmaster/dns/records';
import type { KeyboardEvent } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { Input, TextArea } from '../../../ui/controls/input.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { counted } from '../../../ui/text/counted.ts';
import { partPath } from '../draft/draft-problems.ts';
import { draftValue } from '../draft/record-draft.ts';
import { fieldsOf, readParts, type ValueParts } from '../draft/value-parts.ts';
import { choicesOf, hintOf } from './field-labels.ts';
import { ParamsField } from './params-field.tsx';
import type { RecordForm } from './use-record-form.ts';

const longKinds: ReadonlySet<RecordField['kind']> = new Set(['text', 'hex', 'base64', 'words']);

const typing = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

export function ValueFields({ form }: { readonly form: RecordForm }) {
  const { type, isText } = form.draft;
  form.register('value');
  if (isText) return <TextValue form={form} />;
  return fieldsOf(type).map((field, at) => (
    <PartField key={`${type} ${field.name}`} form={form} field={field} isFirst={at === 0} />
  ));
}

interface PartProps {
  readonly form: RecordForm;
  readonly field: RecordField;
  readonly isFirst: boolean;
}

function PartField({ form, field, isFirst }: PartProps) {
  const { type, parts } = form.draft;
  const value = parts[field.name] ?? '';
  const path = partPath(field.name);
  const error = form.problems[path] ?? (isLast(form, field) ? form.problems.value : null) ?? null;
  const change = (text: string) => {
    const whole = field.kind === 'host' ? wholeValue(form, text) : null;
    form.change({ parts: whole ?? { ...parts, [field.name]: text } }, 'value');
  };
  if (field.kind === 'params') {
    return <ParamsField form={form} text={value} error={error} onChange={change} />;
  }
  const choices = choicesOf(type, field.name, value);
  const hint = field.kind === 'text' ? describeText(form) : hintOf(type, field.name);
  const isLong = longKinds.has(field.kind);
  return (
    <Field
      label={field.label}
      error={error}
      isOptional={field.optional ?? false}
      {...(hint === undefined ? {} : { hint })}
      className={classNames(
        field.kind === 'integer' && choices === null && 'w-32 max-md:min-w-20 max-md:flex-1',
        choices !== null && 'min-w-44 flex-1',
        (field.kind === 'word' || field.kind === 'string') && choices === null && 'min-w-40 flex-1',
        (field.kind === 'host' || field.kind === 'address') && 'min-w-56 flex-1',
        isLong && 'w-full',
      )}
    >
      {(control) =>
        choices !== null ? (
          <Select {...control} options={choices} value={value} onChange={change} />
        ) : isLong ? (
          <LongText
            {...control}
            data-start={isFirst ? 'edit' : undefined}
            value={value}
            placeholder={field.example}
            onBlur={() => form.leave(path)}
            onChange={(event) => change(event.target.value)}
          />
        ) : (
          <Input
            {...control}
            {...typing}
            isMono
            data-start={isFirst ? 'edit' : undefined}
            inputMode={field.kind === 'integer' ? 'numeric' : 'text'}
            placeholder={field.example}
            value={value}
            onBlur={() => form.leave(path)}
            onChange={(event) => change(event.target.value)}
          />
        )
      }
    </Field>
  );
}

/** `10 mail.example.net` in the field of the host: the value as providers write it. */
function wholeValue({ draft, context }: RecordForm, text: string): ValueParts | null {
  const isWhole = fieldsOf(draft.type)[0]?.kind === 'integer' && /^\s*\d+\s+\S/.test(text);
  return isWhole ? readParts(draft.type, text, context) : null;
}

/** For values that do not fit the fields, and for pasting. */
function TextValue({ form }: { readonly form: RecordForm }) {
  return (
    <Field label="Value" error={form.problems.value ?? null} className="w-full">
      {(control) => (
        <LongText
          {...control}
          data-start="edit"
          value={form.draft.text}
          onBlur={() => form.leave('value')}
          onChange={(event) => form.change({ text: event.target.value }, 'value')}
        />
      )}
    </Field>
  );
}

function LongText(props: Parameters<typeof TextArea>[0]) {
  return (
    <TextArea
      {...props}
      {...typing}
      isMono
      rows={2}
      className="field-sizing-content max-h-80 resize-none break-all"
      onKeyDown={submitOnEnter}
    />
  );
}

/** Enter submits the form; Shift+Enter inserts a line break. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** The size of a TXT value, and how quotes and long text are read. */
function describeText({ draft, context }: RecordForm): string {
  const value = draftValue(draft, context);
  const parsed = value === '' ? null : parseRecordValue('TXT', value, context);
  if (parsed === null || !parsed.ok || parsed.data.type !== 'TXT') {
    return 'Enter text without quotes. Long text is split automatically.';
  }
  const { strings } = parsed.data;
  const bytes = strings.reduce((sum, string) => sum + string.length, 0);
  const size = counted(bytes, 'byte');
  const isQuoted = value.startsWith('"') && bytes < new TextEncoder().encode(value).length;
  if (isQuoted) {
    return `${size}. It's in quotes, so it's read as ${strings.length === 1 ? 'a quoted string' : `${strings.length} quoted strings`}.`;
  }
  return strings.length === 1
    ? `${size}. Enter text without quotes. Long text is split automatically.`
    : `${size}, published as ${strings.length} strings that clients join.`;
}

function isLast({ draft }: RecordForm, field: RecordField): boolean {
  return fieldsOf(draft.type).at(-1) === field;
}
