/** What a person must enter for a template. */
import { domainValues, fillPlaceholders } from '@hostmaster/contract/template-text';
import { TextField } from '../forms/form-fields.tsx';
import { SelectField } from '../forms/select-field.tsx';
import type { Form } from '../forms/use-form.ts';
import type { Template } from './template.ts';

export function initialValues({ fields }: Template, domain: string): Record<string, string> {
  const values = domainValues(domain);
  return Object.fromEntries(
    fields.map((field) => [field.name, fillPlaceholders(field.default ?? '', values)]),
  );
}

export function TemplateFields({
  form,
  template: { fields },
}: {
  readonly form: Form<Record<string, string>>;
  readonly template: Template;
}) {
  if (fields.length === 0) return <p>This template has nothing to fill in.</p>;
  return fields.map(({ name, label, hint, kind, options = [], optional = false }) => {
    const frame = {
      label,
      isOptional: optional,
      ...(hint === undefined ? {} : { hint }),
      path: `fields.${name}`,
    };
    if (kind !== 'choice') return <TextField key={name} {...frame} form={form} name={name} />;
    return (
      <SelectField
        key={name}
        {...frame}
        form={form}
        name={name}
        options={options.map((value) => ({ value, label: value }))}
      />
    );
  });
}
