/** Changes the role of a member and the domains it is limited to. */

import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { reloadSession } from '../../api/reload-session.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { FormActions } from '../../forms/form-actions.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import type { DialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { GrantFields, type GrantValues, grantInput, grantProblems } from './grant-fields.tsx';
import type { Member } from './members-query.ts';

export function RoleDialog({ dialog }: { readonly dialog: DialogSubject<Member> }) {
  if (dialog.subject === null) return null;
  return (
    <Dialog
      isOpen={dialog.isOpen}
      onClose={dialog.close}
      title={`Role of ${dialog.subject.name}`}
      description="Takes effect right away, including for keys they created."
    >
      <PasswordGate>
        <RoleForm key={dialog.opening} member={dialog.subject} onClose={dialog.close} />
      </PasswordGate>
    </Dialog>
  );
}

function RoleForm({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const { api, workspaceId } = useWorkspace();
  const withPassword = useWithPassword();
  const initial: GrantValues = {
    role: member.role,
    reach: member.domainNames === null ? 'all' : 'some',
    domainNames: member.domainNames ?? [],
  };
  const form = useForm({
    initial,
    validate: grantProblems,
    submit: (values) =>
      withPassword(() => api.updateMember({ userId: member.id, ...grantInput(values) })),
    onDone: async () => {
      await Promise.all([refreshWorkspace(workspaceId), reloadSession()]);
      onClose();
      showToast({ title: `Role of ${member.name} changed` });
    },
  });
  return (
    <FormView form={form} label="Change role" className="gap-5">
      <GrantFields form={form} />
      <FormActions form={form} onClose={onClose}>
        Change role
      </FormActions>
    </FormView>
  );
}
