/** The email address. A new address takes effect after it was confirmed by the emailed link. */
import { dashboard } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { updateSession } from '../../api/session-store.ts';
import { FormCard } from '../../forms/form-card.tsx';
import { EmailField, PasswordField } from '../../forms/form-fields.tsx';
import { required } from '../../forms/required.ts';
import { useForm } from '../../forms/use-form.ts';
import { showToast } from '../../ui/toaster.tsx';

export function EmailCard() {
  const { account } = useSession();
  const form = useForm({
    initial: { email: account.email, currentPassword: '' },
    validate: required({
      email: 'Enter an e-mail address.',
      currentPassword: 'Enter your password to prove it is you.',
    }),
    submit: (values) => dashboard.updateAccount(values),
    explain: (error) =>
      error.code === 'wrong_credentials' ? { currentPassword: 'That is not your password.' } : null,
    onDone: (result, { email }) => {
      updateSession((session) => ({ ...session, account: result.account }));
      form.reset({ email: result.account.email, currentPassword: '' });
      showToast({ title: 'Confirm the new address', description: `We mailed a link to ${email}.` });
    },
  });
  return (
    <FormCard
      form={form}
      title="E-mail address"
      description="You sign in with it, and notices about your domains go there."
      submitLabel="Change address"
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
