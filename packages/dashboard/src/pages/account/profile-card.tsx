/** The account's name. */
import { dashboard } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { updateSession } from '../../api/session-store.ts';
import { FormCard } from '../../forms/form-card.tsx';
import { TextField } from '../../forms/form-fields.tsx';
import { required } from '../../forms/required.ts';
import { useForm } from '../../forms/use-form.ts';
import { showToast } from '../../ui/popups/toast-queue.ts';

export function ProfileCard() {
  const { account } = useSession();
  const form = useForm({
    initial: { name: account.name },
    validate: required({ name: 'Enter your name.' }),
    submit: (values) => dashboard.updateAccount(values),
    onDone: (result) => {
      updateSession((session) => ({ ...session, account: result.account }));
      form.reset({ name: result.account.name });
      showToast({ title: 'Name updated' });
    },
  });
  return (
    <FormCard form={form} title="Profile" submitLabel="Save name">
      <TextField form={form} name="name" label="Your name" autoComplete="name" />
    </FormCard>
  );
}
