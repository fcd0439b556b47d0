/** What every new account is asked for. */

import { EmailField, PasswordField, TextField } from '../../forms/form-fields.tsx';
import { passwordHint } from '../../forms/password-hint.ts';
import { required } from '../../forms/required.ts';
import type { Form } from '../../forms/use-form.ts';

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly workspaceName: string;
}

export const emptyAccount: NewAccount = { name: '', email: '', password: '', workspaceName: '' };

export const checkNewAccount = required<NewAccount>({
  name: 'Enter your name.',
  email: 'Enter your e-mail address.',
  password: 'Choose a password.',
});

export function NewAccountFields({ form }: { readonly form: Form<NewAccount> }) {
  return (
    <>
      <TextField form={form} name="name" label="Your name" autoComplete="name" autoFocus />
      <EmailField form={form} hint="Notices about your domains go here." />
      <PasswordField
        form={form}
        name="password"
        label="Password"
        autoComplete="new-password"
        hint={`${passwordHint} A few unrelated words are easy to keep in mind.`}
      />
      <TextField
        form={form}
        name="workspaceName"
        label="Workspace name"
        isOptional
        autoComplete="organization"
        hint="Usually your company or project. You can rename it later."
      />
    </>
  );
}

/** What is sent: an empty workspace name is none. */
export function newAccountInput({ workspaceName, ...account }: NewAccount) {
  return workspaceName.trim() === '' ? account : { ...account, workspaceName };
}
