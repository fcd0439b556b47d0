/** Adds or edits a template of the workspace. Words in braces become fields. */
import type { TemplateField } from '@hostmaster/contract';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { FormActions } from '../../forms/form-actions.tsx';
import { FormField, TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { type Form, type Problems, useForm } from '../../forms/use-form.ts';
import type { Template } from '../../templates/template.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Input, TextArea } from '../../ui/controls/input.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { fieldsIn, idOf, linesOf, readLines } from './record-lines.ts';

interface Values {
  readonly title: string;
  readonly summary: string;
  readonly records: string;
  /** Those of names that the records no longer have are kept while the dialog is open. */
  readonly fields: readonly TemplateField[];
}

const kinds: readonly { readonly value: TemplateField['kind']; readonly label: string }[] = [
  { value: 'text', label: 'Any text' },
  { value: 'hostname', label: 'Hostname' },
  { value: 'label', label: 'Part of a name' },
  { value: 'token', label: 'Code without spaces' },
];

export function TemplateDialog({
  template,
  ids,
  isOpen,
  onClose,
}: {
  /** Null for a new one. */
  readonly template: Template | null;
  /** Those of the workspace. */
  readonly ids: readonly string[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="lg"
      title={template === null ? 'Add template' : `Edit ${template.title}`}
      description="Everyone in this workspace can apply it to a domain. Zones it was applied to don't change."
    >
      <TemplateForm template={template} ids={ids} onClose={onClose} />
    </Dialog>
  );
}

function TemplateForm({
  template,
  ids,
  onClose,
}: {
  readonly template: Template | null;
  readonly ids: readonly string[];
  readonly onClose: () => void;
}) {
  const form = useTemplateForm(template, { ids, onClose });
  return (
    <FormView form={form}>
      <TextField
        form={form}
        name="title"
        label="Name"
        placeholder="Our hosting"
        autoComplete="off"
      />
      <TextField
        form={form}
        name="summary"
        label="Description"
        isOptional
        placeholder="A website on our servers."
        autoComplete="off"
      />
      <FormField
        form={form}
        path="records"
        label="Records"
        hint="One per line: name, type and value. Words in braces, such as {server}, are filled in when the template is applied. {domain} is the domain."
      >
        {(control) => (
          <TextArea
            {...control}
            isMono
            rows={6}
            spellCheck={false}
            autoCapitalize="none"
            placeholder={'@ A 192.0.2.1\nwww CNAME {server}'}
            value={form.values.records}
            onChange={(event) => form.set('records', event.target.value)}
            className="max-h-[40vh] text-sm whitespace-pre"
          />
        )}
      </FormField>
      <Fields form={form} />
      <FormActions form={form} onClose={onClose}>
        Save template
      </FormActions>
    </FormView>
  );
}

function Fields({ form }: { readonly form: Form<Values> }) {
  form.register('fields');
  const names = fieldsIn(form.values.records);
  if (names.length === 0) return null;
  const change = (field: TemplateField) => {
    const others = form.values.fields.filter(({ name }) => name !== field.name);
    form.set('fields', [...others, field]);
  };
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 font-medium">Fields to fill in</legend>
      {form.problems.fields !== undefined && (
        <p role="alert" className="text-sm text-bad-ink">
          {form.problems.fields}
        </p>
      )}
      {names.map((name) => (
        <FieldItem key={name} field={fieldOf(form.values.fields, name)} onChange={change} />
      ))}
    </fieldset>
  );
}

function FieldItem({
  field,
  onChange,
}: {
  readonly field: TemplateField;
  readonly onChange: (field: TemplateField) => void;
}) {
  const { name, label, kind, options, optional = false } = field;
  const offered =
    options === undefined ? kinds : [...kinds, { value: 'choice', label: 'Choice' } as const];
  return (
    <div className="grid items-start gap-x-4 gap-y-3 rounded-md border border-line p-3.5 md:grid-cols-2">
      <Field label={`Label of {${name}}`}>
        {(control) => (
          <Input
            {...control}
            value={label}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => onChange({ ...field, label: event.target.value })}
          />
        )}
      </Field>
      <Field label={`Value of {${name}}`}>
        {(control) => (
          <NativeSelect
            {...control}
            options={offered}
            value={kind}
            onChange={(next) => onChange({ ...field, kind: next })}
          />
        )}
      </Field>
      <Checkbox
        label="Optional: without a value, its records are left out"
        isChecked={optional}
        onChange={(isChecked) => onChange({ ...field, optional: isChecked })}
      />
    </div>
  );
}

function useTemplateForm(
  template: Template | null,
  { ids, onClose }: { readonly ids: readonly string[]; readonly onClose: () => void },
) {
  const { api, workspaceId } = useWorkspace();
  return useForm({
    initial: {
      title: template?.title ?? '',
      summary: template?.summary ?? '',
      records: linesOf(template?.records ?? []),
      fields: template?.fields ?? [],
    } as Values,
    validate: ({ title, records }): Problems => {
      const read = readLines(records, template?.records);
      const id = idOf(title);
      const isTaken = template === null && ids.includes(id);
      return {
        ...(title.trim() === '' && { title: 'Enter a name.' }),
        ...(title.trim() !== '' &&
          template === null &&
          id === '' && { title: 'Use letters from a to z, or digits.' }),
        ...(isTaken && { title: 'You already have a template with this name.' }),
        ...(typeof read === 'string' && { records: read }),
      };
    },
    submit: (values) => {
      const records = readLines(values.records, template?.records);
      if (typeof records === 'string') throw new Error(records);
      return api.saveTemplate({
        templateId: template?.id ?? idOf(values.title),
        title: values.title.trim(),
        summary: values.summary.trim(),
        fields: fieldsIn(values.records).map((name) => shownField(values.fields, name)),
        records,
      });
    },
    explain: ({ fields }) => {
      const { path, message } = fields[0] ?? {};
      const place = /^records\[(\d+)\]/.exec(path ?? '')?.[1];
      return place === undefined ? null : { records: `Record ${Number(place) + 1}: ${message}.` };
    },
    onDone: async () => {
      await refreshWorkspace(workspaceId);
      onClose();
      showToast({ title: 'Template saved' });
    },
  });
}

function fieldOf(fields: readonly TemplateField[], name: string): TemplateField {
  return fields.find((field) => field.name === name) ?? { name, label: '', kind: 'text' };
}

/** A field without a label is shown by its name. */
function shownField(fields: readonly TemplateField[], name: string): TemplateField {
  const field = fieldOf(fields, name);
  return { ...field, label: field.label.trim() || name };
}
