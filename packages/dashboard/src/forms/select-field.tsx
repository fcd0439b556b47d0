/** A select as a field of a form. In its own file, because it loads more code than the others. */
import type { Option } from '../ui/controls/option.ts';
import { Select } from '../ui/controls/select.tsx';
import { FormField, type FrameProps, type OfForm, type TextName } from './form-fields.tsx';

export function SelectField<V extends object, K extends TextName<V>>({
  form,
  name,
  path = name,
  options,
  ...rest
}: OfForm<V> &
  FrameProps & { readonly name: K; readonly options: readonly Option<V[K] & string>[] }) {
  return (
    <FormField form={form} path={path} {...rest}>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={form.values[name] as V[K] & string}
          onChange={(value) => form.set(name, value, path)}
        />
      )}
    </FormField>
  );
}
