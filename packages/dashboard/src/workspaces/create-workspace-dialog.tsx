/** Asks for the name of a new workspace. */
import { dashboard } from '../api/client.ts';
import { updateSession } from '../api/session-store.ts';
import { SubmitButton, TextField } from '../forms/form-fields.tsx';
import { FormView } from '../forms/form-view.tsx';
import { useForm } from '../forms/use-form.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/popups/dialog.tsx';
import { DialogActions } from '../ui/popups/dialog-actions.tsx';

export function CreateWorkspaceDialog({
  isOpen,
  onClose,
  onCreated,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated: (workspaceId: string) => void;
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="New workspace"
      description="Each workspace has its own domains, credits and API tokens."
      size="sm"
    >
      <CreateWorkspaceForm
        onCancel={onClose}
        onCreated={(id) => {
          onClose();
          onCreated(id);
        }}
      />
    </Dialog>
  );
}

function CreateWorkspaceForm({
  onCancel,
  onCreated,
}: {
  readonly onCancel: () => void;
  readonly onCreated: (id: string) => void;
}) {
  const form = useForm({
    initial: { name: '' },
    validate: ({ name }) => (name.trim() === '' ? { name: 'Enter a workspace name.' } : {}),
    submit: (values) => dashboard.createWorkspace(values),
    onDone: ({ workspace }) => {
      updateSession((session) => ({
        ...session,
        workspaces: [
          ...session.workspaces,
          {
            ...workspace,
            role: 'owner' as const,
            domainNames: null,
            isSuspended: false,
            secondFactorDueAt: null,
            eventsCursor: null,
          },
        ],
      }));
      onCreated(workspace.id);
    },
  });
  return (
    <FormView form={form}>
      <TextField form={form} name="name" label="Name" placeholder="Analytical Engines" />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton form={form}>Create workspace</SubmitButton>
      </DialogActions>
    </FormView>
  );
}
