/** Fields that belong to a form: `<TextField form={form} name="email" label="Email address" />`. */
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../ui/controls/button.tsx';
import { Field, type FieldControl, type FieldProps } from '../ui/controls/field.tsx';
import { Input, type InputProps, PasswordInput } from '../ui/controls/input.tsx';
import type { Form } from './use-form.ts';

export type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string;

export interface OfForm<V extends object> {
  readonly form: Form<V>;
  readonly name: TextName<V>;
  /** The API's name of the field where it differs, such as `contact.phone`. */
  readonly path?: string;
}

export type FrameProps = Omit<FieldProps, 'error'>;

export function TextField<V extends object>({
  form,
  name,
  path = name,
  label,
  hint,
  isOptional,
  aside,
  isLabelHidden,
  className,
  ...input
}: OfForm<V> & FrameProps & Omit<InputProps, 'form' | 'name' | 'value' | 'onChange'>) {
  return (
    <FormField
      form={form}
      path={path}
      {...frame({ label, hint, isOptional, aside, isLabelHidden, className })}
    >
      {(control) => (
        <Input
          {...input}
          {...control}
          name={name}
          value={String(form.values[name])}
          onChange={(event) => form.set(name, event.target.value as V[typeof name], path)}
        />
      )}
    </FormField>
  );
}

/** The email address of an account. */
export function EmailField<V extends { readonly email: string }>({
  form,
  ...rest
}: {
  readonly form: Form<V>;
  readonly hint?: ReactNode;
  readonly autoFocus?: boolean;
  readonly readOnly?: boolean;
}) {
  return (
    <TextField
      {...rest}
      form={form}
      name={'email' as TextName<V>}
      label="Email address"
      type="email"
      autoComplete="username"
    />
  );
}

export function PasswordField<V extends object>({
  form,
  name,
  path = name,
  autoComplete,
  ...rest
}: OfForm<V> & FrameProps & { readonly autoComplete: 'current-password' | 'new-password' }) {
  return (
    <FormField form={form} path={path} {...rest}>
      {(control) => (
        <PasswordInput
          {...control}
          name={name}
          autoComplete={autoComplete}
          value={String(form.values[name])}
          onChange={(event) => form.set(name, event.target.value as V[typeof name], path)}
        />
      )}
    </FormField>
  );
}

/** Any control, with the form's error for `path`. */
export function FormField<V extends object>({
  form,
  path,
  children,
  ...props
}: FrameProps & {
  readonly form: Form<V>;
  readonly path: string;
  readonly children: (control: FieldControl) => ReactNode;
}) {
  form.register(path);
  return (
    <Field {...props} error={form.problems[path] ?? null}>
      {children}
    </Field>
  );
}

export function SubmitButton<V extends object>({
  form,
  ...rest
}: Omit<ButtonProps, 'form' | 'type' | 'isLoading'> & { readonly form: Form<V> }) {
  return <Button variant="primary" {...rest} type="submit" isLoading={form.isSubmitting} />;
}

/** Drops undefined properties, which differ from absent ones. */
function frame(props: { [K in keyof FrameProps]: FrameProps[K] | undefined }): FrameProps {
  return Object.fromEntries(
    Object.entries(props).filter(([, value]) => value !== undefined),
  ) as unknown as FrameProps;
}
