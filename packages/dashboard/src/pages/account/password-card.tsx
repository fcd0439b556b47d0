/** Changes the password; all other sessions end. */

import { useQueryClient } from '@tanstack/react-query';
import { dashboard } from '../../api/client.ts';
import { sessionKey } from '../../api/session-store.ts';
import { FormCard } from '../../forms/form-card.tsx';
import { PasswordField } from '../../forms/form-fields.tsx';
import { useWithPassword } from '../../forms/password-gate.tsx';
import { passwordHint } from '../../forms/password-hint.ts';
import { required } from '../../forms/required.ts';
import { useForm } from '../../forms/use-form.ts';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { sessionsKey } from './sessions-query.ts';

const empty = { currentPassword: '', newPassword: '' };

export function PasswordCard() {
  const queries = useQueryClient();
  const withPassword = useWithPassword();
  const form = useForm({
    initial: empty,
    validate: required({
      currentPassword: 'Enter your current password.',
      newPassword: 'Choose a new password.',
    }),
    submit: (values) => withPassword(() => dashboard.changePassword(values)),
    explain: (error) =>
      error.code === 'wrong_credentials' ? { currentPassword: 'Incorrect password.' } : null,
    onDone: async (session) => {
      queries.setQueryData(sessionKey, session);
      form.reset(empty);
      showToast({ title: 'Password changed', description: 'All other sessions were signed out.' });
      await queries.invalidateQueries({ queryKey: sessionsKey });
    },
  });
  return (
    <FormCard
      form={form}
      title="Password"
      description="Changing your password signs you out of all other sessions."
      submitLabel="Change password"
    >
      <PasswordField
        form={form}
        name="currentPassword"
        label="Current password"
        autoComplete="current-password"
      />
      <PasswordField
        form={form}
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        hint={passwordHint}
      />
    </FormCard>
  );
}
