/** A field for DNSSEC records of another DNS provider, one on each line, and what the service says about each. */
import type { HostmasterError } from '@hostmaster/sdk';
import { FormField } from '../../forms/form-fields.tsx';
import type { Form, Problems } from '../../forms/use-form.ts';
import { TextArea } from '../../ui/controls/input.tsx';

export function RecordsField({
  form,
  path,
  ...texts
}: {
  readonly form: Form<{ readonly text: string }>;
  /** The field of the request. */
  readonly path: string;
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
}) {
  const { label, hint, placeholder } = texts;
  return (
    <FormField form={form} path={path} label={label} hint={hint}>
      {(control) => (
        <TextArea
          {...control}
          isMono
          rows={5}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          placeholder={placeholder}
          value={form.values.text}
          onChange={(event) => form.set('text', event.target.value, path)}
          className="text-sm"
        />
      )}
    </FormField>
  );
}

const heads = { DS: /^.*\sDS\s/i, DNSKEY: /^.*\sDNSKEY\s/i } as const;

/** Lines of a zone file are accepted, too: all before the data is left out. */
export function recordsIn(text: string, type: 'DS' | 'DNSKEY'): string[] {
  const lines = text.split('\n').map((line) => line.replace(heads[type], '').trim());
  return lines.filter((line) => line !== '');
}

/** Null where the error is not about single records. */
export function problemsOf({ fields }: HostmasterError, path: string): Problems | null {
  const lines = fields.flatMap((field) => {
    if (field.path === path) return [`The list ${field.message}.`];
    const [, index] = /\[(\d+)\]$/.exec(field.path) ?? [];
    return index === undefined ? [] : [`Record ${Number(index) + 1}: ${field.message}.`];
  });
  return lines.length === 0 ? null : { [path]: lines.join(' ') };
}
