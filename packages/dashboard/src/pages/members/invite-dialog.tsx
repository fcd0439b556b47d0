/** Invites a person by email. */

import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { FormActions } from '../../forms/form-actions.tsx';
import { EmailField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { GrantFields, type GrantValues, grantInput, grantProblems } from './grant-fields.tsx';

interface InviteValues extends GrantValues {
  readonly email: string;
}

const empty: InviteValues = { email: '', role: 'dns_editor', reach: 'all', domainNames: [] };

export function InviteDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Invite a member"
      description="We email a link that works for 7 days, with or without an account."
    >
      <PasswordGate>
        <InviteForm onClose={onClose} />
      </PasswordGate>
    </Dialog>
  );
}

function InviteForm({ onClose }: { readonly onClose: () => void }) {
  const { api, workspaceId } = useWorkspace();
  const withPassword = useWithPassword();
  const form = useForm({
    initial: empty,
    validate: (values) => ({
      ...(values.email.trim() === '' && { email: 'Enter an email address.' }),
      ...grantProblems(values),
    }),
    submit: (values) =>
      withPassword(() => api.inviteMember({ email: values.email.trim(), ...grantInput(values) })),
    explain: (error) =>
      error.code === 'already_member' || error.code === 'already_invited'
        ? { email: error.message }
        : null,
    onDone: async (_, { email }) => {
      await refreshWorkspace(workspaceId);
      onClose();
      showToast({ title: 'Invitation sent', description: `To ${email.trim()}.` });
    },
  });
  return (
    <FormView form={form} label="Invite a member" className="gap-5">
      <EmailField form={form} />
      <GrantFields form={form} />
      <FormActions form={form} onClose={onClose}>
        Send invitation
      </FormActions>
    </FormView>
  );
}
