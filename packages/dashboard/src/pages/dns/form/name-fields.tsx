/** The name of a record: one input, or service and protocol for SRV and TLSA. */
import { parseRecordName } from '@hostmaster/dns/records';
import { Field } from '../../../ui/controls/field.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import {
  protocols,
  readServiceName,
  type ServiceName,
  serviceNaming,
  writeServiceName,
} from '../draft/service-name.ts';
import { fullName } from '../record-list.ts';
import type { RecordForm } from './use-record-form.ts';

export function NameFields({ form }: { readonly form: RecordForm }) {
  const { type, name } = form.draft;
  const naming = serviceNaming(type);
  const service = naming === null ? null : readServiceName(name);
  if (naming === null || service === null) {
    return (
      <NameField
        form={form}
        value={name}
        onChange={(next) => form.change({ name: next }, 'name')}
      />
    );
  }
  const change = (parts: Partial<ServiceName>) =>
    form.change({ name: writeServiceName({ ...service, ...parts }) }, 'name');
  const options = protocols.some((protocol) => protocol === service.protocol)
    ? protocols
    : [...protocols, service.protocol];
  return (
    <>
      <Field
        label={naming.label}
        error={form.problems.service ?? null}
        className="w-28 max-md:flex-1"
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={naming.example}
            value={service.service}
            onBlur={() => form.leave('service')}
            onChange={(event) => change({ service: event.target.value })}
          />
        )}
      </Field>
      <Field label="Protocol" className="w-28 max-md:flex-1">
        {(control) => (
          <Select
            {...control}
            options={options.map((value) => ({ value, label: value.toUpperCase() }))}
            value={service.protocol}
            onChange={(protocol) => change({ protocol })}
          />
        )}
      </Field>
      <NameField form={form} value={service.host} onChange={(host) => change({ host })} />
    </>
  );
}

function NameField({
  form,
  value,
  onChange,
}: {
  readonly form: RecordForm;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const zone = form.context.origin;
  form.register('name');
  return (
    <Field
      label="Name"
      hint={hintOf(form)}
      error={form.problems.name ?? null}
      className="min-w-48 flex-1 max-md:w-full max-md:flex-none"
    >
      {(control) => (
        <div className="flex">
          <Input
            {...control}
            data-start="new"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="www"
            value={value}
            onBlur={() => form.leave('name')}
            onChange={(event) => onChange(event.target.value)}
            className="z-1 min-w-16 flex-1 rounded-r-none"
          />
          <span
            aria-hidden="true"
            title={zone}
            className="flex max-w-1/2 items-center rounded-r-sm border border-l-0 border-line-strong bg-sunken px-2.5 text-ink-muted"
          >
            <span className="truncate">{isApex(value) ? zone : `.${zone}`}</span>
          </span>
        </div>
      )}
    </Field>
  );
}

/** The full name that will be published; how to write the domain itself while there is none. */
function hintOf({ draft, context }: RecordForm): string {
  const parsed = parseRecordName(draft.name.trim(), context);
  const isUnnamed =
    serviceNaming(draft.type) !== null && readServiceName(draft.name)?.service === '';
  if (isApex(draft.name) || isUnnamed || !parsed.ok) {
    return `Use @ for ${context.origin}`;
  }
  return `Full name: ${fullName(parsed.name, context.origin)}`;
}

/** The domain itself, which no dot separates from its name. */
function isApex(name: string): boolean {
  return name.trim() === '' || name.trim() === '@';
}
