/** The form of a new account, for the owner at set-up and for people who sign up. */
import { EmailField, PasswordField, SubmitButton, TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { passwordHint } from '../../forms/password-hint.ts';
import { required } from '../../forms/required.ts';
import { type Form, useForm } from '../../forms/use-form.ts';

interface NewAccount {
  readonly name: string;
  /** Asked for at set-up only: a mailed link has proven the address of a sign-up. */
  readonly email: string;
  readonly password: string;
  readonly workspaceName: string;
}

type NewAccountInput = Omit<NewAccount, 'workspaceName'> &
  Partial<Pick<NewAccount, 'workspaceName'>>;

export function useNewAccountForm<R>(options: {
  readonly hasEmail: boolean;
  readonly submit: (account: NewAccountInput) => Promise<R>;
  readonly onDone: (result: R, values: NewAccount) => void | Promise<void>;
}): Form<NewAccount> {
  return useForm({
    initial: { name: '', email: '', password: '', workspaceName: '' },
    validate: required<NewAccount>({
      name: 'Enter your name.',
      ...(options.hasEmail && { email: 'Enter your email address.' }),
      password: 'Choose a password.',
    }),
    submit: (values) => options.submit(inputOf(values)),
    onDone: options.onDone,
  });
}

export function NewAccountForm({
  form,
  label,
  hasEmail,
}: {
  readonly form: Form<NewAccount>;
  readonly label: string;
  readonly hasEmail: boolean;
}) {
  return (
    <FormView form={form} label={label}>
      <TextField form={form} name="name" label="Your name" autoComplete="name" autoFocus />
      {hasEmail && <EmailField form={form} hint="We'll send notices about your domains here." />}
      <PasswordField
        form={form}
        name="password"
        label="Password"
        autoComplete="new-password"
        hint={`${passwordHint} A few unrelated words are easy to remember.`}
      />
      <TextField
        form={form}
        name="workspaceName"
        label="Workspace name"
        isOptional
        autoComplete="organization"
        hint="Your company or project. You can change it later."
      />
      <SubmitButton form={form} size="lg">
        Create account
      </SubmitButton>
    </FormView>
  );
}

/** An empty workspace name is not sent. */
function inputOf({ workspaceName, ...account }: NewAccount): NewAccountInput {
  return workspaceName.trim() === '' ? account : { ...account, workspaceName };
}
