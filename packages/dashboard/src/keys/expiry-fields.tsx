/** The fields for the expiry of a new key. */
import { TextField } from '../forms/form-fields.tsx';
import { SelectField } from '../forms/select-field.tsx';
import type { Form } from '../forms/use-form.ts';
import { optionsOf } from '../ui/controls/option.ts';
import { type ExpiryValues, expiryLabels } from './key-expiry.ts';

export function ExpiryFields<V extends ExpiryValues>({ form }: { readonly form: Form<V> }) {
  // The fields use only their own two values of the form.
  const own = form as unknown as Form<ExpiryValues>;
  const isDay = own.values.expiry === 'day';
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <SelectField form={own} name="expiry" label="Expiration" options={optionsOf(expiryLabels)} />
      {isDay && (
        <TextField
          form={own}
          name="expiryDay"
          path="expiresAt"
          label="Expiration date"
          type="date"
        />
      )}
    </div>
  );
}
