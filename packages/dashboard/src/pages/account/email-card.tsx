/** The email address. A new address takes effect after it was confirmed by the emailed link. */
import { dashboard } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { updateSession } from '../../api/session-store.ts';
import { FormCard } from '../../forms/form-card.tsx';
import { EmailField, PasswordField } from '../../forms/form-fields.tsx';
import { useWithPassword } from '../../forms/password-gate.tsx';
import { required } from '../../forms/required.ts';
import { useForm } from '../../forms/use-form.ts';
import { showToast } from '../../ui/popups/toast-queue.ts';

export function EmailCard() {
  const { account } = useSession();
  const withPassword = useWithPassword();
  const form = useForm({
    initial: { email: account.email, currentPassword: '' },
    validate: required({
      email: 'Enter an email address.',
      currentPassword: "Enter your password to confirm it's you.",
    }),
    submit: (values) => withPassword(() => dashboard.updateAccount(values)),
    explain: (error) =>
      error.code === 'wrong_credentials' ? { currentPassword: 'Incorrect password.' } : null,
    onDone: (result, { email }) => {
      updateSession((session) => ({ ...session, account: result.account }));
      form.reset({ email: result.account.email, currentPassword: '' });
      showToast({ title: 'Confirm your new email', description: `We sent a link to ${email}.` });
    },
  });
  return (
    <FormCard
      form={form}
      title="Email address"
      description="Used to sign in and to receive notices about your domains."
      submitLabel="Change email"
    >
      <EmailField form={form} />
      {form.values.email !== account.email && (
        <PasswordField
          form={form}
          name="currentPassword"
          label="Your password"
          autoComplete="current-password"
        />
      )}
    </FormCard>
  );
}
